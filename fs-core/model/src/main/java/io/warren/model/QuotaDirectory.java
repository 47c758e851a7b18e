package io.warren.model;

/**
 * Limits and usage of a directory with a quota; a limit of -1 means none. Usage is applied with a
 * lag from quota updates.
 *
 * @param typeQuotas limits by type of storage, 0 for none
 */
public record QuotaDirectory(
    long inodeId,
    long namespaceQuota,
    long spaceQuotaBytes,
    long namespaceUsed,
    long spaceUsedBytes,
    TypeSpace typeQuotas,
    TypeSpace typeUsed) {}
