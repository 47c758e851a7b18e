package io.warren.namespace.operation;

import io.warren.model.Inode;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PermissionChecker;
import io.warren.namespace.rights.Access;
import io.warren.namespace.subtree.RightsBelow;
import java.util.List;

/**
 * What a recursive delete needs below its directory: all rights to every directory with children,
 * and what the sticky bit asks for each child.
 */
final class DeleteRights implements RightsBelow {
  static final DeleteRights INSTANCE = new DeleteRights();

  private DeleteRights() {}

  @Override
  public boolean needsChildren(OperationTx tx, Inode directory) {
    return (directory.mode() & PermissionChecker.STICKY) != 0 && !tx.permissions().owns(directory);
  }

  @Override
  public void check(OperationTx tx, FsPath path, Inode directory, List<Inode> children) {
    PermissionChecker permissions = tx.permissions();
    permissions.require(path, directory, Access.ALL);
    if (needsChildren(tx, directory)) {
      for (Inode child : children) {
        if (!permissions.owns(child)) {
          FsPath childPath = path.child(child.name());
          throw permissions.deniedBySticky(childPath, child, directory);
        }
      }
    }
  }
}
