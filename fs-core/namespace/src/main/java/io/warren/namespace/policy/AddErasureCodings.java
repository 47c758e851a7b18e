package io.warren.namespace.policy;

import io.warren.model.ErasureCodingPolicy;
import io.warren.model.ErasureCodingPolicy.State;
import io.warren.model.NamespaceException;
import io.warren.namespace.ErasureCodingPolicies;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds erasure-coding policies, disabled at first; only the superuser may. One whose name is there
 * already is answered as it is. At most once.
 *
 * @param policies their ids and states do not matter
 */
public record AddErasureCodings(List<ErasureCodingPolicy> policies)
    implements InodeOperation<List<ErasureCodingPolicy>> {
  private static final int POLICIES_MAX = 64;

  public AddErasureCodings {
    policies = List.copyOf(policies);
    if (policies.size() > POLICIES_MAX) {
      throw new NamespaceException(
              NamespaceException.Code.INVALID_ARGUMENT, "At most 64 policies are added at once")
          .with("policies", policies.size());
    }
  }

  @Override
  public String name() {
    return "add_erasure_codings";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public boolean atMostOnce() {
    return true;
  }

  @Override
  public byte @Nullable [] encode(List<ErasureCodingPolicy> result) {
    return null;
  }

  /** The first execution added them, so they are found now. */
  @Override
  public List<ErasureCodingPolicy> decode(byte @Nullable [] payload, OperationTx tx) {
    ErasureCodingPolicies present = ErasureCodingPolicies.read(tx.store());
    return policies.stream().map(policy -> present.require(policy.name())).toList();
  }

  @Override
  public List<ErasureCodingPolicy> execute(OperationTx tx) {
    tx.permissions().superuser();
    tx.checkRetry();
    List<ErasureCodingPolicy> answers = new ArrayList<>();
    for (ErasureCodingPolicy wanted : policies) {
      ErasureCodingPolicies present = ErasureCodingPolicies.read(tx.store());
      ErasureCodingPolicy same = present.find(wanted.name());
      if (same == null) {
        same =
            new ErasureCodingPolicy(
                present.freeId(),
                wanted.name(),
                wanted.codec(),
                wanted.dataUnits(),
                wanted.parityUnits(),
                wanted.cellBytes(),
                State.DISABLED);
        tx.store().insert(Tables.ERASURE_CODING_POLICIES, same);
      }
      answers.add(same);
    }
    return answers;
  }
}
