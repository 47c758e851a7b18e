package io.warren.migrate.rehearse;

/**
 * A block's copy, as a datanode's files or a list tell it.
 *
 * @param generationStamp 0 without a file of checksums, as a stock datanode reports it
 * @param finalized whether its writer has ended it; a copy that is being written is longer than its
 *     block's row may say
 * @param copies how many datanodes hold such a one, 0 for a block that a list names as missing; of
 *     a whole group of coded blocks how many of them are there
 * @param isWholeGroup whether it is a group of coded blocks, with the length of its data
 */
record FoundReplica(
    long blockId,
    long generationStamp,
    long lengthBytes,
    boolean finalized,
    int copies,
    boolean isWholeGroup) {
  /** What a datanode has in a file of its own. */
  static FoundReplica ofFile(
      long blockId, long generationStamp, long lengthBytes, boolean finalized) {
    return new FoundReplica(blockId, generationStamp, lengthBytes, finalized, 1, false);
  }
}
