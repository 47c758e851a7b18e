package io.warren.namespace.operation;

import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.rights.Access;

/** Fails with NOT_FOUND or ACCESS_DENIED unless the caller has some rights to a path. */
public record CheckAccess(FsPath path, Access access) implements InodeOperation<Boolean> {
  @Override
  public String name() {
    return "check_access";
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
  public Boolean execute(OperationTx tx) {
    ResolvedPath found = tx.resolve(path);
    tx.permissions().traverse(found);
    found.requireLast();
    tx.permissions().last(found, access);
    return true;
  }
}
