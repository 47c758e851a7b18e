package io.warren.migrate.export;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.FilesUnderConstructionSection.FileUnderConstructionEntry;
import org.jspecify.annotations.Nullable;

/**
 * Writes inodes, which of them are open files, and what files were before; counts them, and names
 * what is lost of them. Used by one thread.
 */
final class InodeExport {
  private static final long PROGRESS_INODES = 100_000;

  private final InodeMessages messages;
  private final BlockCursor cursor;
  private final FormerFiles former;
  private final SnapshotPaths paths;
  private final LeftOut leftOut;
  private final LongConsumer progress;
  private final PartFiles parts;
  private final Map<String, Long> taken = new TreeMap<>();
  private long written;

  InodeExport(
      InodeMessages messages,
      BlockCursor cursor,
      FormerFiles former,
      SnapshotPaths paths,
      LeftOut leftOut,
      LongConsumer progress,
      PartFiles parts) {
    this.messages = messages;
    this.cursor = cursor;
    this.former = former;
    this.paths = paths;
    this.leftOut = leftOut;
    this.progress = progress;
    this.parts = parts;
  }

  /** How many of each kind were written. */
  Map<String, Long> taken() {
    return taken;
  }

  /** How many were written. */
  long written() {
    return written;
  }

  /** Names something that is lost of an inode. */
  void lost(Loss loss, Inode inode, long number) throws IOException {
    leftOut.add(loss, paths.of(inode, number));
  }

  /** Counts what was written. */
  void took(String what, long count) {
    if (count != 0) {
      taken.merge(what, count, Long::sum);
    }
  }

  /** Writes an inode of which there is no former row. */
  void write(StoredInode stored, long number) throws IOException {
    Inode inode = stored.inode();
    List<Block> blocks = inode.isFile() ? cursor.of(inode.id()) : List.of();
    write(stored, blocks, number);
  }

  /** Writes an inode with what it was. */
  void write(StoredInode stored, History history) throws IOException {
    Inode inode = stored.inode();
    long number = history.lastNumber();
    if (!inode.isFile()) {
      write(stored, List.of(), number);
      return;
    }
    List<Block> blocks = history.inTree() ? cursor.of(inode.id()) : former.blocks(inode, number);
    write(stored, blocks, number);
    int states =
        former.write(
            history,
            blocks,
            (row, then, whole) -> {
              lostOfState(row, then);
              // What is lost of the file itself is named with it.
              if (!whole && then != number) {
                lost(Loss.LENGTH, row, then);
              }
            },
            parts.of(SectionName.SNAPSHOT_DIFF));
    took("former states that snapshots hold", states);
  }

  /** Names what is lost of what an inode was in a snapshot. */
  void lostOfState(Inode row, long number) throws IOException {
    if (messages.isOurs(row)) {
      lost(Loss.STORAGE_POLICY, row, number);
    }
    if (row.isDirectory() && row.atimeMs() != 0) {
      lost(Loss.DIRECTORY_ACCESS_TIME, row, number);
    }
  }

  private void write(StoredInode stored, List<Block> blocks, long number) throws IOException {
    Inode inode = stored.inode();
    messages.of(stored, blocks).writeDelimitedTo(parts.inodes());
    lostOfState(inode, number);
    switch (inode.kind()) {
      case DIRECTORY -> tookHeld("directories", 1, number);
      case FILE -> writeFile(inode, blocks, number);
      case SYMLINK -> tookHeld("symbolic links", 1, number);
    }
    took("ACLs", stored.acl().isEmpty() ? 0 : 1);
    took("extended attributes", stored.xattrs().size());
    took("quotas", stored.quota() == null ? 0 : 1);
    written++;
    if (written % PROGRESS_INODES == 0) {
      progress.accept(written);
    }
  }

  private void tookHeld(String what, long count, long number) {
    took(number == SnapshotPaths.PRESENT ? what : what + " that only snapshots hold", count);
  }

  private void writeFile(Inode file, List<Block> blocks, long number) throws IOException {
    boolean present = number == SnapshotPaths.PRESENT;
    tookHeld("files", 1, number);
    tookHeld("blocks", blocks.size(), number);
    if (file.isUnderConstruction()) {
      took("files open for writing", 1);
      FileUnderConstructionEntry.newBuilder()
          .setInodeId(file.id())
          .setFullPath(paths.of(file, number))
          .build()
          .writeDelimitedTo(parts.of(SectionName.FILES_UNDERCONSTRUCTION));
    }
    long lengthBytes = FormerFiles.bytes(blocks);
    tookHeld("bytes", lengthBytes, number);
    if (present ? lengthBytes != file.sizeBytes() : lengthBytes < file.sizeBytes()) {
      lost(Loss.LENGTH, file, number);
    }
    Loss unfinished = unfinished(blocks);
    if (unfinished != null) {
      lost(unfinished, file, number);
    }
  }

  /** What datanodes still have to do on a file's last block that an image can't tell them. */
  private static @Nullable Loss unfinished(List<Block> blocks) {
    Block last = blocks.isEmpty() ? null : blocks.get(blocks.size() - 1);
    if (last == null || last.state() != BlockState.UNDER_TRUNCATION) {
      return null;
    }
    return last.isBeingCopied() ? Loss.COPY_OF_BLOCK : Loss.TRUNCATION;
  }
}
