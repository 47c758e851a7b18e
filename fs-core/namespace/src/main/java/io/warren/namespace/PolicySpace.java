package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.Striping;
import io.warren.model.TypeSpace;
import java.util.HashMap;
import java.util.Map;

/**
 * Space by the storage policy that it is stored under. The policy 0 stands for what is inherited
 * from above the place that is spoken of, so that a subtree keeps its space wherever it is moved.
 */
public record PolicySpace(Map<Integer, Amount> byPolicy) {
  public static final PolicySpace NONE = new PolicySpace(Map.of());

  /**
   * An amount of data.
   *
   * @param lengthBytes without replicas
   * @param spaceBytes replicas counted
   */
  public record Amount(long lengthBytes, long spaceBytes) {
    private Amount plus(Amount other) {
      return new Amount(lengthBytes + other.lengthBytes, spaceBytes + other.spaceBytes);
    }

    private boolean isNothing() {
      return lengthBytes == 0 && spaceBytes == 0;
    }
  }

  public PolicySpace {
    byPolicy = Map.copyOf(byPolicy);
  }

  /** Bytes of a file, stored as often as the file says, or with its parity. */
  public static PolicySpace ofFile(Inode file, long lengthBytes) {
    Striping striping = file.striping();
    if (striping != null) {
      return of(file.storagePolicy(), lengthBytes, striping.spaceBytes(lengthBytes));
    }
    return of(file.storagePolicy(), lengthBytes, lengthBytes * file.replication());
  }

  /** Bytes under one policy. */
  public static PolicySpace of(int policyId, long lengthBytes, long spaceBytes) {
    Amount amount = new Amount(lengthBytes, spaceBytes);
    return amount.isNothing() ? NONE : new PolicySpace(Map.of(policyId, amount));
  }

  public PolicySpace plus(PolicySpace other) {
    if (byPolicy.isEmpty() || other.byPolicy.isEmpty()) {
      return byPolicy.isEmpty() ? other : this;
    }
    Map<Integer, Amount> sums = new HashMap<>(byPolicy);
    other.byPolicy.forEach((policy, amount) -> sums.merge(policy, amount, Amount::plus));
    sums.values().removeIf(Amount::isNothing);
    return new PolicySpace(sums);
  }

  public PolicySpace minus(PolicySpace other) {
    return plus(other.negated());
  }

  public PolicySpace negated() {
    Map<Integer, Amount> negative = new HashMap<>();
    byPolicy.forEach((p, a) -> negative.put(p, new Amount(-a.lengthBytes(), -a.spaceBytes())));
    return new PolicySpace(negative);
  }

  /**
   * The same seen from one level up, where what is inherited has a policy of its own.
   *
   * @param policyId 0 when nothing is set on that level
   */
  public PolicySpace inheriting(int policyId) {
    Amount inherited = byPolicy.get(0);
    if (policyId == 0 || inherited == null) {
      return this;
    }
    Map<Integer, Amount> known = new HashMap<>(byPolicy);
    known.remove(0);
    known.merge(policyId, inherited, Amount::plus);
    return new PolicySpace(known);
  }

  /** Only the part that inherits its policy. */
  public PolicySpace inherited() {
    Amount amount = byPolicy.get(0);
    return amount == null ? NONE : new PolicySpace(Map.of(0, amount));
  }

  public boolean isNothing() {
    return byPolicy.isEmpty();
  }

  /** Without replicas, under all policies. */
  public long lengthBytes() {
    return byPolicy.values().stream().mapToLong(Amount::lengthBytes).sum();
  }

  /** Replicas counted, under all policies. */
  public long spaceBytes() {
    return byPolicy.values().stream().mapToLong(Amount::spaceBytes).sum();
  }

  /**
   * The space by type of storage.
   *
   * @param inheritedPolicyId the policy that is inherited, 0 when there is none
   */
  public TypeSpace types(int inheritedPolicyId) {
    TypeSpace sum = TypeSpace.NONE;
    for (Map.Entry<Integer, Amount> entry : inheriting(inheritedPolicyId).byPolicy.entrySet()) {
      ReplicaTypes types = ReplicaTypes.of(entry.getKey());
      if (types != null) {
        Amount amount = entry.getValue();
        long others = amount.spaceBytes() - amount.lengthBytes();
        sum =
            sum.plus(TypeSpace.of(types.first(), amount.lengthBytes()))
                .plus(TypeSpace.of(types.others(), others));
      }
    }
    return sum;
  }

  /** Adds up many amounts. Used by one thread. */
  public static final class Sum {
    private final Map<Integer, Amount> amounts = new HashMap<>();

    public void add(int policyId, long lengthBytes, long spaceBytes) {
      amounts.merge(policyId, new Amount(lengthBytes, spaceBytes), Amount::plus);
    }

    public void add(PolicySpace space) {
      space.byPolicy.forEach((policy, amount) -> amounts.merge(policy, amount, Amount::plus));
    }

    public PolicySpace total() {
      amounts.values().removeIf(Amount::isNothing);
      return new PolicySpace(amounts);
    }
  }
}
