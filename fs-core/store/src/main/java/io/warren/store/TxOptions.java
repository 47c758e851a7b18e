package io.warren.store;

import org.jspecify.annotations.Nullable;

/**
 * How to begin a transaction.
 *
 * @param operation name for metrics and errors, e.g. "mkdirs"; from a bounded set
 * @param readOnly writes and exclusive locks are refused; the adapter may give a consistent
 *     snapshot, and then refuses shared locks too
 * @param partitionHint value of the first partition column of the row that matters most, so that
 *     the transaction starts on its shard (distribution-aware transactions); 0 for no hint
 * @param lockTimeoutMs how long to wait for a row lock before code LOCK_TIMEOUT; an adapter whose
 *     servers have a limit of their own takes that
 * @param sequenced whether {@link Tx#commit()} must return the feed sequence, even where the store
 *     gives it later than the commit; only for callers that use it
 * @param answer who waits for the commit's durability instead of {@link Tx#commit()}, where the
 *     adapter can tell him; null for nobody
 */
public record TxOptions(
    String operation,
    boolean readOnly,
    long partitionHint,
    int lockTimeoutMs,
    boolean sequenced,
    @Nullable Acknowledgement answer) {
  /** Default wait for a row lock. */
  public static final int LOCK_TIMEOUT_MS = 2_000;

  public static TxOptions write(String operation) {
    return new TxOptions(operation, false, 0, LOCK_TIMEOUT_MS, false, null);
  }

  public static TxOptions read(String operation) {
    return new TxOptions(operation, true, 0, LOCK_TIMEOUT_MS, false, null);
  }

  public TxOptions hint(long partition) {
    return new TxOptions(operation, readOnly, partition, lockTimeoutMs, sequenced, answer);
  }

  public TxOptions lockTimeout(int timeoutMs) {
    return new TxOptions(operation, readOnly, partitionHint, timeoutMs, sequenced, answer);
  }

  /** The commit must return its feed sequence. */
  public TxOptions withSequence() {
    return new TxOptions(operation, readOnly, partitionHint, lockTimeoutMs, true, answer);
  }

  /** The commit may return before it is durable: somebody else waits for that. */
  public TxOptions answeredBy(Acknowledgement by) {
    return new TxOptions(operation, readOnly, partitionHint, lockTimeoutMs, sequenced, by);
  }
}
