package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.QuotaDirectory;
import org.jspecify.annotations.Nullable;

/** Adds up what a subtree holds. Used by one thread. */
public final class ContentSums {
  private final PolicySpace.Sum space = new PolicySpace.Sum();
  private long files;
  private long directories;
  private long symlinks;
  private long lengthBytes;

  /**
   * Counts an inode, without what is below it.
   *
   * @param policyIdAbove the storage policy that it inherits when it has none of its own
   */
  public void add(Inode inode, int policyIdAbove) {
    switch (inode.kind()) {
      case FILE -> {
        files++;
        lengthBytes += inode.sizeBytes();
        space.add(PolicySpace.ofFile(inode, inode.sizeBytes()).inheriting(policyIdAbove));
      }
      case DIRECTORY -> directories++;
      case SYMLINK -> symlinks++;
    }
  }

  /** The sums, with the limits of the directory that was counted. */
  public ContentTotals totals(@Nullable QuotaDirectory quota) {
    return new ContentTotals(files, directories, symlinks, lengthBytes, space.total(), quota);
  }
}
