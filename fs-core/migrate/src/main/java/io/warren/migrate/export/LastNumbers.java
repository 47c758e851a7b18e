package io.warren.migrate.export;

import io.warren.model.BlockIds;
import io.warren.model.ErasureCodingPolicy;
import io.warren.model.Striping;
import io.warren.namespace.ErasureCodingPolicies;
import io.warren.namespace.Following;
import io.warren.namespace.Following.Position;
import io.warren.namespace.Following.TakenOver;
import io.warren.namespace.IdAllocator;
import io.warren.namespace.IdKind;
import io.warren.store.LockMode;
import io.warren.store.Store;
import io.warren.store.Tx;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.common.GenerationStamp;
import org.apache.hadoop.hdfs.server.namenode.INodeId;

/**
 * The greatest numbers that may have been given to anything: a stock NameNode goes on behind them.
 *
 * @param blockGroupId 0 when there never was a block group
 * @param transactionId of the image: it rises with each change of the store
 */
record LastNumbers(
    long inodeId,
    long blockId,
    long blockGroupId,
    long generationStamp,
    int snapshotId,
    int tokenKeyId,
    int tokenNumber,
    long transactionId) {
  /** Those of a store that nobody else has open. */
  static LastNumbers read(Tx tx, Store store, ErasureCodingPolicies codings) {
    return new LastNumbers(
        Math.max(INodeId.ROOT_INODE_ID, last(tx, store, IdKind.INODE)),
        last(tx, store, IdKind.BLOCK),
        blockGroup(last(tx, store, IdKind.BLOCK_GROUP), codings),
        Math.max(GenerationStamp.LAST_RESERVED_STAMP, last(tx, store, IdKind.GENERATION_STAMP)),
        Math.toIntExact(last(tx, store, IdKind.SNAPSHOT)),
        Math.toIntExact(last(tx, store, IdKind.TOKEN_KEY)),
        Math.toIntExact(last(tx, store, IdKind.DELEGATION_TOKEN)),
        transaction(tx, store));
  }

  private static long last(Tx tx, Store store, IdKind kind) {
    return IdAllocator.firstFree(tx, store, kind) - 1;
  }

  /**
   * Ids of groups begin with their policy's, so the last one is of the policy with the greatest.
   */
  private static long blockGroup(long lastNumber, ErasureCodingPolicies codings) {
    if (lastNumber < IdKind.BLOCK_GROUP.firstId()) {
      return 0;
    }
    int policyId =
        codings.all().stream()
            .mapToInt(ErasureCodingPolicy::id)
            .filter(id -> Striping.of(id) != null)
            .max()
            .orElseThrow();
    return BlockIds.group(policyId, lastNumber);
  }

  /**
   * What was imported begins behind the last transaction that came with it, what was taken over
   * behind all by which datanodes were claimed since; while it follows the old file system it has
   * that one's number.
   */
  private static long transaction(Tx tx, Store store) {
    long changes = store.feed().head();
    Optional<TakenOver> taken = Following.takenOver(tx);
    if (taken.isPresent()) {
      long since = changes - taken.get().position().feedHead();
      return Following.claimsMax(taken.get()) + Math.max(0, since);
    }
    Optional<Position> imported = Following.position(tx, LockMode.READ_COMMITTED);
    if (imported.isEmpty()) {
      return changes;
    }
    Position position = imported.get();
    return Following.source(tx).isPresent()
        ? position.transactionId()
        : position.transactionId() + Math.max(0, changes - position.feedHead());
  }
}
