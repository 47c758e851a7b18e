package io.warren.namespace.operation;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.InodeKind;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.namespace.CreateMode;
import io.warren.namespace.FsPath;
import io.warren.namespace.IdKind;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.Partitioning;
import io.warren.namespace.PathLock;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.acl.Inheritance;
import io.warren.namespace.rights.Access;
import org.jspecify.annotations.Nullable;

/**
 * Makes a directory. True also when it exists already; ALREADY_EXISTS when a file is in its place.
 *
 * @param mode of the new directory; parents made on the way also let their owner write and pass
 * @param createParent whether missing parents are made; NOT_FOUND otherwise
 * @param owner owner of what is made; null for the caller
 */
public record Mkdirs(FsPath path, CreateMode mode, boolean createParent, @Nullable String owner)
    implements InodeOperation<Boolean> {
  public Mkdirs(FsPath path, int mode, boolean createParent) {
    this(path, CreateMode.of(mode), createParent, null);
  }

  @Override
  public String name() {
    return "mkdirs";
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
    ResolvedPath found = tx.lockToAdd(PathLock.deepest(path), batch -> {});
    tx.permissions().traverseToMake(found);
    if (found.exists()) {
      requireDirectory(found);
      return true;
    }
    path.requireCreatable();
    tx.permissions().deepestExisting(found, Access.WRITE);
    if (!createParent) {
      found.requireParent();
    }
    int missing = found.depth() - found.existingDepth();
    Inode parent = found.at(found.existingDepth());
    tx.quota().charge(found, missing, PolicySpace.NONE);
    tx.touchDirectory(parent);
    Inheritance inheritance = Inheritance.from(tx, parent);
    for (int depth = found.existingDepth(); depth < path.depth(); depth++) {
      boolean isLast = depth == path.depth() - 1;
      Inode directory = newDirectory(tx, parent, depth + 1);
      parent = inheritance.insert(tx, directory, isLast ? mode : mode.onTheWay());
    }
    return true;
  }

  private void requireDirectory(ResolvedPath found) {
    if (!found.requireLast().isDirectory()) {
      throw new NamespaceException(
              NamespaceException.Code.ALREADY_EXISTS, "A file is in the way of the directory")
          .with("path", path);
    }
  }

  private Inode newDirectory(OperationTx tx, Inode parent, int depth) {
    Name name = path.components().get(depth - 1);
    InodeKey key = Partitioning.childKey(parent, name);
    ChildrenPartitioning children =
        Partitioning.forNewDirectory(depth, tx.namespace().config().hashedLevels());
    int ownerId =
        owner == null ? tx.identity().userId() : tx.namespace().principals().userId(owner);
    return new Inode(
        key.partitionId(),
        key.parentId(),
        name,
        tx.ids().next(IdKind.INODE),
        InodeKind.DIRECTORY,
        1,
        ownerId,
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
}
