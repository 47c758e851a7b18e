package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.DeletedReplica;
import io.warren.model.InvalidatedReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import org.jspecify.annotations.Nullable;

/**
 * What a reported replica means for a block's rows: a pure decision, with the rules of stock HDFS
 * (BlockManager: checkReplicaCorrupt, isBlockUnderConstruction). Applying a verdict's change makes
 * the next verdict on the same report NOTHING, which is what makes repeated reports cheap.
 */
enum ReplicaVerdict {
  /** The rows already say so, or the report is older than what they say. */
  NOTHING,
  /** A pipeline makes a replica here; the rows don't know its place or its generation stamp. */
  EXPECT,
  /** A finalised replica that the rows lack. */
  ADD,
  /** The replica is gone. */
  REMOVE,
  /** A finalised replica that does not fit the block. */
  CORRUPT;

  /**
   * Judges a report.
   *
   * @param gone the last deletion that the replica's datanode told of at its place; null when none
   *     is remembered
   */
  static ReplicaVerdict of(
      ReportedReplica reported, BlockRows rows, @Nullable DeletedReplica gone) {
    if (reported.state() == ReportedReplica.State.DELETED) {
      ReplicaVerdict verdict = deleted(reported, rows);
      // Also when the rows know nothing more of it: what is still to come of it is older.
      boolean isNews = DeletedReplicas.isNews(gone, reported.generationStamp());
      return verdict == NOTHING && isNews && !isNewer(reported, rows) ? REMOVE : verdict;
    }
    boolean remembered = DeletedReplicas.covers(gone, reported.generationStamp());
    if (remembered && rows.replica(reported.storageId()) == null) {
      // The report is from before the deletion: a namenode that stood still passes it on.
      return NOTHING;
    }
    return switch (reported.state()) {
      case DELETED -> NOTHING;
      case FINALIZED -> finalized(reported, rows);
      case BEING_WRITTEN, WAITING_FOR_RECOVERY -> beingWritten(reported, rows);
    };
  }

  private static ReplicaVerdict deleted(ReportedReplica reported, BlockRows rows) {
    int storage = reported.storageId();
    Replica replica = rows.replica(storage);
    ReplicaUnderConstruction expected = rows.beingWritten(storage);
    if (isNewer(reported, rows)) {
      return rows.invalidated(storage) == null ? NOTHING : REMOVE;
    }
    boolean known =
        replica != null
            || expected != null
            || rows.corrupt(storage) != null
            || rows.invalidated(storage) != null;
    return known ? REMOVE : NOTHING;
  }

  /** Whether the rows know of a newer replica at the place than the one that was deleted. */
  private static boolean isNewer(ReportedReplica reported, BlockRows rows) {
    Replica replica = rows.replica(reported.storageId());
    ReplicaUnderConstruction expected = rows.beingWritten(reported.storageId());
    return (replica != null && replica.generationStamp() > reported.generationStamp())
        || (expected != null && expected.generationStamp() > reported.generationStamp());
  }

  private static ReplicaVerdict finalized(ReportedReplica reported, BlockRows rows) {
    Block block = rows.block();
    Replica replica = rows.replica(reported.storageId());
    if (replica != null && replica.generationStamp() > reported.generationStamp()) {
      return NOTHING;
    }
    boolean fits =
        block.state().isOpen()
            ? reported.generationStamp() >= block.generationStamp() || block.state().isRecovering()
            : reported.generationStamp() == block.generationStamp()
                && reported.lengthBytes() == block.lengthBytes();
    CorruptReplica corrupt = rows.corrupt(reported.storageId());
    InvalidatedReplica invalidated = rows.invalidated(reported.storageId());
    boolean doomed =
        invalidated != null && invalidated.generationStamp() >= reported.generationStamp();
    if (doomed && replica == null) {
      // Its deletion was ordered, because it is corrupt; the datanode has not got to it yet.
      return NOTHING;
    }
    if (!fits) {
      return outdated(reported, rows) || noted(reported, rows) ? NOTHING : CORRUPT;
    }
    boolean same =
        replica != null
            && replica.generationStamp() == reported.generationStamp()
            && replica.lengthBytes() == reported.lengthBytes();
    boolean clears = corrupt != null && corrupt.generationStamp() < reported.generationStamp();
    return same && !clears ? NOTHING : ADD;
  }

  /**
   * Whether the report is an echo of what the rows knew before the block was reopened: another
   * namenode passes a datanode's reports on late.
   */
  private static boolean outdated(ReportedReplica reported, BlockRows rows) {
    if (reported.generationStamp() >= rows.block().generationStamp()) {
      return false;
    }
    Replica replica = rows.replica(reported.storageId());
    ReplicaUnderConstruction expected = rows.beingWritten(reported.storageId());
    boolean known =
        replica != null
            && replica.generationStamp() == reported.generationStamp()
            && rows.corrupt(reported.storageId()) == null;
    return known || (expected != null && expected.generationStamp() > reported.generationStamp());
  }

  private static boolean noted(ReportedReplica reported, BlockRows rows) {
    CorruptReplica corrupt = rows.corrupt(reported.storageId());
    InvalidatedReplica invalidated = rows.invalidated(reported.storageId());
    // Noted while it was being written it has no row yet, and its bucket would mismatch for ever.
    boolean stored = rows.replica(reported.storageId()) != null;
    return (stored && corrupt != null && corrupt.generationStamp() == reported.generationStamp())
        || (invalidated != null && invalidated.generationStamp() == reported.generationStamp());
  }

  private static ReplicaVerdict beingWritten(ReportedReplica reported, BlockRows rows) {
    Block block = rows.block();
    if (block.state() == BlockState.COMPLETE) {
      // A replica that a crashed pipeline left behind at its old generation stamp. A replica of
      // the right generation stamp may just be reported late, after its RECEIVED.
      boolean stray =
          reported.state() == ReportedReplica.State.WAITING_FOR_RECOVERY
              || reported.generationStamp() < block.generationStamp();
      boolean known =
          rows.replica(reported.storageId()) != null
              || rows.corrupt(reported.storageId()) != null
              || rows.invalidated(reported.storageId()) != null;
      return stray && !known ? CORRUPT : NOTHING;
    }
    ReplicaUnderConstruction expected = rows.beingWritten(reported.storageId());
    boolean stale =
        !block.state().isRecovering() && reported.generationStamp() < block.generationStamp();
    if (stale) {
      return NOTHING;
    }
    return expected != null && expected.generationStamp() >= reported.generationStamp()
        ? NOTHING
        : EXPECT;
  }
}
