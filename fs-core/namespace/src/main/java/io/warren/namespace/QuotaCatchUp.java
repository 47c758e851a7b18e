package io.warren.namespace;

/**
 * Applies the pending updates of one directory where the leader is too far behind for checks of the
 * limit. One thread of a namenode does it for all that meet the same backlog, so the directory's
 * row is locked once for some hundred creates, not by each of them.
 */
public final class QuotaCatchUp {
  private static final int TRANSACTIONS_MAX = 100;
  private static final int STRIPES = 32;

  private final QuotaApplier applier;
  private final Object[] turns = new Object[STRIPES];

  public QuotaCatchUp(QuotaApplier applier) {
    this.applier = applier;
    for (int i = 0; i < STRIPES; i++) {
      turns[i] = new Object();
    }
  }

  /** Applies until a check can add up the rest, in a bounded number of transactions. */
  public void apply(long directoryId) {
    synchronized (turns[Math.floorMod(Long.hashCode(directoryId), STRIPES)]) {
      applier.applyOf(directoryId, QuotaCharges.PENDING_MAX / 2, TRANSACTIONS_MAX);
    }
  }
}
