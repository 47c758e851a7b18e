package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.warren.model.ClusterVariable;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What callers see when parts of a cluster go away. Has a cluster of its own to break. */
class NdbFailureTest {
  private static final int PATIENCE_MS = 180_000;

  /** The epochs of one global checkpoint share the bits above these. */
  private static final int EPOCH_BITS = 32;

  private static final int OUTAGE_MS = 3_000;
  private static final int FULL_ROWS_MAX = 400_000;
  private static ClusterProcesses cluster;
  private static NdbStore store;
  private static TransactionRunner runner;

  @BeforeAll
  static void start() {
    cluster = ClusterProcesses.start("24M");
    store = NdbStore.open(options());
    runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
  }

  @AfterAll
  static void stop() {
    if (store != null) {
      store.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  private static NdbOptions options() {
    return NdbOptions.of(cluster.connectString(), ClusterProcesses.DATABASE);
  }

  private static int increment(Tx tx) {
    ClusterVariable old = tx.get(Tables.CLUSTER_VARIABLES, "count", LockMode.EXCLUSIVE);
    int next = old == null ? 1 : Integer.parseInt(old.value()) + 1;
    tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable("count", "" + next));
    return next;
  }

  private static int increment() {
    return runner.run(TxOptions.write("increment"), NdbFailureTest::increment);
  }

  /**
   * Increments until it works; returns the value. Only errors that say "try again" are accepted.
   */
  private static int incrementWhenBack() {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (true) {
      try {
        return increment();
      } catch (StoreException e) {
        if (System.nanoTime() > deadlineNs || !(e.retriable() || e.code() == Code.COMMIT_UNKNOWN)) {
          throw e;
        }
      }
    }
  }

  @Test
  void lostNodesAreSurvived() throws Exception {
    int before = increment();
    cluster.stopSqlNode();
    assertThat(increment()).isEqualTo(before + 1);
    cluster.killDataNode(1);
    int alone = incrementWhenBack();
    assertThat(alone).isGreaterThan(before + 1);
    try (NdbStore late = NdbStore.open(options())) {
      assertThat(late.feed().head()).isEqualTo(store.feed().head());
    }
    cluster.restartDataNode(1);
    cluster.awaitDataNodes();
    assertThat(increment()).isGreaterThan(alone);
    cluster.killDataNode(1);
    cluster.killDataNode(2);
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(NdbFailureTest::increment)
        .satisfies(e -> assertThat(e.code()).isIn(Code.UNAVAILABLE, Code.COMMIT_UNKNOWN));
    cluster.restartDataNode(1);
    cluster.restartDataNode(2);
    cluster.awaitDataNodes();
    assertThat(incrementWhenBack()).isGreaterThan(alone);
    fillAndFree();
  }

  /** Waits for three global checkpoints: what was committed before is on disk then. */
  private static void awaitCheckpoint() {
    increment();
    long from = store.epochs().latest() >>> EPOCH_BITS;
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (store.epochs().latest() >>> EPOCH_BITS < from + 3) {
      assertThat(System.nanoTime()).as("no global checkpoints").isLessThan(deadlineNs);
      increment();
    }
  }

  @Test
  void theManagementNodeIsOnlyNeededToConnect() throws Exception {
    int before = increment();
    cluster.killManagement();
    try {
      for (int i = 1; i <= 200; i++) {
        assertThat(increment()).isEqualTo(before + i);
      }
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> NdbStore.open(options().connectTimeout(2_000)))
          .satisfies(e -> assertThat(e.code()).isEqualTo(Code.UNAVAILABLE));
    } finally {
      cluster.restartManagement();
    }
    cluster.awaitDataNodes();
    try (NdbStore late = NdbStore.open(options())) {
      assertThat(late.kind()).isEqualTo("ndb");
    }
  }

  @Test
  void theFeedLosesAndDoublesNothingWhenNodesAreLost() throws Exception {
    // Two processes take turns at giving sequences.
    try (NdbStore other = NdbStore.open(options())) {
      assertThat(other.feed().head()).isEqualTo(store.feed().head());
      FeedWriter writer = new FeedWriter(store);
      writer.write(200, PATIENCE_MS);
      cluster.killDataNode(2);
      writer.write(200, PATIENCE_MS);
      writer.assertFeed(PATIENCE_MS);
      cluster.restartDataNode(2);
      cluster.awaitDataNodes();
      writer.write(200, PATIENCE_MS);
      writer.assertFeed(PATIENCE_MS);
      // What a restart of the whole cluster keeps: all up to the last global checkpoint.
      awaitCheckpoint();
      cluster.killDataNode(1);
      cluster.killDataNode(2);
      int before = writer.acknowledged();
      writer.write(1, OUTAGE_MS);
      assertThat(writer.acknowledged()).isEqualTo(before);
      cluster.restartDataNode(1);
      cluster.restartDataNode(2);
      cluster.awaitDataNodes();
      writer.write(200, PATIENCE_MS);
      writer.assertFeed(PATIENCE_MS);
    }
  }

  /** Fills the cluster until it refuses, then deletes: that must work. */
  private static void fillAndFree() {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () -> {
              for (int first = 0; first < FULL_ROWS_MAX; first += 200) {
                int from = first;
                runner.run(TxOptions.write("fill"), tx -> fill(tx, from));
              }
            })
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.FULL));
    int deleted = 0;
    int batch;
    do {
      batch = runner.run(TxOptions.write("free"), NdbFailureTest::free);
      deleted += batch;
    } while (batch > 0);
    assertThat(deleted).isPositive();
    assertThat(increment()).isPositive();
  }

  private static int fill(Tx tx, int from) {
    String value = "x".repeat(1000);
    for (int i = from; i < from + 200; i++) {
      tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable("fill" + i, value));
    }
    return from;
  }

  private static int free(Tx tx) {
    int deleted = 0;
    for (ClusterVariable row : tx.scan(Scan.prefix(Tables.CLUSTER_VARIABLES, 200))) {
      tx.delete(Tables.CLUSTER_VARIABLES, row.name());
      deleted++;
    }
    return deleted;
  }
}
