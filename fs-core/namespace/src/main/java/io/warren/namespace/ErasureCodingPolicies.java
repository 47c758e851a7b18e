package io.warren.namespace;

import io.warren.model.ErasureCodingPolicy;
import io.warren.model.ErasureCodingPolicy.State;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All erasure-coding policies: the built-in ones, and what the store says otherwise. */
public final class ErasureCodingPolicies {
  /** Set on a directory whose files are replicated whatever its parents say. */
  public static final int REPLICATION_ID = -1;

  static final String REPLICATION_NAME = "replication";
  public static final int USER_ID_MIN = 64;
  static final int USER_ID_MAX = 127;

  private static final int CELL_BYTES = 1 << 20;
  private static final String DEFAULT_NAME = "RS-6-3-1024k";
  private static final ErasureCodingPolicy[] BUILT_IN = {
    builtIn(1, DEFAULT_NAME, "rs", 6, 3).in(State.ENABLED),
    builtIn(2, "RS-3-2-1024k", "rs", 3, 2),
    builtIn(3, "RS-LEGACY-6-3-1024k", "rs-legacy", 6, 3),
    builtIn(4, "XOR-2-1-1024k", "xor", 2, 1),
    builtIn(5, "RS-10-4-1024k", "rs", 10, 4),
  };

  private final Map<Integer, ErasureCodingPolicy> byId = new TreeMap<>();

  private ErasureCodingPolicies() {}

  private static ErasureCodingPolicy builtIn(
      int id, String name, String codec, int dataUnits, int parityUnits) {
    return new ErasureCodingPolicy(
        id, name, codec, dataUnits, parityUnits, CELL_BYTES, State.DISABLED);
  }

  public static ErasureCodingPolicies read(Tx tx) {
    ErasureCodingPolicies policies = new ErasureCodingPolicies();
    for (ErasureCodingPolicy policy : BUILT_IN) {
      policies.byId.put(policy.id(), policy);
    }
    tx.scan(Scan.prefix(Tables.ERASURE_CODING_POLICIES, USER_ID_MAX))
        .forEach(policy -> policies.byId.put(policy.id(), policy));
    return policies;
  }

  public Collection<ErasureCodingPolicy> all() {
    return byId.values();
  }

  public @Nullable ErasureCodingPolicy find(int id) {
    return byId.get(id);
  }

  /** The number of a policy by its name, of a removed one, too; null when there never was one. */
  public @Nullable Integer idOf(String name) {
    if (name.equals(REPLICATION_NAME)) {
      return REPLICATION_ID;
    }
    return byId.values().stream()
        .filter(policy -> policy.name().equals(name))
        .map(ErasureCodingPolicy::id)
        .findFirst()
        .orElse(null);
  }

  /** A policy that was not removed, by name; null when there is none. */
  public @Nullable ErasureCodingPolicy find(String name) {
    for (ErasureCodingPolicy policy : byId.values()) {
      if (policy.name().equals(name) && policy.state() != State.REMOVED) {
        return policy;
      }
    }
    return null;
  }

  public ErasureCodingPolicy require(String name) {
    ErasureCodingPolicy policy = find(name);
    if (policy == null) {
      throw new NamespaceException(Code.INVALID_ARGUMENT, "No erasure coding policy has this name")
          .with("policy", name);
    }
    return policy;
  }

  /** Id of an enabled policy; of the default one for an empty name. */
  public int enabledId(String name) {
    if (name.equalsIgnoreCase(REPLICATION_NAME)) {
      return REPLICATION_ID;
    }
    ErasureCodingPolicy policy = find(name.isEmpty() ? DEFAULT_NAME : name);
    if (policy == null || policy.state() != State.ENABLED) {
      throw new NamespaceException(
              Code.INVALID_ARGUMENT,
              "The policy does not match any enabled erasure coding policy: enable it first")
          .with("policy", name)
          .with(
              "enabled",
              byId.values().stream()
                  .filter(p -> p.state() == State.ENABLED)
                  .map(ErasureCodingPolicy::name)
                  .toList());
    }
    return policy.id();
  }

  /** An id that no policy ever had. */
  public int freeId() {
    for (int id = USER_ID_MIN; id <= USER_ID_MAX; id++) {
      if (!byId.containsKey(id)) {
        return id;
      }
    }
    throw new NamespaceException(
            Code.INVALID_ARGUMENT, "There are as many erasure coding policies as there can be")
        .with("idMax", USER_ID_MAX);
  }
}
