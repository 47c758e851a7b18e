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
 */
public record OpenedFile(
    EntryStatus status, List<FileBlock> blocks, @Nullable FileBlock last, boolean accessTimeDue) {
  public OpenedFile {
    blocks = List.copyOf(blocks);
  }

  /** Length without a block that is still being written. */
  public long settledLengthBytes() {
    FileBlock end = last;
    return end == null
        ? 0
        : end.isOpen() ? end.offsetBytes() : end.offsetBytes() + end.block().lengthBytes();
  }

  public boolean isUnderConstruction() {
    return status.inode().isUnderConstruction();
  }
}
