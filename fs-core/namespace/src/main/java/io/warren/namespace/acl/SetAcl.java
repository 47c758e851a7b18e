package io.warren.namespace.acl;

import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.NamespaceException;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.rights.Acl;

/**
 * Changes the ACL of a path; its owner and the superuser may. True when it changed.
 *
 * @throws NamespaceException INVALID_ACL when the result would be none
 */
public record SetAcl(FsPath path, AclChange change) implements InodeOperation<Boolean> {
  @Override
  public String name() {
    return "set_acl";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Boolean execute(OperationTx tx) {
    ResolvedPath found = tx.lock(PathLock.last(path));
    tx.permissions().traverse(found);
    Inode inode = found.requireLast();
    tx.permissions().owner(found);
    InodeAcl row = AclRows.locked(tx, inode);
    Acl after = change.applied(inode, Acl.of(inode, row));
    if (!after.defaults().isEmpty() && !inode.isDirectory()) {
      throw new NamespaceException(
              NamespaceException.Code.INVALID_ACL,
              "Invalid ACL: only directories may have a default ACL.")
          .with("path", path);
    }
    return AclRows.write(tx, inode, after, row);
  }
}
