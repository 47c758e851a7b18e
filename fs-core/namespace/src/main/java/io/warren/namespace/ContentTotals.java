package io.warren.namespace;

import io.warren.model.QuotaDirectory;
import org.jspecify.annotations.Nullable;

/**
 * What a subtree holds.
 *
 * @param directories counts the directory itself
 * @param lengthBytes sum of the file lengths
 * @param space length times replication, by storage policy
 * @param quota the directory's own limits, or null
 */
public record ContentTotals(
    long files,
    long directories,
    long symlinks,
    long lengthBytes,
    PolicySpace space,
    @Nullable QuotaDirectory quota) {
  public static final ContentTotals NOTHING = new ContentTotals(0, 0, 0, 0, PolicySpace.NONE, null);

  /** Names used, as a namespace quota counts them. */
  public long names() {
    return files + directories + symlinks;
  }

  /** Replicas counted. */
  public long spaceConsumedBytes() {
    return space.spaceBytes();
  }
}
