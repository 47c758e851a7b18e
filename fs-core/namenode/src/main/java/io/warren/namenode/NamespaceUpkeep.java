package io.warren.namenode;

import io.warren.namenode.election.LeaderService;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.upkeep.Housekeeping;
import java.util.List;
import java.util.function.Consumer;

/** The leader's housekeeping of the namespace; each task of it is a service of its own. */
record NamespaceUpkeep(String name, Consumer<LeaderFence> task) implements LeaderService {
  static List<LeaderService> services(Namespace namespace) {
    Housekeeping housekeeping = new Housekeeping(namespace);
    return List.of(
        new NamespaceUpkeep("quota_updates", housekeeping::applyQuotaUpdates),
        new NamespaceUpkeep("retry_cache", housekeeping::purgeRetryCache),
        new NamespaceUpkeep("subtree_locks", housekeeping::clearAbandonedLocks),
        new NamespaceUpkeep("deleted_trees", housekeeping::freeDeletedTrees),
        new NamespaceUpkeep("repartitioning", housekeeping::moveChildren),
        new NamespaceUpkeep("snapshot_garbage", housekeeping::freeSnapshotGarbage),
        new NamespaceUpkeep("old_jobs", housekeeping::forgetJobs),
        new NamespaceUpkeep("count_totals", housekeeping::countTotals),
        new NamespaceUpkeep("directory_totals", housekeeping::foldTotals));
  }

  @Override
  public void run(LeaderFence fence) {
    task.accept(fence);
  }
}
