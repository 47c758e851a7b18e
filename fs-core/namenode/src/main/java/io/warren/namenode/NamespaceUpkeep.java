package io.warren.namenode;

import io.warren.namenode.election.LeaderService;
import io.warren.namespace.Housekeeping;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;

/** The leader's housekeeping of the namespace: quota, retry cache, abandoned locks, leftovers. */
final class NamespaceUpkeep implements LeaderService {
  private final Housekeeping housekeeping;

  NamespaceUpkeep(Namespace namespace) {
    housekeeping = new Housekeeping(namespace);
  }

  @Override
  public String name() {
    return "housekeeping";
  }

  @Override
  public void run(LeaderFence fence) {
    housekeeping.run(fence);
  }
}
