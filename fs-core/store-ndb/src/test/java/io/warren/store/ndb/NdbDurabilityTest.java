package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.ClusterVariable;
import io.warren.model.IdRange;
import io.warren.namespace.IdAllocator;
import io.warren.namespace.IdKind;
import io.warren.store.Durability.State;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a mark calls durable is there after both data nodes were lost at once. Has a cluster of its
 * own to break.
 */
class NdbDurabilityTest {
  private static final int ROUNDS = Integer.getInteger("warren.check.losses", 1);
  private static final int PATIENCE_MS = 240_000;

  private ClusterProcesses cluster;
  private NdbStore store;
  private TransactionRunner runner;

  @BeforeEach
  void start() {
    cluster = ClusterProcesses.start("24M");
    store = NdbStore.open(NdbOptions.of(cluster.connectString(), ClusterProcesses.DATABASE));
    runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
  }

  @AfterEach
  void stop() {
    if (store != null) {
      store.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  private void set(String name, long value) {
    runner.run(
        TxOptions.write("set"),
        tx -> {
          tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(name, "" + value));
          return value;
        });
  }

  private long value(String name) {
    return runner
        .run(
            TxOptions.read("get"),
            tx ->
                Optional.ofNullable(
                    tx.get(Tables.CLUSTER_VARIABLES, name, LockMode.READ_COMMITTED)))
        .map(row -> Long.parseLong(row.value()))
        .orElse(0L);
  }

  private void setWhenBack(String name, long value) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (true) {
      try {
        set(name, value);
        return;
      } catch (StoreException e) {
        if (System.nanoTime() > deadlineNs || !(e.retriable() || e.code() == Code.COMMIT_UNKNOWN)) {
          throw e;
        }
      }
    }
  }

  /** Counts up until a value that was seen is called durable; returns that value. */
  private long countUntilDurable(long from) {
    set("count", from);
    long seen = value("count");
    long mark = store.durability().mark();
    assertThat(store.durability().state(mark)).isEqualTo(State.PENDING);
    long beganNs = System.nanoTime();
    long deadlineNs = beganNs + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    long next = from;
    while (store.durability().state(mark) != State.DURABLE) {
      assertThat(System.nanoTime()).as("no global checkpoints").isLessThan(deadlineNs);
      set("count", ++next);
    }
    System.out.printf(
        "Durable after %d ms and %d commits%n",
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs), next - from);
    return seen;
  }

  private void loseBothDataNodes() throws InterruptedException {
    cluster.killDataNode(1);
    cluster.killDataNode(2);
    cluster.restartDataNode(1);
    cluster.restartDataNode(2);
    cluster.awaitDataNodes();
  }

  @Test
  void whatIsDurableSurvivesTheLossOfBothDataNodes() throws Exception {
    for (int round = 1; round <= ROUNDS; round++) {
      long durable = countUntilDurable(round * 1_000_000L);
      set("young", round);
      long youngMark = store.durability().mark();
      assertThat(store.durability().state(youngMark)).isEqualTo(State.PENDING);
      loseBothDataNodes();
      setWhenBack("back", round);
      System.out.printf(
          "Round %d: %d was durable, %d is left; the youngest row is %s%n",
          round, durable, value("count"), value("young") == round ? "there" : "lost");
      assertThat(value("count")).as("round %d", round).isGreaterThanOrEqualTo(durable);
      assertThat(store.durability().state(youngMark)).isEqualTo(State.VOID);
    }
  }

  private List<Long> take(IdAllocator ids, int count) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    List<Long> taken = new ArrayList<>();
    while (taken.size() < count) {
      try {
        taken.add(ids.next(IdKind.GENERATION_STAMP));
      } catch (StoreException e) {
        if (System.nanoTime() > deadlineNs || !(e.retriable() || e.code() == Code.COMMIT_UNKNOWN)) {
          throw e;
        }
      }
    }
    return taken;
  }

  private long nextStamp() {
    return runner
        .run(
            TxOptions.read("get"),
            tx ->
                Optional.ofNullable(
                    tx.get(
                        Tables.ID_RANGES,
                        IdKind.GENERATION_STAMP.stored(),
                        LockMode.READ_COMMITTED)))
        .map(IdRange::nextId)
        .orElse(0L);
  }

  private static void assertNew(Set<Long> given, List<Long> ids) {
    assertThat(ids.stream().filter(id -> !given.add(id)).toList()).isEmpty();
  }

  /** What was given out just before the loss, of ranges whose rows are lost, is not given again. */
  @Test
  void idsAreNotGivenAgainAfterTheLossOfBothDataNodes() throws Exception {
    IdAllocator survivor = new IdAllocator(runner, Runnable::run);
    Set<Long> given = new HashSet<>(take(survivor, 10));
    for (int round = 1; round <= 2; round++) {
      countUntilDurable(round * 1_000_000L);
      assertNew(given, take(survivor, 5 * IdKind.GENERATION_STAMP.rangeSize()));
      long before = nextStamp();
      loseBothDataNodes();
      setWhenBack("back", round);
      System.out.printf("Round %d: ids up to %d, the row says %d%n", round, before, nextStamp());
      assertThat(nextStamp()).as("nothing was lost").isLessThan(before);
      long beganNs = System.nanoTime();
      assertNew(given, take(new IdAllocator(runner, Runnable::run), 2_000));
      System.out.printf(
          "The first ids after %d ms%n",
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs));
      assertNew(given, take(survivor, 8 * IdKind.GENERATION_STAMP.rangeSize()));
    }
  }
}
