package io.warren.blocks;

import io.warren.model.ReplicaEvent;
import io.warren.model.ReplicaEventKey;
import io.warren.model.ReplicaEventKind;
import io.warren.model.ReplicaKey;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened to the replicas of blocks that were not well. Every corrupt and every vanished
 * replica begins a block's history; copies and deletions are noted for blocks that have one. So the
 * loss of a whole datanode, whose state tells it all, does not write a row for each of its blocks.
 */
public final class ReplicaHistory {
  /** Most events of one block that are read. */
  public static final int EVENTS_MAX = 100;

  private static final int DETAIL_CHARS_MAX = 200;
  private static final int TRIM_ROWS = 500;

  private ReplicaHistory() {}

  /** Notes what begins a history. */
  static void begin(
      Tx tx,
      ReplicaKey replica,
      ReplicaEventKind kind,
      long generationStamp,
      @Nullable String detail,
      long atMs) {
    String words =
        detail == null ? null : detail.substring(0, Math.min(detail.length(), DETAIL_CHARS_MAX));
    tx.upsert(
        Tables.REPLICA_EVENTS,
        new ReplicaEvent(
            ReplicaEventKey.of(replica.blockId(), atMs, replica.storageId(), kind),
            atMs,
            generationStamp,
            words));
  }

  /** Notes what happened to a block's replica when the block has a history. */
  static void goOn(
      Tx tx, ReplicaKey replica, ReplicaEventKind kind, long generationStamp, long atMs) {
    if (!tx.scan(Scan.prefix(Tables.REPLICA_EVENTS, 1, replica.blockId())).isEmpty()) {
      begin(tx, replica, kind, generationStamp, null, atMs);
    }
  }

  /** A block's newest events, the newest first; at most {@link #EVENTS_MAX}. */
  public static List<ReplicaEvent> of(Tx tx, long blockId) {
    return tx.scan(Scan.prefix(Tables.REPLICA_EVENTS, EVENTS_MAX, blockId));
  }

  /**
   * Deletes a bounded number of events from before a time.
   *
   * @return how many went
   */
  public static int trim(Tx tx, long oldestKeptMs) {
    List<ReplicaEvent> doomed =
        tx.scan(Scan.index(Tables.REPLICA_EVENTS, Tables.BY_TIME, TRIM_ROWS)).stream()
            .filter(event -> event.atMs() < oldestKeptMs)
            .toList();
    doomed.forEach(event -> tx.delete(Tables.REPLICA_EVENTS, event.key()));
    return doomed.size();
  }
}
