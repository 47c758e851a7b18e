package io.warren.store.testkit;

import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.ChildrenPartitioning;
import io.warren.model.ClusterVariable;
import io.warren.model.Inode;
import io.warren.model.InodeKind;
import io.warren.model.Name;

/** Rows for tests that care about a few of their columns. */
public final class Samples {
  private Samples() {}

  /** A plain file. */
  public static Inode file(long partitionId, long parentId, String name, long id) {
    return inode(partitionId, parentId, Name.of(name), id, InodeKind.FILE);
  }

  /** A plain directory whose children are in its own partition. */
  public static Inode directory(long partitionId, long parentId, String name, long id) {
    return inode(partitionId, parentId, Name.of(name), id, InodeKind.DIRECTORY);
  }

  private static Inode inode(long partitionId, long parentId, Name name, long id, InodeKind kind) {
    return new Inode(
        partitionId,
        parentId,
        name,
        id,
        kind,
        1,
        2,
        3,
        0644,
        1_700_000_000_000L,
        1_700_000_000_001L,
        0,
        kind == InodeKind.FILE ? 3 : 0,
        kind == InodeKind.FILE ? 134_217_728 : 0,
        0,
        ChildrenPartitioning.BY_PARENT,
        false,
        0,
        null,
        null,
        null,
        0,
        0,
        0,
        0,
        0,
        0);
  }

  /** A cluster variable. */
  public static ClusterVariable variable(String name, String value) {
    return new ClusterVariable(name, value);
  }

  /** The change that created an inode. */
  public static Change created(Inode inode) {
    return new Change(
        inode.id(),
        inode.logicalTime(),
        0,
        0,
        ChangeOperation.CREATE,
        inode.parentId(),
        inode.name(),
        inode.kind(),
        inode.sizeBytes(),
        "owner",
        "group",
        inode.mode(),
        inode.mtimeMs(),
        inode.atimeMs(),
        inode.replication(),
        inode.blockSizeBytes(),
        0,
        null,
        inode.storagePolicy(),
        inode.features(),
        0,
        inode.erasureCodingPolicy());
  }
}
