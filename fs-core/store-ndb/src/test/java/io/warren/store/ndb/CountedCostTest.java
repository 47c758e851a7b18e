package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.ClusterVariable;
import io.warren.model.Principal;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.TxStats;
import io.warren.store.schema.Tables;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What the adapter counts is what the NDB API itself counts. By primary key both agree exactly. The
 * API counts how often a thread was woken: up to twice for a read by a unique key, which two nodes
 * answer, and for a scan up to twice for each fragment and once at the end, or not at all when the
 * rows came while it waited for something else. Those are the tolerances.
 */
class CountedCostTest {
  private static final int FRAGMENTS = 2;
  private static final int ROWS = 40;

  private NdbStore store;

  @BeforeEach
  void open() {
    store = TestCluster.get().emptyStore();
    store.feed().close();
    try (Tx tx = store.begin(TxOptions.write("rows"))) {
      for (int i = 0; i < ROWS; i++) {
        tx.insert(Tables.CLUSTER_VARIABLES, new ClusterVariable("v" + i, "x"));
        tx.insert(Tables.USERS, new Principal(i + 1, "user" + i));
      }
      tx.commit();
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  private record Measured(TxStats adapter, ApiCounters api) {}

  /** Runs in a transaction that has begun, and commits. */
  private Measured measure(Consumer<Tx> work) {
    try (NdbTx tx = (NdbTx) store.begin(TxOptions.write("measured"))) {
      tx.get(Tables.CLUSTER_VARIABLES, "v0", LockMode.READ_COMMITTED);
      Session session = Objects.requireNonNull(tx.session());
      ApiCounters before = ApiCounters.of(session);
      TxStats statsBefore = tx.stats();
      work.accept(tx);
      tx.commit();
      return new Measured(minus(tx.stats(), statsBefore), ApiCounters.of(session).since(before));
    }
  }

  private static TxStats minus(TxStats a, TxStats b) {
    return new TxStats(
        a.roundTrips() - b.roundTrips(),
        a.primaryKeyReads() - b.primaryKeyReads(),
        a.batchedReads() - b.batchedReads(),
        a.prunedScans() - b.prunedScans(),
        a.indexScans() - b.indexScans(),
        a.fullScans() - b.fullScans(),
        a.rowsRead() - b.rowsRead(),
        a.rowsWritten() - b.rowsWritten());
  }

  @Test
  void keyedReadsAndWritesAgreeExactly() {
    Measured m =
        measure(
            tx -> {
              tx.get(Tables.CLUSTER_VARIABLES, "v1", LockMode.READ_COMMITTED);
              tx.get(Tables.CLUSTER_VARIABLES, "v2", LockMode.SETTLED);
              tx.get(Tables.CLUSTER_VARIABLES, "v3", LockMode.SHARED);
              tx.get(Tables.CLUSTER_VARIABLES, "v4", LockMode.EXCLUSIVE);
              ReadBatch batch = tx.batch();
              for (int i = 10; i < 17; i++) {
                batch.get(Tables.CLUSTER_VARIABLES, "v" + i);
              }
              batch.execute();
              for (int i = 20; i < 25; i++) {
                tx.update(Tables.CLUSTER_VARIABLES, new ClusterVariable("v" + i, "y"));
              }
            });
    assertThat(m.adapter().roundTrips()).isEqualTo(6);
    assertThat(m.api().execWaits()).isEqualTo(6);
    assertThat(m.api().scanWaits()).isZero();
    assertThat(m.api().keyOperations())
        .isEqualTo(
            m.adapter().primaryKeyReads() + m.adapter().batchedReads() + m.adapter().rowsWritten())
        .isEqualTo(16);
    assertThat(m.api().commits()).isEqualTo(1);
  }

  @Test
  void uniqueKeysAreOneRoundTrip() {
    Measured m = measure(tx -> tx.getUnique(Tables.INODES, Tables.INODES_BY_ID, 12345L));
    assertThat(m.adapter().roundTrips()).isEqualTo(1);
    assertThat(m.api().execWaits()).isBetween(1L, 2L);
    assertThat(m.api().uniqueKeyOperations()).isEqualTo(1);
  }

  private static void assertScan(Measured m, int roundTrips, int scans) {
    assertThat(m.adapter().roundTrips()).as("%s", m).isEqualTo(roundTrips);
    assertThat(m.api().execWaits() + m.api().scanWaits())
        .as("%s", m)
        .isBetween((long) roundTrips - scans, (long) roundTrips + scans * 2L * FRAGMENTS);
    assertThat(m.api().rangeScans() + m.api().tableScans()).as("%s", m).isEqualTo(scans);
  }

  @Test
  void scansAreCountedByKind() {
    Scan<String, ClusterVariable> all = Scan.prefix(Tables.CLUSTER_VARIABLES, ROWS + 1);
    Measured full = measure(tx -> tx.scan(all));
    assertScan(full, 1, 1);
    assertThat(full.adapter().fullScans()).isEqualTo(1);
    Measured index = measure(tx -> tx.scan(Scan.index(Tables.USERS, Tables.BY_NAME, 10, "user3")));
    assertScan(index, 1, 1);
    assertThat(index.adapter().indexScans()).isEqualTo(1);
    Measured pruned = measure(tx -> tx.scan(Scan.prefix(Tables.INODES, 10, 5L, 5L)));
    assertScan(pruned, 1, 1);
    assertThat(pruned.api().prunedScans()).isEqualTo(1);
    assertThat(pruned.adapter().prunedScans()).isEqualTo(1);
  }

  @Test
  void waitingForWritersCostsNoMore() {
    Scan<String, ClusterVariable> all = Scan.prefix(Tables.CLUSTER_VARIABLES, ROWS + 1);
    Scan<String, ClusterVariable> some = Scan.prefix(Tables.CLUSTER_VARIABLES, 5);
    assertScan(measure(tx -> tx.scan(all.locked(LockMode.SETTLED))), 1, 1);
    assertScan(measure(tx -> tx.scan(some.locked(LockMode.SETTLED))), 1, 1);
    assertScan(
        measure(tx -> tx.scan(Scan.prefix(Tables.INODES, 10, 5L, 5L).locked(LockMode.SETTLED))),
        1,
        1);
  }
}
