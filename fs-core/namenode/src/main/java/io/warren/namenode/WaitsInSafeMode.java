package io.warren.namenode;

import io.warren.namenode.election.LeaderService;
import io.warren.namespace.LeaderFence;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** A leader's service that changes files or replicas, and therefore pauses in safe mode. */
record WaitsInSafeMode(LeaderService service, BooleanSupplier isOn) implements LeaderService {
  /** The others only keep books: of quotas, totals, calls, tokens, jobs, events and reports. */
  private static final Set<String> PAUSED =
      Set.of(
          "lease_monitor",
          "replica_upkeep",
          "deleted_trees",
          "repartitioning",
          "snapshot_garbage",
          "trash");

  /** The services, each of which pauses if it has to. */
  static List<LeaderService> all(List<LeaderService> services, BooleanSupplier isOn) {
    return services.stream()
        .map(each -> PAUSED.contains(each.name()) ? new WaitsInSafeMode(each, isOn) : each)
        .toList();
  }

  @Override
  public String name() {
    return service.name();
  }

  @Override
  public void run(LeaderFence fence) {
    if (!isOn.getAsBoolean()) {
      service.run(fence);
    }
  }

  @Override
  public void deposed() {
    service.deposed();
  }
}
