package io.warren.namespace;

import io.warren.model.QuotaDirectory;
import org.jspecify.annotations.Nullable;

/**
 * What a subtree holds.
 *
 * @param directories counts the directory itself
 * @param lengthBytes sum of the file lengths
 * @param spaceConsumedBytes length times replication
 * @param quota the directory's own limits, or null
 */
public record ContentTotals(
    long files,
    long directories,
    long symlinks,
    long lengthBytes,
    long spaceConsumedBytes,
    @Nullable QuotaDirectory quota) {
  /** Names used, as a namespace quota counts them. */
  public long names() {
    return files + directories + symlinks;
  }
}
