package io.warren.model;

/**
 * One block of a file; index is its place in the file, from 0. lengthBytes of a block under
 * construction is what its writer last recorded. recoveryId is the generation stamp of the recovery
 * under way, 0 for none.
 */
public record Block(
    long inodeId,
    long blockId,
    int index,
    long generationStamp,
    long lengthBytes,
    BlockState state,
    long recoveryId) {
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

  public Block withState(BlockState newState) {
    return new Block(inodeId, blockId, index, generationStamp, lengthBytes, newState, recoveryId);
  }

  public Block withLength(long newLengthBytes) {
    return new Block(inodeId, blockId, index, generationStamp, newLengthBytes, state, recoveryId);
  }

  public Block withGenerationStamp(long newGenerationStamp) {
    return new Block(inodeId, blockId, index, newGenerationStamp, lengthBytes, state, recoveryId);
  }

  public Block withRecoveryId(long newRecoveryId) {
    return new Block(inodeId, blockId, index, generationStamp, lengthBytes, state, newRecoveryId);
  }
}
