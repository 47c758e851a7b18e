package io.warren.namespace.file;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.InodeKind;
import io.warren.model.Name;
import io.warren.namespace.IdKind;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Partitioning;
import io.warren.store.schema.Tables;
import org.jspecify.annotations.Nullable;

/**
 * Rows of inodes that come with a new file, without a mode. The group is the parent's, as
 * everywhere in HDFS.
 */
final class NewInodes {
  private NewInodes() {}

  /** An empty file that is open for writing. */
  static Inode file(
      OperationTx tx,
      Inode parent,
      Name name,
      int replication,
      long blockSizeBytes,
      int storagePolicy,
      String holder,
      String clientMachine) {
    Inode blank = blank(tx, parent, name, InodeKind.FILE, ChildrenPartitioning.BY_PARENT);
    tx.store().beginPartition(Tables.BLOCKS, blank.id());
    return blank.toBuilder()
        .atimeMs(tx.nowMs())
        .replication(replication)
        .blockSizeBytes(blockSizeBytes)
        .storagePolicy(storagePolicy)
        .leaseHolder(holder)
        .leaseMachine(clientMachine)
        .build();
  }

  /**
   * A directory made on the way to a file.
   *
   * @param depth number of components of its path
   */
  static Inode parentOfFile(OperationTx tx, Inode parent, Name name, int depth) {
    return blank(
        tx,
        parent,
        name,
        InodeKind.DIRECTORY,
        Partitioning.forNewDirectory(depth, tx.namespace().config().hashedLevels()));
  }

  private static Inode blank(
      OperationTx tx, Inode parent, Name name, InodeKind kind, ChildrenPartitioning children) {
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
        0,
        tx.nowMs(),
        0,
        0,
        0,
        0,
        0,
        children,
        false,
        0,
        none,
        none,
        none,
        0,
        0,
        0,
        0,
        0,
        0);
  }
}
