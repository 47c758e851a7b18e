package io.warren.checker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.warren.model.NamespaceException;
import io.warren.namespace.CallContext;
import io.warren.namespace.Operation;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.FaultInjectingStore;
import io.warren.store.testkit.FaultInjectingStore.Call;
import io.warren.store.testkit.ReadCommittedStore;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A namenode stands still in the middle of an operation, is declared dead, and goes on later.
 * Meanwhile the client repeats its call at another namenode.
 */
class FencingTest {
  private static final int CALLS_MAX = 2_000;
  private static final int EVERY = 3;
  private static final long HEAD_START_MS = 20;
  private static final long PATIENCE_S = 60;

  /** Writes that carry no authority of their namenode: see the decision on fencing. */
  private static final Set<String> UNFENCED =
      Set.of("allocate_ids", "subtree_release", "clear_subtree_lock");

  static Stream<Arguments> scenarios() {
    return DeathCheckTest.scenarios();
  }

  static Stream<Arguments> atMostOnceScenarios() {
    return scenarios()
        .filter(
            arguments -> ((DeathCheck.Scenario) arguments.get()[1]).operation("/x").atMostOnce());
  }

  private interface Body {
    void run(Cluster cluster, Subject subject, FaultInjectingStore faulty) throws Exception;
  }

  private static void with(Path folder, Body body) throws Exception {
    try (Store store =
            new ReadCommittedStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync()));
        Cluster cluster = new Cluster(store, new Cluster.Settings(2, 10_000, false))) {
      body.run(cluster, new Subject(cluster), new FaultInjectingStore(store));
    }
  }

  private static void prepare(Subject subject, DeathCheck.Scenario scenario, String folder) {
    subject.apply(Step.parse("mkdirs nn0 hdfs -1 " + folder + " - 493"));
    subject.apply(Step.parse("set_names_quota nn0 hdfs -1 " + folder + " - 1000"));
    scenario.prepare(subject, folder);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scenarios")
  void anEvictedNamenodeChangesNothing(
      String name, DeathCheck.Scenario scenario, @TempDir Path temp) throws Exception {
    with(
        temp,
        (cluster, subject, faulty) -> {
          prepare(subject, scenario, "/f");
          Cluster.Namenode evicted = cluster.start(faulty);
          cluster.evict(evicted);
          String before = StoredTree.describe(new Rows(cluster.store()), true);
          CallContext client = cluster.newCall(Callers.context(Callers.SUPERUSER));
          assertThatExceptionOfType(StoreException.class)
              .as(name)
              .isThrownBy(() -> evicted.run(scenario.operation("/f"), client))
              .withMessageContaining("declared dead");
          assertThat(StoredTree.describe(new Rows(cluster.store()), true)).isEqualTo(before);
          Invariants.check(cluster);
        });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("atMostOnceScenarios")
  void aPausedNamenodeAndItsSuccessorDoTheWorkOnce(
      String name, DeathCheck.Scenario scenario, @TempDir Path temp) throws Exception {
    with(
        temp,
        (cluster, subject, faulty) -> {
          int call = 1;
          boolean paused = true;
          for (; paused; call += EVERY) {
            assertThat(call).isLessThan(CALLS_MAX);
            paused = pauseAt(call, cluster, subject, faulty, scenario);
          }
          System.out.printf("%s: paused at each %d. of %d store calls%n", name, EVERY, call);
          Invariants.check(cluster);
        });
  }

  private static boolean pauseAt(
      int call,
      Cluster cluster,
      Subject subject,
      FaultInjectingStore faulty,
      DeathCheck.Scenario scenario)
      throws Exception {
    String folder = "/p" + call;
    prepare(subject, scenario, folder);
    Cluster.Namenode victim = cluster.start(faulty);
    CallContext client = cluster.newCall(Callers.context(Callers.SUPERUSER));
    Operation<?> operation = scenario.operation(folder);
    CompletableFuture<Object> successor = new CompletableFuture<>();
    boolean[] paused = new boolean[1];
    faulty.reset();
    faulty.pauseAt(
        call,
        () -> {
          paused[0] = true;
          cluster.evict(victim);
          successor.completeAsync(() -> retried(cluster.at(0), operation, client));
          letGo(successor);
        });
    try {
      victim.run(operation, client);
    } catch (StoreException e) {
      assertThat(e.code()).isEqualTo(StoreException.Code.UNAVAILABLE);
    } catch (NamespaceException e) {
      assertThat(e.code()).isEqualTo(NamespaceException.Code.SUBTREE_LOCKED);
    }
    if (paused[0]) {
      assertThat(successor.get(PATIENCE_S, TimeUnit.SECONDS)).isNotNull();
      assertFenced(faulty.calls(), call);
    }
    faulty.reset();
    victim.namespace().close();
    scenario.verify(subject, folder);
    Invariants.settle(cluster);
    return paused[0];
  }

  /** The successor gets some time alone; where the paused one holds its rows it must wait. */
  private static void letGo(CompletableFuture<Object> successor) {
    try {
      successor.get(HEAD_START_MS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // It waits for a lock of the paused namenode.
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Object retried(
      Cluster.Namenode namenode, Operation<?> operation, CallContext client) {
    for (int attempt = 1; ; attempt++) {
      try {
        return namenode.run(operation, client);
      } catch (NamespaceException e) {
        boolean locked = e.code() == NamespaceException.Code.SUBTREE_LOCKED;
        if (!locked || attempt == CALLS_MAX) {
          throw e;
        }
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  /** No transaction that began after the eviction committed a write that needs authority. */
  private static void assertFenced(List<Call> calls, int paused) {
    // By operation: an id range is taken in a transaction of its own within another one.
    Set<String> began = new HashSet<>();
    Set<String> wrote = new HashSet<>();
    for (Call call : calls.subList(paused, calls.size())) {
      String operation = call.operation();
      switch (call.method()) {
        case "begin" -> {
          began.add(operation);
          wrote.remove(operation);
        }
        case "insert", "update", "upsert", "delete", "append" -> {
          if (began.contains(operation)) {
            wrote.add(operation);
          }
        }
        case "commit" ->
            assertThat(wrote.contains(operation) && !UNFENCED.contains(operation))
                .as("%s committed after the eviction at call %d", call, paused)
                .isFalse();
        default -> {}
      }
    }
  }
}
