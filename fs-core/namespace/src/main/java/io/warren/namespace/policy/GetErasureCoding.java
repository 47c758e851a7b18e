package io.warren.namespace.policy;

import io.warren.model.ErasureCodingPolicy;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.ErasureCodingPolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.rights.Access;
import java.util.Optional;

/** The erasure-coding policy that holds at a path; empty for replication. Needs read on it. */
public record GetErasureCoding(FsPath path)
    implements InodeOperation<Optional<ErasureCodingPolicy>> {
  @Override
  public String name() {
    return "get_erasure_coding";
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
  public Optional<ErasureCodingPolicy> execute(OperationTx tx) {
    ResolvedPath found = tx.resolve(path);
    tx.permissions().traverse(found);
    found.requireLast();
    tx.permissions().last(found, Access.READ);
    int id = EffectivePolicies.of(found.rows()).erasureCoding();
    return id == 0
        ? Optional.empty()
        : Optional.ofNullable(ErasureCodingPolicies.read(tx.store()).find(id));
  }
}
