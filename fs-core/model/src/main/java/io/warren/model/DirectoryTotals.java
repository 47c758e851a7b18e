package io.warren.model;

/**
 * What is in a directory and what is below it, as far as changes were added. Both are encoded
 * tallies; callers must not change their bytes.
 *
 * @param parentId of the directory, as it is now
 * @param storagePolicy set on the directory itself, 0 for none
 * @param counted whether what was in the directory before its changes were recorded is in the sums
 * @param own what is directly in it
 * @param below what is below it, at any depth, without the directory itself
 */
public record DirectoryTotals(
    long directoryId, long parentId, int storagePolicy, boolean counted, byte[] own, byte[] below) {
  /** Greatest length of a tally. */
  public static final int TALLY_MAX_BYTES = 300;

  /** Of a directory of which nothing is known yet, or nothing is in it. */
  public static DirectoryTotals empty(Inode directory, boolean counted) {
    return new DirectoryTotals(
        directory.id(),
        directory.parentId(),
        directory.storagePolicy(),
        counted,
        new byte[0],
        new byte[0]);
  }
}
