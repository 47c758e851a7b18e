package io.warren.store.testkit;

import static io.warren.store.testkit.Samples.variable;
import static io.warren.store.testkit.StoreFixture.assertCode;
import static io.warren.store.testkit.StoreFixture.impatient;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.ClusterVariable;
import io.warren.model.Principal;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Row locks between transactions of several threads. */
interface LockContract extends StoreFixture {
  private @Nullable ClusterVariable get(Tx tx, String name, LockMode mode) {
    return tx.get(Tables.CLUSTER_VARIABLES, name, mode);
  }

  /** Holds what first does, then checks whether second, in another transaction, must wait. */
  private void assertConflict(boolean conflict, Consumer<Tx> first, Consumer<Tx> second) {
    try (Tx holder = store().begin(TxOptions.write("holder"));
        Tx other = store().begin(impatient())) {
      first.accept(holder);
      if (conflict) {
        assertCode(Code.LOCK_TIMEOUT, () -> second.accept(other));
      } else {
        second.accept(other);
      }
    }
  }

  /** Makes the store take the locks of writes that it may have kept back. */
  private static void send(Tx tx) {
    tx.scan(Scan.prefix(Tables.CLUSTER_VARIABLES, 1));
    tx.scan(Scan.prefix(Tables.USERS, 1));
  }

  @Test
  default void lockModesConflictAsTheyShould() {
    write(tx -> tx.insert(Tables.CLUSTER_VARIABLES, variable("there", "1")));
    write(tx -> tx.insert(Tables.CLUSTER_VARIABLES, variable("other", "1")));
    Consumer<Tx> plain = tx -> get(tx, "there", LockMode.READ_COMMITTED);
    Consumer<Tx> shared = tx -> get(tx, "there", LockMode.SHARED);
    Consumer<Tx> exclusive = tx -> get(tx, "there", LockMode.EXCLUSIVE);
    Consumer<Tx> upsert =
        tx -> {
          tx.upsert(Tables.CLUSTER_VARIABLES, variable("there", "2"));
          send(tx);
        };
    Consumer<Tx> delete =
        tx -> {
          tx.delete(Tables.CLUSTER_VARIABLES, "there");
          send(tx);
        };
    assertConflict(false, shared, shared);
    assertConflict(true, shared, exclusive);
    assertConflict(true, exclusive, shared);
    assertConflict(true, exclusive, exclusive);
    assertConflict(false, exclusive, plain);
    assertConflict(true, shared, upsert);
    assertConflict(true, upsert, shared);
    assertConflict(false, upsert, plain);
    assertConflict(true, delete, shared);
    assertConflict(true, exclusive, delete);
    assertConflict(false, exclusive, tx -> get(tx, "other", LockMode.EXCLUSIVE));
    assertConflict(false, exclusive, tx -> get(tx, "absent", LockMode.EXCLUSIVE));
  }

  @Test
  default void ofTwoWritersOfAKeyBothReadAsAbsentOneCommits() throws Exception {
    for (boolean insert : new boolean[] {true, false}) {
      String name = insert ? "inserted" : "upserted";
      ExecutorService threads = Executors.newFixedThreadPool(2);
      try {
        CountDownLatch bothRead = new CountDownLatch(2);
        List<Future<@Nullable Code>> running = new ArrayList<>();
        for (String value : List.of("1", "2")) {
          running.add(threads.submit(() -> writeAbsent(name, value, insert, bothRead)));
        }
        List<@Nullable Code> outcomes = new ArrayList<>();
        for (Future<@Nullable Code> one : running) {
          outcomes.add(one.get(PATIENCE_MS, TimeUnit.MILLISECONDS));
        }
        assertThat(outcomes).containsOnlyOnce((Code) null);
        ClusterVariable written = row(Tables.CLUSTER_VARIABLES, name);
        String value = written == null ? "none" : written.value();
        assertThat(value).isEqualTo(outcomes.get(0) == null ? "1" : "2");
      } finally {
        threads.shutdownNow();
      }
    }
  }

  /**
   * Reads a key as absent under a lock and writes it. Where the store holds the second reader back,
   * it finds the first one's row, which counts as a conflict here.
   */
  private @Nullable Code writeAbsent(
      String name, String value, boolean insert, CountDownLatch bothRead)
      throws InterruptedException {
    try (Tx tx = store().begin(TxOptions.write("absent").lockTimeout(PATIENCE_MS / 4))) {
      if (get(tx, name, LockMode.EXCLUSIVE) != null) {
        return Code.CONFLICT;
      }
      bothRead.countDown();
      // Where absent keys are locked, the other one only reads when this one has ended.
      bothRead.await(SHORT_LOCK_TIMEOUT_MS, TimeUnit.MILLISECONDS);
      if (insert) {
        tx.insert(Tables.CLUSTER_VARIABLES, variable(name, value));
      } else {
        tx.upsert(Tables.CLUSTER_VARIABLES, variable(name, value));
      }
      tx.commit();
      return null;
    } catch (StoreException e) {
      assertThat(e.retriable()).isTrue();
      return e.code();
    }
  }

  @Test
  default void twoInsertsOfAUniqueValueConflict() {
    assertConflict(
        true,
        tx -> {
          tx.insert(Tables.USERS, new Principal(1, "ann"));
          send(tx);
        },
        tx -> {
          tx.insert(Tables.USERS, new Principal(2, "ann"));
          send(tx);
        });
  }

  @Test
  default void lockedScansLockWhatTheyReturn() {
    write(
        tx -> {
          tx.insert(Tables.USERS, new Principal(1, "ann"));
          tx.insert(Tables.USERS, new Principal(2, "bob"));
        });
    Scan<Integer, Principal> ann =
        Scan.index(Tables.USERS, Tables.BY_NAME, 10, "ann").locked(LockMode.EXCLUSIVE);
    assertConflict(true, tx -> tx.scan(ann), tx -> tx.get(Tables.USERS, 1, LockMode.SHARED));
    assertConflict(false, tx -> tx.scan(ann), tx -> tx.get(Tables.USERS, 2, LockMode.SHARED));
  }

  @Test
  default void aSharedLockBecomesExclusiveOrIsRefused() {
    write(tx -> tx.insert(Tables.CLUSTER_VARIABLES, variable("a", "1")));
    try (Tx tx = store().begin(impatient());
        Tx other = store().begin(impatient())) {
      get(tx, "a", LockMode.SHARED);
      try {
        get(tx, "a", LockMode.EXCLUSIVE);
      } catch (IllegalStateException e) {
        return;
      }
      assertCode(Code.LOCK_TIMEOUT, () -> get(other, "a", LockMode.SHARED));
    }
  }

  @Test
  default void locksEndWithTheTransaction() {
    write(tx -> tx.insert(Tables.CLUSTER_VARIABLES, variable("a", "1")));
    try (Tx tx = store().begin(impatient())) {
      get(tx, "a", LockMode.EXCLUSIVE);
    }
    try (Tx tx = store().begin(impatient())) {
      get(tx, "a", LockMode.EXCLUSIVE);
      tx.commit();
      try (Tx next = store().begin(impatient())) {
        assertThat(get(next, "a", LockMode.EXCLUSIVE)).isNotNull();
      }
    }
  }

  @Test
  default void aLockedReadSeesTheCommitItWaitedFor() throws Exception {
    write(tx -> tx.insert(Tables.CLUSTER_VARIABLES, variable("a", "1")));
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (Tx holder = store().begin(TxOptions.write("holder"))) {
      holder.update(Tables.CLUSTER_VARIABLES, variable("a", "2"));
      send(holder);
      CountDownLatch started = new CountDownLatch(1);
      Future<@Nullable ClusterVariable> waiting =
          threads.submit(
              () -> {
                try (Tx tx = store().begin(TxOptions.write("waiter").lockTimeout(PATIENCE_MS))) {
                  started.countDown();
                  return get(tx, "a", LockMode.SHARED);
                }
              });
      started.await();
      holder.commit();
      assertThat(waiting.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isEqualTo(variable("a", "2"));
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  default void transactionsThatWaitForEachOtherAreToldSo() throws Exception {
    write(tx -> tx.insert(Tables.CLUSTER_VARIABLES, variable("a", "1")));
    write(tx -> tx.insert(Tables.CLUSTER_VARIABLES, variable("b", "1")));
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      CountDownLatch bothHold = new CountDownLatch(2);
      Future<@Nullable Code> one = threads.submit(() -> crossing("a", "b", bothHold));
      Future<@Nullable Code> two = threads.submit(() -> crossing("b", "a", bothHold));
      List<@Nullable Code> outcomes = new ArrayList<>();
      outcomes.add(one.get(PATIENCE_MS, TimeUnit.MILLISECONDS));
      outcomes.add(two.get(PATIENCE_MS, TimeUnit.MILLISECONDS));
      // A store that tells by a time-out may tell both.
      assertThat(outcomes).anyMatch(c -> c == Code.DEADLOCK || c == Code.LOCK_TIMEOUT);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Locks two rows with a rendezvous in between; returns the error's code, null for none. */
  private @Nullable Code crossing(String first, String second, CountDownLatch bothHold)
      throws InterruptedException {
    try (Tx tx = store().begin(TxOptions.write("crossing").lockTimeout(PATIENCE_MS / 4))) {
      get(tx, first, LockMode.EXCLUSIVE);
      bothHold.countDown();
      bothHold.await();
      get(tx, second, LockMode.EXCLUSIVE);
      tx.commit();
      return null;
    } catch (StoreException e) {
      assertThat(e.retriable()).isTrue();
      return e.code();
    }
  }

  @Test
  default void lockedIncrementsAreNeverLost() throws Exception {
    int threadCount = 4;
    int incrementsEach = 50;
    TransactionRunner runner = new TransactionRunner(store(), TransactionRunner.Listener.NONE);
    ExecutorService threads = Executors.newFixedThreadPool(threadCount);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < threadCount; t++) {
        running.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < incrementsEach; i++) {
                    runner.run(TxOptions.write("increment"), this::increment);
                  }
                }));
      }
      for (Future<?> future : running) {
        future.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
      }
    } catch (ExecutionException e) {
      throw new AssertionError("An increment failed", e);
    } finally {
      threads.shutdownNow();
    }
    assertThat(row(Tables.CLUSTER_VARIABLES, "count"))
        .isEqualTo(variable("count", String.valueOf(threadCount * incrementsEach)));
  }

  private int increment(Tx tx) {
    ClusterVariable old = get(tx, "count", LockMode.EXCLUSIVE);
    int next = old == null ? 1 : Integer.parseInt(old.value()) + 1;
    tx.upsert(Tables.CLUSTER_VARIABLES, variable("count", String.valueOf(next)));
    return next;
  }
}
