package io.warren.namespace;

import io.warren.model.ClusterEvent;
import io.warren.model.ClusterEventCause;
import io.warren.model.ClusterEventKind;
import io.warren.model.Inode;
import io.warren.model.NamenodeMember;
import io.warren.model.SubtreeOperation;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Breaks subtree locks that nobody works under, and tells of it in the same transaction. */
public final class AbandonedLocks {
  private final Namespace namespace;

  AbandonedLocks(Namespace namespace) {
    this.namespace = namespace;
  }

  /** Breaks the lock of an inode if it is still the one that was seen; returns whether it did. */
  public boolean breakLock(Tx tx, Inode seen) {
    Inode row = tx.get(Tables.INODES, seen.key(), LockMode.EXCLUSIVE);
    if (row == null
        || row.id() != seen.id()
        || row.subtreeLockOwner() != seen.subtreeLockOwner()
        || !namespace.isAbandoned(row)) {
      return false;
    }
    SubtreeOperation operation = tx.get(Tables.SUBTREE_OPERATIONS, row.id(), LockMode.EXCLUSIVE);
    tx.update(Tables.INODES, row.toBuilder().subtreeLockOwner(0).build());
    tx.delete(Tables.SUBTREE_OPERATIONS, row.id());
    tell(tx, row.id(), row.subtreeLockOwner(), operation);
    namespace.directoryViews().change(tx, List.of(row.id()));
    return true;
  }

  /** Deletes the row of an operation whose inode is not locked any more; returns whether it did. */
  public boolean breakRow(Tx tx, SubtreeOperation seen) {
    SubtreeOperation row = tx.get(Tables.SUBTREE_OPERATIONS, seen.inodeId(), LockMode.EXCLUSIVE);
    if (row == null || row.ownerNamenodeId() != seen.ownerNamenodeId()) {
      return false;
    }
    tx.delete(Tables.SUBTREE_OPERATIONS, row.inodeId());
    tell(tx, row.inodeId(), row.ownerNamenodeId(), row);
    return true;
  }

  private void tell(Tx tx, long inodeId, long ownerId, @Nullable SubtreeOperation operation) {
    long selfId = namespace.liveness().selfId();
    long nowMs = namespace.clock().millis();
    Optional<ClusterEvent> departure = ClusterEvents.departure(tx, ownerId);
    String self = name(tx, selfId);
    String owner = ownerId == selfId ? self : departure.map(ClusterEvent::subject).orElse(null);
    long lockedAtMs = operation == null ? nowMs : operation.startedAtMs();
    ClusterEvents.append(
        tx,
        new EventDraft(
                ClusterEventKind.SUBTREE_LOCK_BROKEN,
                ownerId == selfId ? ClusterEventCause.OWNER_FAILED : ClusterEventCause.OWNER_GONE,
                nowMs)
            .about(operation == null ? "inode " + inodeId : operation.path(), inodeId)
            .operation(operation == null ? null : operation.operation())
            .related(owner, ownerId)
            .observedBy(self == null ? "" : self, selfId)
            .startedAt(departure.map(ClusterEvent::startedAtMs).orElse(lockedAtMs))
            .detectedAt(departure.map(ClusterEvent::effectiveAtMs).orElse(nowMs)));
  }

  private static @Nullable String name(Tx tx, long namenodeId) {
    NamenodeMember member = tx.get(Tables.NAMENODES, namenodeId, LockMode.READ_COMMITTED);
    return member == null ? null : member.name();
  }
}
