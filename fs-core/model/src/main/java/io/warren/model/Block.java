package io.warren.model;

import org.jspecify.annotations.Nullable;

/**
 * One block of a file; index is its place in the file, from 0. lengthBytes of a block under
 * construction is what its writer last recorded. recoveryId is the generation stamp of the recovery
 * under way, 0 for none. codingPolicyId is the erasure-coding policy of a group that came from
 * HDFS, whose ids do not name it; 0 for all other blocks.
 */
public record Block(
    long inodeId,
    long blockId,
    int index,
    long generationStamp,
    long lengthBytes,
    BlockState state,
    long recoveryId,
    int codingPolicyId) {
  /** A contiguous block, or a group of our own, whose id names its policy. */
  public Block(
      long inodeId,
      long blockId,
      int index,
      long generationStamp,
      long lengthBytes,
      BlockState state,
      long recoveryId) {
    this(inodeId, blockId, index, generationStamp, lengthBytes, state, recoveryId, 0);
  }

  public BlockKey key() {
    return new BlockKey(inodeId, blockId);
  }

  /**
   * Whether datanodes are making the block from the beginning of a former one, which snapshots go
   * on reading: it comes into being under the stamp of that recovery, so no replica has an older
   * one.
   */
  public boolean isBeingCopied() {
    return state == BlockState.UNDER_TRUNCATION && generationStamp == recoveryId;
  }

  /** How a group is striped; null for contiguous blocks and for a policy that is not built in. */
  public @Nullable Striping striping() {
    if (!BlockIds.isStriped(blockId)) {
      return null;
    }
    return Striping.of(codingPolicyId == 0 ? BlockIds.policyId(blockId) : codingPolicyId);
  }

  /** The block in a place of a file. */
  public Block at(long newInodeId, int newIndex) {
    return new Block(
        newInodeId,
        blockId,
        newIndex,
        generationStamp,
        lengthBytes,
        state,
        recoveryId,
        codingPolicyId);
  }

  public Block withState(BlockState newState) {
    return new Block(
        inodeId,
        blockId,
        index,
        generationStamp,
        lengthBytes,
        newState,
        recoveryId,
        codingPolicyId);
  }

  public Block withLength(long newLengthBytes) {
    return new Block(
        inodeId,
        blockId,
        index,
        generationStamp,
        newLengthBytes,
        state,
        recoveryId,
        codingPolicyId);
  }

  public Block withGenerationStamp(long newGenerationStamp) {
    return new Block(
        inodeId,
        blockId,
        index,
        newGenerationStamp,
        lengthBytes,
        state,
        recoveryId,
        codingPolicyId);
  }

  public Block withRecoveryId(long newRecoveryId) {
    return new Block(
        inodeId,
        blockId,
        index,
        generationStamp,
        lengthBytes,
        state,
        newRecoveryId,
        codingPolicyId);
  }
}
