package io.warren.namenode.admin;

import io.warren.model.Inode;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.Tally;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An inode as the contract has it, without its path. */
record InodeView(
    long inodeId,
    long logicalTime,
    long parentId,
    String name,
    String kind,
    long sizeBytes,
    String owner,
    String group,
    int mode,
    long mtimeMs,
    long atimeMs,
    int replication,
    long blockSizeBytes,
    int storagePolicy,
    int erasureCodingPolicy,
    int features) {

  static InodeView of(EntryStatus entry) {
    Inode inode = entry.inode();
    return new InodeView(
        inode.id(),
        inode.logicalTime(),
        inode.parentId(),
        inode.name().toString(),
        inode.kind().name().toLowerCase(Locale.ROOT),
        inode.sizeBytes(),
        entry.owner(),
        entry.group(),
        inode.mode(),
        inode.mtimeMs(),
        inode.atimeMs(),
        inode.replication(),
        inode.blockSizeBytes(),
        inode.storagePolicy(),
        inode.erasureCodingPolicy(),
        inode.features());
  }

  /**
   * An inode at a path.
   *
   * @param content what is in a directory, at any depth; null where it was not asked for, is not
   *     known, or is not for the caller
   */
  record Entry(
      @com.fasterxml.jackson.annotation.JsonUnwrapped InodeView inode,
      String path,
      @Nullable Integer childrenCount,
      boolean openForWrite,
      @Nullable String symlinkTarget,
      @Nullable Amounts content) {

    /** Not counted, or not a directory: null, as the contract says. */
    static Entry of(EntryStatus entry, FsPath path, @Nullable Tally below) {
      Inode inode = entry.inode();
      boolean counted = inode.isDirectory() && entry.childrenCount() != EntryStatus.NOT_COUNTED;
      return new Entry(
          InodeView.of(entry),
          path.toString(),
          counted ? entry.childrenCount() : null,
          inode.isUnderConstruction(),
          inode.symlinkTarget(),
          below == null ? null : Amounts.of(below));
    }
  }
}
