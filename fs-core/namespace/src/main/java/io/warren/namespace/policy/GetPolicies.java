package io.warren.namespace.policy;

import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.rights.Access;

/** The policies that hold at a path; needs read on it. */
public record GetPolicies(FsPath path) implements InodeOperation<EffectivePolicies> {
  @Override
  public String name() {
    return "get_policies";
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
  public EffectivePolicies execute(OperationTx tx) {
    ResolvedPath found = tx.resolve(path);
    tx.permissions().traverse(found);
    found.requireLast();
    tx.permissions().last(found, Access.READ);
    return EffectivePolicies.of(found.rows());
  }
}
