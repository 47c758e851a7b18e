package io.warren.migrate.follow;

import io.warren.migrate.load.LastIds;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Lease;
import io.warren.model.LeasePath;
import io.warren.model.LeasePathKey;
import io.warren.model.Name;
import io.warren.namespace.FsPath;
import io.warren.namespace.IdKind;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Partitioning;
import io.warren.namespace.PolicySpace;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One transaction with many edits. Nobody else writes the rows of the tree meanwhile, so they are
 * read as they are, and looked up by their paths without the operations' locks.
 *
 * <p>The feed hears of each inode once a transaction. So that its readers never see two inodes in
 * one place, a place that one inode left or took is {@link #claim claimed} by it: an edit that
 * brings another one there begins the next transaction.
 */
final class EditTx {
  private record Place(long parentId, Name name) {}

  private final OperationTx tx;
  private final Map<Place, Long> places = new HashMap<>();
  private final Map<IdKind, Long> greatest = new EnumMap<>(IdKind.class);
  private boolean first = true;
  private boolean last;

  EditTx(OperationTx tx) {
    this.tx = tx;
  }

  OperationTx operation() {
    return tx;
  }

  Tx store() {
    return tx.store();
  }

  /** Whether no edit was applied in this transaction yet. */
  boolean isFirst() {
    return first;
  }

  /** The edit that is being applied is the last one of this transaction. */
  void endHere() {
    last = true;
  }

  /** Whether the next edit begins another transaction. */
  boolean isEnded() {
    return last;
  }

  /** An edit was applied. */
  void applied() {
    first = false;
  }

  /** The rows along a path; those that edits may change are locked. */
  Found find(String text) {
    return find(FsPath.parse(text));
  }

  Found find(FsPath path) {
    List<Inode> rows = new ArrayList<>(path.depth() + 1);
    Inode row = read(List.of(Partitioning.ROOT_KEY), lock(path, 0));
    for (int depth = 0; row != null; depth++) {
      rows.add(row);
      if (depth == path.depth() || !row.isDirectory()) {
        break;
      }
      Name name = path.components().get(depth);
      row = read(Partitioning.childKeys(row, name), lock(path, depth + 1));
    }
    tx.snapshots().note(rows);
    return new Found(path, rows);
  }

  private static LockMode lock(FsPath path, int depth) {
    return depth >= path.depth() - 1 ? LockMode.EXCLUSIVE : LockMode.READ_COMMITTED;
  }

  private @Nullable Inode read(List<InodeKey> keys, LockMode lock) {
    for (InodeKey key : keys) {
      Inode row = store().get(Tables.INODES, key, lock);
      if (row != null) {
        return row;
      }
    }
    return null;
  }

  /** Whether an inode may leave or take a place in this transaction. */
  boolean claim(long parentId, Name name, long inodeId) {
    Long holder = places.putIfAbsent(new Place(parentId, name), inodeId);
    return holder == null || holder == inodeId;
  }

  /** A directory's time rises when its children change, and never falls. */
  void touch(Inode directory, long timeMs) {
    if (timeMs > directory.mtimeMs()) {
      tx.inodes().touch(directory, directory.toBuilder().mtimeMs(timeMs).build());
    }
  }

  /** Charges the quotas above a path; the file system that is followed has allowed it. */
  void charge(Found at, long names, PolicySpace space) {
    if (at.isCounted()) {
      tx.quota().chargeUnchecked(at.path(), at.ancestors(), names, space);
    }
  }

  /** A number was given out. */
  void raise(IdKind kind, long value) {
    greatest.merge(kind, value, Math::max);
  }

  /** Gives a writer a file. */
  void openLease(String holder, long inodeId) {
    store().upsert(Tables.LEASE_PATHS, new LeasePath(holder, inodeId));
    if (store().get(Tables.LEASES, holder, LockMode.EXCLUSIVE) == null) {
      store().insert(Tables.LEASES, new Lease(holder, tx.nowMs()));
    }
  }

  /** Takes a file from its writer, who is forgotten with the last one. */
  void closeLease(Inode file) {
    String holder = file.leaseHolder();
    if (holder == null) {
      return;
    }
    store().delete(Tables.LEASE_PATHS, new LeasePathKey(holder, file.id()));
    if (store().scan(Scan.prefix(Tables.LEASE_PATHS, 1, holder)).isEmpty()) {
      store().delete(Tables.LEASES, holder);
    }
  }

  /** Writes which numbers were given out; the last thing before the commit. */
  void finish() {
    greatest.forEach(
        (kind, last) -> LastIds.goOnAfter(store(), tx.namespace().runner().store(), kind, last));
  }
}
