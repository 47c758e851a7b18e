package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Change;
import io.warren.model.Inode;
import io.warren.store.testkit.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The order of sequences when scans show less than there is. */
class SequenceOrderTest {
  private static final long SEED = 20_261_121;
  private static final long ANY = Long.MAX_VALUE;

  private static PendingChange row(long tx, int position, int of, long inode, long logicalTime) {
    Inode file = Samples.file(1, 1, "f", inode).toBuilder().logicalTime(logicalTime).build();
    Change change = Samples.created(file);
    return new PendingChange(tx, position, of, change);
  }

  private static List<Long> transactions(List<PendingChange> rows) {
    return rows.stream().map(PendingChange::transactionId).toList();
  }

  @Test
  void aTransactionWaitsUntilAllOfItIsThere() {
    List<PendingChange> part = List.of(row(1, 0, 2, 10, 1), row(2, 0, 1, 11, 1));
    assertThat(transactions(SequenceOrder.next(part, part, ANY, 100))).containsExactly(2L);
    List<PendingChange> whole =
        List.of(row(1, 0, 2, 10, 1), row(1, 1, 2, 12, 1), row(2, 0, 1, 11, 1));
    assertThat(transactions(SequenceOrder.next(part, whole, ANY, 100))).containsExactly(1L, 1L, 2L);
  }

  @Test
  void anEarlierChangeThatOnlyTheSecondScanShowsGoesInFront() {
    // A slower clock gave the earlier transaction the greater id.
    List<PendingChange> first = List.of(row(5, 0, 1, 10, 2));
    List<PendingChange> second = List.of(row(5, 0, 1, 10, 2), row(9, 0, 1, 10, 1));
    assertThat(transactions(SequenceOrder.next(first, second, ANY, 100))).containsExactly(9L, 5L);
  }

  @Test
  void whatOnlyTheSecondScanShowsWaitsForTheNext() {
    List<PendingChange> first = List.of(row(1, 0, 1, 10, 1));
    List<PendingChange> second = List.of(row(1, 0, 1, 10, 1), row(2, 0, 1, 11, 1));
    assertThat(transactions(SequenceOrder.next(first, second, ANY, 100))).containsExactly(1L);
  }

  @Test
  void aTransactionBehindAnIncompleteOneOfItsInodeWaits() {
    List<PendingChange> rows = List.of(row(1, 0, 2, 10, 1), row(2, 0, 1, 10, 2));
    assertThat(SequenceOrder.next(rows, rows, ANY, 100)).isEmpty();
  }

  @Test
  void batchesAreBoundedButNeverCutATransaction() {
    List<PendingChange> rows = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      rows.add(row(1, i, 10, 100 + i, 1));
    }
    rows.add(row(2, 0, 1, 200, 1));
    assertThat(SequenceOrder.next(rows, rows, ANY, 5)).hasSize(10);
    assertThat(transactions(SequenceOrder.next(rows, rows, 1, 100))).containsOnly(1L);
  }

  @Test
  void randomHistoriesKeepTheOrderOfEachInode() {
    for (int run = 0; run < 200; run++) {
      Random random = new Random(SEED + run);
      List<PendingChange> pending = history(random);
      Map<Long, Long> reached = new HashMap<>();
      int left = pending.size();
      while (left > 0) {
        List<PendingChange> second = new ArrayList<>(pending);
        second.sort(
            Comparator.comparingLong(PendingChange::transactionId)
                .thenComparingInt(PendingChange::position));
        List<PendingChange> first = new ArrayList<>(second);
        first.removeIf(r -> random.nextInt(4) == 0);
        for (PendingChange row : SequenceOrder.next(first, second, ANY, 7)) {
          long before = reached.getOrDefault(row.change().inodeId(), 0L);
          assertThat(row.change().logicalTime()).as("seed %d", SEED + run).isGreaterThan(before);
          reached.put(row.change().inodeId(), row.change().logicalTime());
          pending.remove(row);
          left--;
        }
      }
    }
  }

  /** Transactions in commit order, with ids of clocks that differ. */
  private static List<PendingChange> history(Random random) {
    List<PendingChange> rows = new ArrayList<>();
    Map<Long, Long> logicalTimes = new HashMap<>();
    for (int tx = 0; tx < 30; tx++) {
      long id = tx * 10L + random.nextInt(60);
      long transactionId = id * 100 + tx;
      int changes = 1 + random.nextInt(3);
      for (int i = 0; i < changes; i++) {
        long inode = 1 + (random.nextInt(3) * 3L) + i;
        rows.add(row(transactionId, i, changes, inode, logicalTimes.merge(inode, 1L, Long::sum)));
      }
    }
    return rows;
  }
}
