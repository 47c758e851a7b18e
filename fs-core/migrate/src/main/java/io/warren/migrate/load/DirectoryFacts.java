package io.warren.migrate.load;

import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaType;
import io.warren.model.TypeSpace;
import io.warren.namespace.PolicySpace;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatPBINode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.QuotaByStorageTypeEntry;

/**
 * What a directory of an image says of all that is below it: its policies, and its limits with what
 * is used of them, which the image does not tell. Used by one thread.
 */
final class DirectoryFacts {
  /** The limit that stands for none. */
  static final long NO_LIMIT = -1;

  private final SetPolicies policies;
  private final long namesMax;
  private final long spaceBytesMax;
  private final TypeSpace typeLimits;
  private long names;
  private long spaceBytes;
  private TypeSpace types = TypeSpace.NONE;

  DirectoryFacts(SetPolicies policies, long namesMax, long spaceBytesMax, TypeSpace typeLimits) {
    this.policies = policies;
    this.namesMax = namesMax;
    this.spaceBytesMax = spaceBytesMax;
    this.typeLimits = typeLimits;
  }

  /** What a directory of an image says, or said when a snapshot was taken. */
  static DirectoryFacts of(INodeDirectory directory, SetPolicies policies) {
    return new DirectoryFacts(
        policies,
        limit(directory.hasNsQuota() ? directory.getNsQuota() : NO_LIMIT),
        limit(directory.hasDsQuota() ? directory.getDsQuota() : NO_LIMIT),
        typeLimits(directory));
  }

  /** The root of a stock namespace has the greatest number for a limit that it has not. */
  private static long limit(long stored) {
    return stored < 0 || stored == Long.MAX_VALUE ? NO_LIMIT : stored;
  }

  private static TypeSpace typeLimits(INodeDirectory directory) {
    TypeSpace limits = TypeSpace.NONE;
    if (directory.hasTypeQuotas()) {
      for (QuotaByStorageTypeEntry entry :
          FSImageFormatPBINode.Loader.loadQuotaByStorageTypeEntries(directory.getTypeQuotas())) {
        QuotaType type = QuotaType.valueOf(entry.getStorageType().name());
        limits = limits.with(type, Math.max(0, entry.getQuota()));
      }
    }
    return limits;
  }

  /** What is set here. */
  SetPolicies policies() {
    return policies;
  }

  boolean hasQuota() {
    return namesMax != NO_LIMIT || spaceBytesMax != NO_LIMIT || !typeLimits.isNothing();
  }

  /** Whether it says nothing. */
  boolean isNothing() {
    return policies.equals(SetPolicies.NONE) && !hasQuota();
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
