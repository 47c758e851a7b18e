package io.warren.namespace.policy;

import io.warren.model.ErasureCodingPolicy;
import io.warren.namespace.ErasureCodingPolicies;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import java.util.List;

/** Every erasure-coding policy, removed ones included, by id. */
public record ListErasureCodings() implements InodeOperation<List<ErasureCodingPolicy>> {
  @Override
  public String name() {
    return "list_erasure_codings";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public List<ErasureCodingPolicy> execute(OperationTx tx) {
    return List.copyOf(ErasureCodingPolicies.read(tx.store()).all());
  }
}
