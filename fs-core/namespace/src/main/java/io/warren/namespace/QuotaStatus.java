package io.warren.namespace;

/**
 * Limits and usage of a directory; a limit of {@link #NONE} means none.
 *
 * @param namespaceUsed names in use, the directory itself included
 * @param spaceUsedBytes bytes in use, replicas counted
 */
public record QuotaStatus(
    long namespaceQuota, long spaceQuotaBytes, long namespaceUsed, long spaceUsedBytes) {
  public static final long NONE = -1;
}
