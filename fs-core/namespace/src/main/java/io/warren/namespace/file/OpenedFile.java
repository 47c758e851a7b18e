package io.warren.namespace.file;

import io.warren.namespace.EntryStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file as a reader opens it.
 *
 * @param blocks the blocks that overlap the asked range, in the order of the file
 * @param last the file's last block, whether or not it was asked for; null for a file without
 *     blocks
 * @param accessTimeDue whether the access time is older than the precision
 * @param contents all bytes of a file that is in the database, which is read without blocks; null
 *     for any other, and where they were not asked for
 */
public record OpenedFile(
    EntryStatus status,
    List<FileBlock> blocks,
    @Nullable FileBlock last,
    boolean accessTimeDue,
    @Nullable FileContents contents) {
  public OpenedFile {
    blocks = List.copyOf(blocks);
  }

  /** A file that is in the database. */
  static OpenedFile inDatabase(
      EntryStatus status, boolean accessTimeDue, @Nullable FileContents contents) {
    return new OpenedFile(status, List.of(), null, accessTimeDue, contents);
  }

  /** Whether the bytes are in the database, also where a snapshot reads them. */
  public boolean isInDatabase() {
    return contents != null || status.inode().inDatabase();
  }

  /** Length without a block that is still being written. */
  public long settledLengthBytes() {
    if (isInDatabase()) {
      return status.inode().sizeBytes();
    }
    FileBlock end = last;
    return end == null
        ? 0
        : end.isOpen() ? end.offsetBytes() : end.offsetBytes() + end.block().lengthBytes();
  }

  public boolean isUnderConstruction() {
    return status.inode().isUnderConstruction();
  }
}
