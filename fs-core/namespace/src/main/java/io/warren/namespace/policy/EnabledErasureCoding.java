package io.warren.namespace.policy;

import io.warren.model.NamespaceException;
import io.warren.namespace.ErasureCodingPolicies;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;

/**
 * The number of an erasure-coding policy that directories can be given.
 *
 * @param policy name of an enabled policy, or "replication"
 */
public record EnabledErasureCoding(String policy) implements InodeOperation<Integer> {
  public EnabledErasureCoding {
    if (policy.isEmpty()) {
      throw new NamespaceException(
          NamespaceException.Code.INVALID_ARGUMENT, "Name an erasure coding policy");
    }
  }

  @Override
  public String name() {
    return "enabled_erasure_coding";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Integer execute(OperationTx tx) {
    return ErasureCodingPolicies.read(tx.store()).enabledId(policy);
  }
}
