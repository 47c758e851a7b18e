package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Change;
import io.warren.model.Inode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares a store that was opened after a crash with what the writers of {@link CrashLedger} were
 * told: every acknowledged transaction is there, each other one as a whole or not at all: in every
 * table, in the indexes and in the feed.
 */
final class LedgerCheck {
  private static final int PAGE = 10_000;

  private final int writers;
  private final int unacknowledgedMax;

  /** The sequence of the last change by number of every transaction, by writer. */
  private final List<Map<Long, Long>> acknowledged = new ArrayList<>();

  /**
   * @param unacknowledgedMax transactions of a writer that may be there without his knowing
   */
  LedgerCheck(int writers, int unacknowledgedMax) {
    this.writers = writers;
    this.unacknowledgedMax = unacknowledgedMax;
    for (int writer = 0; writer <= writers; writer++) {
      acknowledged.add(new TreeMap<>());
    }
  }

  /** A writer was told that one of his transactions is durable. */
  synchronized void acknowledge(int writer, long number, long sequence) {
    acknowledged.get(writer).put(number, sequence);
  }

  /** What was acknowledged by now. */
  synchronized LedgerCheck copy() {
    LedgerCheck copy = new LedgerCheck(writers, unacknowledgedMax);
    for (int writer = 0; writer <= writers; writer++) {
      copy.acknowledged.get(writer).putAll(acknowledged.get(writer));
    }
    return copy;
  }

  /** How many were acknowledged. */
  synchronized int size() {
    return acknowledged.stream().mapToInt(Map::size).sum();
  }

  /**
   * @param as told when it fails
   */
  void check(EmbeddedStore store, String as) {
    try (Tx tx = store.begin(TxOptions.read("check"))) {
      CrashLedger.Expected expected = new CrashLedger.Expected();
      for (int writer = 1; writer <= writers; writer++) {
        long last = CrashLedger.last(tx, writer);
        long told = acknowledged.get(writer).keySet().stream().reduce(0L, Math::max);
        assertThat(last)
            .as("transactions of writer %d, %s", writer, as)
            .isBetween(told, told + unacknowledgedMax);
        expected.add(writer, last);
      }
      for (Table<?, ?> table : Tables.ALL) {
        checkRows(tx, table, expected, as);
      }
      checkIndexes(tx, expected, as);
      checkFeed(store, expected, as);
    }
  }

  private static void checkRows(
      Tx tx, Table<?, ?> table, CrashLedger.Expected expected, String as) {
    assertThat(List.<Object>copyOf(all(tx, Scan.prefix(table, PAGE))))
        .as("rows of %s, %s", table.name(), as)
        .containsExactlyInAnyOrderElementsOf(expected.rows().getOrDefault(table, List.of()));
  }

  /** Every index leads to the rows, and to no others. */
  private void checkIndexes(Tx tx, CrashLedger.Expected expected, String as) {
    for (Table<?, ?> table : List.of(Tables.REPLICAS, Tables.INVALIDATED_BLOCKS)) {
      assertThat(
              List.<Object>copyOf(
                  all(tx, Scan.index(table, Tables.BY_STORAGE, PAGE, CrashLedger.STORAGE))))
          .as("%s by storage, %s", table.name(), as)
          .containsExactlyInAnyOrderElementsOf(expected.rows().getOrDefault(table, List.of()));
    }
    List<Object> children = new ArrayList<>();
    for (long writer = 1; writer <= writers; writer++) {
      children.addAll(all(tx, Scan.index(Tables.INODES, Tables.INODES_BY_PARENT, PAGE, writer)));
    }
    List<Object> inodes = expected.rows().getOrDefault(Tables.INODES, List.of());
    assertThat(children).as("inodes by parent, %s", as).containsExactlyInAnyOrderElementsOf(inodes);
    for (Object inode : inodes) {
      long id = ((Inode) inode).id();
      assertThat(tx.getUnique(Tables.INODES, Tables.INODES_BY_ID, id)).isEqualTo(inode);
    }
  }

  private static <K, R> List<R> all(Tx tx, Scan<K, R> scan) {
    List<R> all = new ArrayList<>();
    K after = null;
    List<R> page;
    do {
      page = tx.scan(scan.after(after));
      all.addAll(page);
      after = page.isEmpty() ? null : scan.table().keyOf().apply(page.get(page.size() - 1));
    } while (page.size() == PAGE);
    return all;
  }

  private void checkFeed(EmbeddedStore store, CrashLedger.Expected expected, String as) {
    Map<Long, List<Change>> told = new HashMap<>();
    Map<Long, Long> sequences = new HashMap<>();
    long after = 0;
    List<Change> page;
    do {
      page = store.feed().read(after, PAGE);
      for (Change change : page) {
        assertThat(change.commitSequence()).isGreaterThan(after);
        after = change.commitSequence();
        sequences.put(change.inodeId(), after);
        told.computeIfAbsent(CrashLedger.writerOf(change), w -> new ArrayList<>())
            .add(change.committed(0, 0));
      }
    } while (!page.isEmpty());
    expected
        .changes()
        .forEach(
            (writer, changes) ->
                assertThat(told.getOrDefault(writer, List.of()))
                    .as("changes of writer %d, %s", writer, as)
                    .isEqualTo(changes));
    assertThat(store.feed().head()).isEqualTo(after);
    for (int writer = 1; writer <= writers; writer++) {
      int of = writer;
      acknowledged
          .get(writer)
          .forEach(
              (number, sequence) ->
                  assertThat(sequences)
                      .as("acknowledged transaction %d of writer %d, %s", number, of, as)
                      .containsEntry(CrashLedger.lastChanged(of, number), sequence));
    }
  }
}
