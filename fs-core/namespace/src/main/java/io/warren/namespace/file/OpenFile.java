package io.warren.namespace.file;

import io.warren.model.Inode;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.lease.Leases;
import io.warren.store.LockMode;

/** A file that its writer changes, with its path: locked, and the lease checked. */
record OpenFile(ResolvedPath found, Inode inode) {

  /**
   * Locks the file exclusively.
   *
   * @param fileId 0 when the client did not send one
   * @throws io.warren.model.NamespaceException NOT_FOUND, IS_A_DIRECTORY or LEASE_EXPIRED
   */
  static OpenFile lock(OperationTx tx, FsPath path, long fileId, String holder) {
    ResolvedPath found = tx.lockFile(path, fileId, LockMode.EXCLUSIVE);
    Inode inode = found.requireFile();
    Leases.check(found.path(), inode, holder);
    return new OpenFile(found, inode);
  }

  /** Reads the file without a lock, to decide something that is decided again under a lock. */
  static OpenFile peek(OperationTx tx, FsPath path, long fileId, String holder) {
    ResolvedPath found =
        fileId == 0 ? tx.resolve(path) : tx.lockFile(path, fileId, LockMode.READ_COMMITTED);
    Inode inode = found.requireFile();
    Leases.check(found.path(), inode, holder);
    return new OpenFile(found, inode);
  }

  FsPath path() {
    return found.path();
  }

  /** Writes the file's size when it changed; of one in the database its rows' is the size. */
  Inode resize(OperationTx tx, long sizeBytes) {
    return sizeBytes == inode.sizeBytes() || inode.inDatabase()
        ? inode
        : tx.inodes().update(inode, inode.toBuilder().sizeBytes(sizeBytes).build());
  }
}
