package io.warren.store.ndb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses which pending changes get the next sequences, and in which order. Scans are not atomic:
 * one can show a transaction in part, or a change without an earlier one of the same inode. So a
 * transaction is taken when all its changes are there and a first scan had seen it too; the second
 * scan waits for rows in flight, so everything that was committed before it is there as well, and
 * goes in front of it. Transactions stay whole, and the changes of an inode rise in logical time.
 */
final class SequenceOrder {
  private final Map<Long, List<PendingChange>> transactions = new LinkedHashMap<>();
  private final Map<Long, List<PendingChange>> byInode = new HashMap<>();
  private final Set<Long> seenBefore = new HashSet<>();
  private final Set<Long> picked = new HashSet<>();
  private final Set<Long> visiting = new HashSet<>();
  private final List<PendingChange> order = new ArrayList<>();

  private SequenceOrder(List<PendingChange> first, List<PendingChange> second) {
    first.forEach(row -> seenBefore.add(row.transactionId()));
    for (PendingChange row : second) {
      transactions.computeIfAbsent(row.transactionId(), id -> new ArrayList<>()).add(row);
      byInode.computeIfAbsent(row.change().inodeId(), id -> new ArrayList<>()).add(row);
    }
  }

  /**
   * The next rows.
   *
   * @param first an earlier scan
   * @param second a later scan, by transaction and position
   * @param newestId transactions above this id wait: the scan may not have reached all that was
   *     committed before them
   * @param rowsMax where to stop; a single transaction may be larger
   */
  static List<PendingChange> next(
      List<PendingChange> first, List<PendingChange> second, long newestId, int rowsMax) {
    SequenceOrder chosen = new SequenceOrder(first, second);
    for (Long id : chosen.transactions.keySet()) {
      if (chosen.order.size() >= rowsMax) {
        break;
      }
      if (id <= newestId && chosen.seenBefore.contains(id)) {
        chosen.pick(id);
      }
    }
    return chosen.order;
  }

  private boolean pick(long id) {
    if (picked.contains(id)) {
      return true;
    }
    List<PendingChange> rows = transactions.get(id);
    if (rows == null || !complete(rows)) {
      return false;
    }
    // Clocks that disagree can't make a circle of real commits; wrong data must not hang the feed.
    if (!visiting.add(id)) {
      return true;
    }
    try {
      for (PendingChange row : rows) {
        for (PendingChange earlier : earlierOf(row)) {
          if (!pick(earlier.transactionId())) {
            return false;
          }
        }
      }
    } finally {
      visiting.remove(id);
    }
    picked.add(id);
    order.addAll(rows);
    return true;
  }

  private static boolean complete(@Nullable List<PendingChange> rows) {
    return rows != null && rows.size() == rows.get(0).transactionChanges();
  }

  private List<PendingChange> earlierOf(PendingChange row) {
    List<PendingChange> earlier = new ArrayList<>();
    for (PendingChange other : byInode.getOrDefault(row.change().inodeId(), List.of())) {
      if (other.transactionId() != row.transactionId()
          && other.change().logicalTime() < row.change().logicalTime()) {
        earlier.add(other);
      }
    }
    return earlier;
  }
}
