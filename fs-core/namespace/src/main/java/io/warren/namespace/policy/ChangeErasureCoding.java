package io.warren.namespace.policy;

import io.warren.model.ErasureCodingPolicy;
import io.warren.model.ErasureCodingPolicy.State;
import io.warren.model.NamespaceException;
import io.warren.namespace.DoneOnce;
import io.warren.namespace.ErasureCodingPolicies;
import io.warren.namespace.OperationTx;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;

/**
 * Enables, disables or removes an erasure-coding policy; only the superuser may. Directories that
 * have it keep it. At most once.
 *
 * @param state REMOVED only for policies that users added
 */
public record ChangeErasureCoding(String policy, State state) implements DoneOnce {
  @Override
  public String name() {
    return "change_erasure_coding";
  }

  @Override
  public Boolean execute(OperationTx tx) {
    tx.permissions().superuser();
    tx.checkRetry();
    int id = ErasureCodingPolicies.read(tx.store()).require(policy).id();
    tx.store().get(Tables.ERASURE_CODING_POLICIES, id, LockMode.EXCLUSIVE);
    ErasureCodingPolicy locked = ErasureCodingPolicies.read(tx.store()).require(policy);
    if (state == State.REMOVED && locked.id() < ErasureCodingPolicies.USER_ID_MIN) {
      throw new NamespaceException(
              NamespaceException.Code.INVALID_ARGUMENT,
              "A built-in erasure coding policy cannot be removed")
          .with("policy", policy);
    }
    if (locked.state() != state) {
      tx.store().upsert(Tables.ERASURE_CODING_POLICIES, locked.in(state));
    }
    return true;
  }
}
