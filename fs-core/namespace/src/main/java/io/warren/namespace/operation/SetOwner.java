package io.warren.namespace.operation;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.Principals;
import io.warren.namespace.ResolvedPath;
import org.jspecify.annotations.Nullable;

/**
 * Sets owner and group of a path. The superuser may set both; an owner may set a group of its own.
 * True when something changed.
 *
 * @param owner null to keep it
 * @param group null to keep it
 */
public record SetOwner(FsPath path, @Nullable String owner, @Nullable String group)
    implements InodeOperation<Boolean> {
  @Override
  public String name() {
    return "set_owner";
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
    Principals principals = tx.namespace().principals();
    String newOwner = owner;
    String newGroup = group;
    if (!tx.identity().superuser()) {
      requireOwnRights(tx);
    }
    Inode after =
        inode.toBuilder()
            .ownerId(newOwner == null ? inode.ownerId() : principals.userId(newOwner))
            .groupId(newGroup == null ? inode.groupId() : principals.groupId(newGroup))
            .build();
    if (after.equals(inode)) {
      return false;
    }
    tx.inodes().update(inode, after);
    return true;
  }

  private void requireOwnRights(OperationTx tx) {
    if (owner != null && !owner.equals(tx.call().user())) {
      throw new NamespaceException(
              NamespaceException.Code.ACCESS_DENIED, "Only the superuser changes an owner")
          .with("user", tx.call().user())
          .with("path", path);
    }
    if (group != null && !tx.call().groups().contains(group)) {
      throw new NamespaceException(
              NamespaceException.Code.ACCESS_DENIED, "The user does not belong to the group")
          .with("user", tx.call().user())
          .with("group", group)
          .with("path", path);
    }
  }
}
