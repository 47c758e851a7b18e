package io.warren.namespace.operation;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;

/** Target of a symbolic link. No operation creates links yet, so only its errors are reachable. */
public record GetLinkTarget(FsPath path) implements InodeOperation<String> {
  @Override
  public String name() {
    return "get_link_target";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public String execute(OperationTx tx) {
    ResolvedPath found = tx.resolve(path);
    tx.permissions().traverse(found);
    Inode last = found.requireLast();
    String target = last.symlinkTarget();
    if (target == null) {
      throw new NamespaceException(
              NamespaceException.Code.UNSUPPORTED,
              "The path is not a symbolic link; Warren does not create symbolic links")
          .with("path", path);
    }
    return target;
  }
}
