package io.warren.namespace.file;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.InodeKind;
import io.warren.model.Name;
import io.warren.namespace.IdKind;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Partitioning;
import org.jspecify.annotations.Nullable;

/** Rows of inodes that come with a new file. The group is the parent's, as everywhere in HDFS. */
final class NewInodes {
  private static final int MODE_MASK = 01777;
  private static final int OWNER_WRITE_EXECUTE = 0300;

  private NewInodes() {}

  /** An empty file that is open for writing. */
  static Inode file(
      OperationTx tx,
      Inode parent,
      Name name,
      int mode,
      int replication,
      long blockSizeBytes,
      int storagePolicy,
      String holder,
      String clientMachine) {
    Inode blank = blank(tx, parent, name, InodeKind.FILE, mode, ChildrenPartitioning.BY_PARENT);
    return blank.toBuilder()
        .atimeMs(tx.nowMs())
        .replication(replication)
        .blockSizeBytes(blockSizeBytes)
        .storagePolicy(storagePolicy == 0 ? parent.storagePolicy() : storagePolicy)
        .leaseHolder(holder)
        .leaseMachine(clientMachine)
        .build();
  }

  /**
   * A directory made on the way to a file of that mode; its owner can write and pass.
   *
   * @param depth number of components of its path
   */
  static Inode parentOfFile(OperationTx tx, Inode parent, Name name, int depth, int fileMode) {
    return blank(
        tx,
        parent,
        name,
        InodeKind.DIRECTORY,
        fileMode | OWNER_WRITE_EXECUTE,
        Partitioning.forNewDirectory(depth, tx.namespace().config().hashedLevels()));
  }

  private static Inode blank(
      OperationTx tx,
      Inode parent,
      Name name,
      InodeKind kind,
      int mode,
      ChildrenPartitioning children) {
    InodeKey key = Partitioning.childKey(parent, name);
    @Nullable String none = null;
    return new Inode(
        key.partitionId(),
        key.parentId(),
        name,
        tx.ids().next(IdKind.INODE),
        kind,
        1,
        tx.identity().userId(),
        parent.groupId(),
        mode & MODE_MASK,
        tx.nowMs(),
        0,
        0,
        0,
        0,
        parent.storagePolicy(),
        children,
        false,
        0,
        none,
        none,
        none,
        0,
        0,
        0);
  }
}
