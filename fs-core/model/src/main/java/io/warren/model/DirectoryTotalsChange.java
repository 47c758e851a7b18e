package io.warren.model;

/**
 * What a change adds to a directory's totals, not added yet. Both are encoded tallies; callers must
 * not change their bytes.
 *
 * @param inodeId what changed
 * @param logicalTime of the change
 * @param own added to what is directly in the directory, and so to what is below it
 * @param below added to what is below it alone: what came or went with a directory
 */
public record DirectoryTotalsChange(
    long directoryId, long inodeId, long logicalTime, byte[] own, byte[] below) {
  public DirectoryTotalsChangeKey key() {
    return new DirectoryTotalsChangeKey(directoryId, inodeId, logicalTime);
  }
}
