package io.warren.migrate.load;

import io.warren.model.QuotaDirectory;
import io.warren.model.TypeSpace;
import io.warren.namespace.PolicySpace;

/**
 * What a directory of an image says of all that is below it: its storage policy, and its limits
 * with what is used of them, which the image does not tell. Used by one thread.
 */
final class DirectoryFacts {
  /** The limit that stands for none. */
  static final long NO_LIMIT = -1;

  private final int storagePolicy;
  private final long namesMax;
  private final long spaceBytesMax;
  private final TypeSpace typeLimits;
  private long names;
  private long spaceBytes;
  private TypeSpace types = TypeSpace.NONE;

  DirectoryFacts(int storagePolicy, long namesMax, long spaceBytesMax, TypeSpace typeLimits) {
    this.storagePolicy = storagePolicy;
    this.namesMax = namesMax;
    this.spaceBytesMax = spaceBytesMax;
    this.typeLimits = typeLimits;
  }

  /** The policy that is set here, 0 for none. */
  int storagePolicy() {
    return storagePolicy;
  }

  boolean hasQuota() {
    return namesMax != NO_LIMIT || spaceBytesMax != NO_LIMIT || !typeLimits.isNothing();
  }

  /** Whether it says nothing. */
  boolean isNothing() {
    return storagePolicy == 0 && !hasQuota();
  }

  /**
   * Counts an inode at or below the directory.
   *
   * @param policyId the storage policy that holds for it
   */
  void count(PolicySpace space, int policyId) {
    names++;
    spaceBytes += space.spaceBytes();
    types = types.plus(space.types(policyId));
  }

  /** The row of the directory's limits, after all inodes were counted. */
  QuotaDirectory quota(long inodeId) {
    return new QuotaDirectory(
        inodeId, namesMax, spaceBytesMax, names, spaceBytes, typeLimits, types);
  }
}
