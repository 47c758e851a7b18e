package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.namespace.OperationTx;
import io.warren.namespace.walk.StepWalk.Visited;
import io.warren.store.ReadBatch;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The directories above items whose own rows are locked, as they are now. */
final class AncestorRows {
  private AncestorRows() {}

  /**
   * Reads them by id, in one batch; refused when a subtree operation runs at one.
   *
   * @param locked rows that are locked in this transaction, by key
   */
  static Map<Long, Inode> read(
      OperationTx tx, List<Visited> items, Map<InodeKey, @Nullable Inode> locked) {
    Map<InodeKey, ReadBatch.Row<Inode>> asked = new HashMap<>();
    ReadBatch reads = tx.store().batch();
    Map<Long, Inode> directories = new HashMap<>();
    for (Visited item : items) {
      for (int depth = 0; depth < item.ancestors().size(); depth++) {
        InodeKey key = item.ancestors().get(depth).key();
        Inode row = locked.get(key);
        if (row != null) {
          tx.requireNoSubtreeLock(item.path().prefix(depth), row);
          directories.put(row.id(), row);
        } else if (!asked.containsKey(key)) {
          asked.put(key, reads.get(Tables.INODES, key));
        }
      }
    }
    reads.execute();
    for (ReadBatch.Row<Inode> read : asked.values()) {
      Inode row = read.get();
      if (row != null) {
        tx.requireNoSubtreeLock(items.get(0).path(), row);
        directories.put(row.id(), row);
      }
    }
    return directories;
  }

  /** Those above one item; null when one of them is not where the walk saw it. */
  static @Nullable List<Inode> present(List<Inode> ancestors, Map<Long, Inode> directories) {
    List<Inode> rows = new ArrayList<>();
    for (Inode ancestor : ancestors) {
      Inode row = directories.get(ancestor.id());
      if (row == null || !row.key().equals(ancestor.key())) {
        return null;
      }
      rows.add(row);
    }
    return rows;
  }

  static List<Inode> withLast(List<Inode> ancestors, Inode row) {
    List<Inode> rows = new ArrayList<>(ancestors);
    rows.add(row);
    return rows;
  }
}
