package io.warren.model;

/** A change of usage below a directory with a quota, not applied yet. */
public record QuotaUpdate(
    long inodeId, long updateId, long namespaceDelta, long spaceDeltaBytes, TypeSpace typeDeltas) {
  public QuotaUpdateKey key() {
    return new QuotaUpdateKey(inodeId, updateId);
  }
}
