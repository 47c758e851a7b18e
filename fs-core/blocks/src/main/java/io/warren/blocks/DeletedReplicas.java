package io.warren.blocks;

import io.warren.model.DeletedReplica;
import io.warren.model.DeletedReplicaKey;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What datanodes have deleted of late. A namenode that stood still may hold a report from before
 * the deletion; such a report changes nothing while the deletion is remembered (ADR 75).
 */
final class DeletedReplicas {
  /**
   * How long a deletion is remembered. A namenode that stands still for so long is evicted, and the
   * reports that it then holds are refused.
   */
  static final long KEPT_MS = 600_000;

  /** Below every generation stamp. */
  private static final long EXPECTED_AGAIN = 0;

  private static final int OF_BLOCK_MAX = 1_000;
  private static final int TRIM_ROWS = 500;

  private DeletedReplicas() {}

  /** Remembers a deletion; the caller holds the block's lock. */
  static void note(Tx tx, DeletedReplicaKey key, long generationStamp, long atMs) {
    tx.upsert(
        Tables.DELETED_REPLICAS,
        new DeletedReplica(key.blockId(), key.storageId(), generationStamp, atMs));
  }

  /**
   * A datanode is told to make a replica again that it may have deleted: it may come now. That it
   * was deleted stays known, since each namenode is told of the deletion and one may be late: by
   * its report the replica that comes would be taken for an older one.
   *
   * @param isOfTarget whether a storage is one of that datanode's, which chooses among its disks
   */
  static void expectAgain(Tx tx, long blockId, IntPredicate isOfTarget) {
    for (DeletedReplica deleted :
        tx.scan(Scan.prefix(Tables.DELETED_REPLICAS, OF_BLOCK_MAX, blockId))) {
      if (isOfTarget.test(deleted.storageId())) {
        tx.upsert(
            Tables.DELETED_REPLICAS,
            new DeletedReplica(
                deleted.blockId(), deleted.storageId(), EXPECTED_AGAIN, deleted.deletedAtMs()));
      }
    }
  }

  /** Whether a deletion of a replica of that generation was not told of before. */
  static boolean isNews(@Nullable DeletedReplica deleted, long generationStamp) {
    return deleted == null
        || (deleted.generationStamp() != EXPECTED_AGAIN
            && deleted.generationStamp() < generationStamp);
  }

  /** Whether reports of a replica of that generation are from before its deletion. */
  static boolean covers(@Nullable DeletedReplica deleted, long generationStamp) {
    return deleted != null && deleted.generationStamp() >= generationStamp;
  }

  /**
   * Forgets a bounded number of deletions from before a time.
   *
   * @return how many
   */
  static int trim(Tx tx, long oldestKeptMs) {
    List<DeletedReplica> over =
        tx.scan(Scan.index(Tables.DELETED_REPLICAS, Tables.BY_TIME, TRIM_ROWS)).stream()
            .filter(deleted -> deleted.deletedAtMs() < oldestKeptMs)
            .toList();
    over.forEach(deleted -> tx.delete(Tables.DELETED_REPLICAS, deleted.key()));
    return over.size();
  }
}
