package io.warren.model;

/**
 * A block report that was taken. The newest {@link #KEPT_PER_STORAGE} of each storage are kept.
 *
 * @param startedAtMs when its first message reached the namenode
 * @param durationMs until its last message was applied
 * @param buckets how many hashes were compared; 0 for a report of a stock datanode
 * @param bucketsMatching those whose replicas need not be sent
 * @param bucketsMismatching those whose replicas were sent; of a FULL report those that would have
 *     been
 * @param replicas finalised replicas that the datanode has
 * @param changes rows that the report changed
 * @param bytesReceived of all its messages, without RPC headers
 * @param bytesSaved what a stock full report would have taken more; 0 when it would not
 * @param namenodeId which took it
 * @param nextDueAtMs when the next one is expected; 0 when the datanode alone knows
 * @param lastFullAtMs when the last FULL report began, this one included; 0 for never
 */
public record BlockReport(
    int storageId,
    long startedAtMs,
    BlockReportKind kind,
    long durationMs,
    int buckets,
    int bucketsMatching,
    int bucketsMismatching,
    long replicas,
    long changes,
    long bytesReceived,
    long bytesSaved,
    long namenodeId,
    long nextDueAtMs,
    long lastFullAtMs) {
  /** Rows of one storage. */
  public static final int KEPT_PER_STORAGE = 100;

  public BlockReportKey key() {
    return new BlockReportKey(storageId, startedAtMs);
  }

  /** When its last message was applied. */
  public long finishedAtMs() {
    return startedAtMs + durationMs;
  }
}
