package io.warren.namespace;

import io.warren.model.QuotaDirectory;
import io.warren.model.TypeSpace;

/**
 * Limits and usage of a directory; a limit of {@link #NONE} means none.
 *
 * @param namespaceUsed names in use, the directory itself included
 * @param spaceUsedBytes bytes in use, replicas counted
 * @param typeQuotas limits by type of storage, 0 for none
 */
public record QuotaStatus(
    long namespaceQuota,
    long spaceQuotaBytes,
    long namespaceUsed,
    long spaceUsedBytes,
    TypeSpace typeQuotas,
    TypeSpace typeUsed) {
  public static final long NONE = -1;

  /**
   * Without limits.
   *
   * @param held what only snapshots hold
   */
  public static QuotaStatus unlimited(ContentTotals totals, ContentTotals held) {
    return new QuotaStatus(
        NONE,
        NONE,
        totals.names() + held.names(),
        totals.spaceConsumedBytes() + held.spaceConsumedBytes(),
        TypeSpace.NONE,
        totals.space().plus(held.space()).types(0));
  }

  /** Of a directory with a quota, whose updates are all applied. */
  public static QuotaStatus of(QuotaDirectory row) {
    return new QuotaStatus(
        row.namespaceQuota(),
        row.spaceQuotaBytes(),
        row.namespaceUsed(),
        row.spaceUsedBytes(),
        row.typeQuotas(),
        row.typeUsed());
  }
}
