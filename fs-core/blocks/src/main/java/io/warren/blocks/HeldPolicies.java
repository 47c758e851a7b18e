package io.warren.blocks;

import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.store.InodeRows;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The storage policies that hold for files: the nearest one on the way up (ADR 28). The rows above
 * a file are read when somebody asks, one round trip each, so only who chooses places does; files
 * that one transaction looks at share what was read above them. Nothing is kept beyond a
 * transaction, for directories are renamed and get other policies.
 */
final class HeldPolicies {
  /** More levels than any path has. */
  private static final int DEPTH_MAX = 1_000;

  private final Map<Long, OptionalInt> ofDirectories = new HashMap<>();

  /**
   * The id of the policy that holds for a file, 0 for the default. Of a file that only snapshots
   * have: what holds where it was.
   *
   * @return empty when no path leads to the file now: it is being moved or freed
   */
  OptionalInt of(Tx tx, Inode file) {
    List<Long> passed = new ArrayList<>();
    OptionalInt policy = find(tx, file, passed);
    passed.forEach(id -> ofDirectories.put(id, policy));
    return policy;
  }

  private OptionalInt find(Tx tx, Inode file, List<Long> passed) {
    Inode at = file;
    while (at != null && passed.size() < DEPTH_MAX) {
      if (at.storagePolicy() != 0 || at.isRoot()) {
        return OptionalInt.of(at.storagePolicy());
      }
      Long above = above(tx, at);
      OptionalInt known = above == null ? OptionalInt.empty() : ofDirectories.get(above);
      if (above == null || known != null) {
        return known == null ? OptionalInt.empty() : known;
      }
      passed.add(above);
      at = InodeRows.find(tx, above);
    }
    return OptionalInt.empty();
  }

  /** The id of the inode above one, or above where a snapshot has it; null when there is none. */
  private static @Nullable Long above(Tx tx, Inode inode) {
    if (inode.parentId() == Inode.DETACHED_ID) {
      return null;
    }
    if (inode.parentId() != Inode.RETAINED_ID) {
      return inode.parentId();
    }
    Long cutFrom = inode.formerBlocksOf();
    if (cutFrom != null) {
      return cutFrom;
    }
    List<InodeForm> forms = tx.scan(Scan.index(Tables.INODE_FORMS, Tables.BY_ID, 1, inode.id()));
    return forms.isEmpty() ? null : forms.get(0).row().parentId();
  }
}
