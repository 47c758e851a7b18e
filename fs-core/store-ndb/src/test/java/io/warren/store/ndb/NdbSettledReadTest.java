package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.ClusterVariable;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.Samples;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads that wait for writers, by key and by scan, alone and in batches. */
class NdbSettledReadTest {
  private static final int SOON_MS = 200;
  private static final int PATIENCE_MS = 60_000;
  private static final Scan<String, ClusterVariable> ALL =
      Scan.prefix(Tables.CLUSTER_VARIABLES, 10).locked(LockMode.SETTLED);

  private final ExecutorService threads = Executors.newSingleThreadExecutor();
  private NdbStore store;

  @BeforeEach
  void open() {
    store = TestCluster.get().emptyStore();
    try (Tx tx = store.begin(TxOptions.write("first"))) {
      tx.insert(Tables.CLUSTER_VARIABLES, new ClusterVariable("a", "1"));
      tx.commit();
    }
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    store.close();
  }

  private static @Nullable String get(Tx tx, LockMode mode) {
    ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, "a", mode);
    return row == null ? null : row.value();
  }

  private static List<String> names(List<ClusterVariable> rows) {
    return rows.stream().map(ClusterVariable::name).toList();
  }

  private <T> T read(Function<Tx, T> work) {
    for (int attempt = 0; ; attempt++) {
      try (Tx tx = store.begin(TxOptions.read("settled"))) {
        return work.apply(tx);
      } catch (StoreException e) {
        if (attempt == 20 || !e.retriable()) {
          throw e;
        }
      }
    }
  }

  /** The read waits while the writer is under way, and sees what it wrote. */
  private <T> void assertWaits(Function<Tx, T> work, T before, T after) throws Exception {
    assertThat(read(work)).isEqualTo(before);
    try (Tx writer = store.begin(TxOptions.write("writer"))) {
      assertThat(get(writer, LockMode.EXCLUSIVE)).isEqualTo("1");
      writer.update(Tables.CLUSTER_VARIABLES, new ClusterVariable("a", "2"));
      writer.insert(Tables.CLUSTER_VARIABLES, new ClusterVariable("b", "2"));
      // Sends the writes.
      writer.scan(Scan.prefix(Tables.CLUSTER_VARIABLES, 10));
      Future<T> reading = threads.submit(() -> read(work));
      assertThat(waits(reading)).isTrue();
      writer.commit();
      assertThat(reading.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isEqualTo(after);
    }
  }

  private static boolean waits(Future<?> reading) throws Exception {
    try {
      reading.get(SOON_MS, TimeUnit.MILLISECONDS);
      return false;
    } catch (TimeoutException e) {
      return true;
    }
  }

  @Test
  void aRowIsWaitedFor() throws Exception {
    assertWaits(tx -> String.valueOf(get(tx, LockMode.SETTLED)), "1", "2");
  }

  @Test
  void aScanWaitsForRowsThatAreAdded() throws Exception {
    assertWaits(tx -> names(tx.scan(ALL)), List.of("a"), List.of("a", "b"));
  }

  @Test
  void aScanOfAUniqueIndexWaitsForARowThatChangesItsPlace() throws Exception {
    Inode before = Samples.file(7, 7, "a", 100);
    Inode after = Samples.file(8, 8, "b", 100);
    Scan<InodeKey, Inode> byId =
        Scan.index(Tables.INODES, Tables.INODES_BY_ID, 1, 100L).locked(LockMode.SETTLED);
    try (Tx tx = store.begin(TxOptions.write("first"))) {
      tx.insert(Tables.INODES, before);
      tx.commit();
    }
    Function<Tx, List<Inode>> find = tx -> tx.scan(byId);
    List<Inode> found = read(find);
    assertThat(found).containsExactly(before);
    try (Tx mover = store.begin(TxOptions.write("mover"))) {
      mover.delete(Tables.INODES, before.key());
      mover.insert(Tables.INODES, after);
      // Sends the writes.
      mover.scan(Scan.prefix(Tables.INODES, 1, 8L, 8L));
      Future<List<Inode>> reading = threads.submit(() -> read(find));
      assertThat(waits(reading)).isTrue();
      mover.commit();
      assertThat(reading.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).containsExactly(after);
    }
  }

  @Test
  void readsOfABatchWait() throws Exception {
    assertWaits(
        tx -> {
          ReadBatch batch = tx.batch();
          var row = batch.get(Tables.CLUSTER_VARIABLES, "a", LockMode.SETTLED);
          var one = batch.scan(ALL);
          var two = batch.scan(ALL);
          batch.execute();
          ClusterVariable found = row.get();
          return List.of(found == null ? "" : found.value(), names(one.get()), names(two.get()));
        },
        List.of("1", List.of("a"), List.of("a")),
        List.of("2", List.of("a", "b"), List.of("a", "b")));
  }

  @Test
  void nothingStaysLocked() {
    try (Tx reader = store.begin(TxOptions.read("settled"));
        Tx writer = store.begin(TxOptions.write("writer"))) {
      assertThat(get(reader, LockMode.SETTLED)).isEqualTo("1");
      assertThat(names(reader.scan(ALL))).containsExactly("a");
      assertThat(get(writer, LockMode.EXCLUSIVE)).isEqualTo("1");
      assertThat(get(reader, LockMode.READ_COMMITTED)).isEqualTo("1");
    }
  }

  @Test
  void aMomentSettlesAsCommitsGoOn() {
    long seen = store.moment();
    assertThat(store.settled(seen)).isFalse();
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    int commits = 0;
    while (!store.settled(seen)) {
      assertThat(System.nanoTime()).as("after %d commits", commits).isLessThan(deadlineNs);
      try (Tx tx = store.begin(TxOptions.write("tick"))) {
        tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable("tick", "" + commits));
        tx.commit();
        commits++;
      }
    }
    assertThat(commits).isGreaterThanOrEqualTo(4);
  }
}
