package io.warren.model;

/**
 * A file that is open for writing under a lease. The inode id stands for the path: a rename changes
 * nothing here.
 */
public record LeasePath(String holder, long inodeId) {
  public LeasePathKey key() {
    return new LeasePathKey(holder, inodeId);
  }
}
