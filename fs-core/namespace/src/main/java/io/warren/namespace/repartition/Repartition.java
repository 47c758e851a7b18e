package io.warren.namespace.repartition;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.DirectoryRepartition;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import io.warren.store.schema.Tables;

/**
 * Begins to move a directory's children to other partitions, or turns a running move round; {@link
 * ChildMover} does the moving. Answers the directory's inode id. Only the superuser may. Asking for
 * what is already so, or already under way, changes nothing.
 *
 * @param target BY_PARENT or HASHED
 */
public record Repartition(FsPath path, ChildrenPartitioning target)
    implements InodeOperation<Long> {
  private static final int SHOWN_PATH_CHARS_MAX = 2_000;

  public Repartition {
    if (target.isChanging()) {
      throw new NamespaceException(
              NamespaceException.Code.INVALID_ARGUMENT, "Children are by parent or hashed")
          .with("target", target);
    }
  }

  @Override
  public String name() {
    return "repartition";
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
  public Long execute(OperationTx tx) {
    tx.permissions().superuser();
    ResolvedPath found = tx.lock(PathLock.last(path));
    Inode directory = found.requireDirectory();
    ChildrenPartitioning present = directory.childrenPartitioning();
    if (present.target() == target) {
      return directory.id();
    }
    tx.inodes()
        .updateUnnoticed(
            directory,
            directory.toBuilder()
                .childrenPartitioning(ChildrenPartitioning.towards(target))
                .childrenVersion(directory.childrenVersion() + 1)
                .build());
    tx.store()
        .upsert(
            Tables.DIRECTORY_REPARTITIONS,
            new DirectoryRepartition(directory.id(), shown(), tx.call().user(), 0, tx.nowMs()));
    return directory.id();
  }

  private String shown() {
    String text = path.toString();
    return text.length() <= SHOWN_PATH_CHARS_MAX ? text : text.substring(0, SHOWN_PATH_CHARS_MAX);
  }
}
