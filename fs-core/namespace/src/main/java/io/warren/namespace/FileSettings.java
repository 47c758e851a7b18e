package io.warren.namespace;

/**
 * Limits and rules of files.
 *
 * @param blockSizeMinBytes least block size of a new file
 * @param replicationMin least replication factor of a file
 * @param replicationMax greatest replication factor of a file
 * @param replicasToComplete stored replicas with which a block counts as complete
 * @param committedAllowed how many blocks at a file's end may still wait for their replicas to be
 *     reported when the file is closed
 * @param blocksPerFileMax greatest number of blocks of a file
 * @param leaseSoftLimitMs after this time without renewal another client may take a file over
 * @param leaseHardLimitMs after this time without renewal the leader closes the holder's files
 * @param accessTimePrecisionMs an access time is renewed when it is older; 0 keeps none
 * @param smallFileBytesMax greatest length of a file whose bytes may stay in the database; 0 for
 *     none
 */
public record FileSettings(
    long blockSizeMinBytes,
    int replicationMin,
    int replicationMax,
    int replicasToComplete,
    int committedAllowed,
    int blocksPerFileMax,
    long leaseSoftLimitMs,
    long leaseHardLimitMs,
    long accessTimePrecisionMs,
    int smallFileBytesMax) {
  /** The same with another bound of small files. */
  public FileSettings withSmallFiles(int bytesMax) {
    return new FileSettings(
        blockSizeMinBytes,
        replicationMin,
        replicationMax,
        replicasToComplete,
        committedAllowed,
        blocksPerFileMax,
        leaseSoftLimitMs,
        leaseHardLimitMs,
        accessTimePrecisionMs,
        bytesMax);
  }

  /** The defaults of stock HDFS, except that access times are not kept. */
  public static FileSettings defaults() {
    return new FileSettings(1 << 20, 1, 512, 1, 0, 10_000, 60_000, 20 * 60_000, 0, 0);
  }
}
