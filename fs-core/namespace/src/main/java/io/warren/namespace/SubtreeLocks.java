package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;

/** What an operation does when its path meets a subtree lock. */
final class SubtreeLocks {
  /** A lock whose owner is dead: it must be cleared before the operation runs again. */
  static final class Abandoned extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final transient Inode inode;

    Abandoned(Inode inode) {
      super("A dead namenode left a subtree lock", null, false, false);
      this.inode = inode;
    }
  }

  private SubtreeLocks() {}

  /**
   * Refuses a path that leads through a locked inode.
   *
   * @param ownLockId id of the inode whose lock the caller itself holds, 0 for none
   */
  static void check(ResolvedPath path, Namespace namespace, long ownLockId) {
    for (int depth = 0; depth <= path.existingDepth(); depth++) {
      Inode inode = path.at(depth);
      if (inode.subtreeLockOwner() == 0 || inode.id() == ownLockId) {
        continue;
      }
      refuse(path.path().prefix(depth), inode, namespace);
    }
  }

  /** Refuses a locked inode; a lock that nobody works under unwinds to be cleared instead. */
  static void refuse(FsPath at, Inode inode, Namespace namespace) {
    if (namespace.isAbandoned(inode)) {
      throw new Abandoned(inode);
    }
    throw new NamespaceException(
            NamespaceException.Code.SUBTREE_LOCKED, "A subtree operation runs at the path")
        .with("path", at)
        .with("ownerNamenodeId", inode.subtreeLockOwner());
  }
}
