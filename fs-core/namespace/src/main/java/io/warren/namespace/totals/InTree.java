package io.warren.namespace.totals;

import io.warren.model.DirectoryTotals;
import io.warren.model.Inode;
import io.warren.namespace.Partitioning;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether directories are in the tree: below the root, not below one that was deleted. */
final class InTree {
  private static final int LEVELS_MAX = 5_000;

  private final Tx tx;
  private final Map<Long, Boolean> known = new HashMap<>();

  InTree(Tx tx) {
    this.tx = tx;
    known.put(Inode.ROOT_ID, true);
    // The root's own parent.
    known.put(Partitioning.ROOT_KEY.parentId(), true);
    known.put(Partitioning.DETACHED_ID, false);
    known.put(Partitioning.RETAINED_ID, false);
  }

  /** As of now, without locks. */
  boolean holds(long directoryId) {
    List<Long> passed = new ArrayList<>();
    long id = directoryId;
    Boolean answer = known.get(id);
    while (answer == null && passed.size() < LEVELS_MAX) {
      passed.add(id);
      Long above = parentOf(id);
      id = above == null ? Partitioning.DETACHED_ID : above;
      answer = known.get(id);
    }
    boolean holds = Boolean.TRUE.equals(answer);
    passed.forEach(at -> known.put(at, holds));
    return holds;
  }

  private @Nullable Long parentOf(long id) {
    DirectoryTotals totals = tx.get(Tables.DIRECTORY_TOTALS, id, LockMode.READ_COMMITTED);
    if (totals != null) {
      return totals.parentId();
    }
    Inode inode = InodeRows.find(tx, id);
    return inode == null ? null : inode.parentId();
  }
}
