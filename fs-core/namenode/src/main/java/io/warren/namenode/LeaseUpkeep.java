package io.warren.namenode;

import io.warren.blocks.BlockRecoveries;
import io.warren.namenode.election.LeaderService;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.file.FileSettings;
import io.warren.namespace.lease.BlockRecovery;
import io.warren.namespace.lease.LeaseMonitor;
import io.warren.store.Tx;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The leader closes files of writers that are gone, and has their last blocks recovered. */
final class LeaseUpkeep implements LeaderService {
  private static final long RECOVERY_TIMEOUT_MS = 30_000;

  private final BlockRecoveries recoveries;
  private final LeaseMonitor monitor;
  private @Nullable LeaderFence fence;

  LeaseUpkeep(Namespace namespace, FileSettings settings, BlockRecoveries recoveries) {
    this.recoveries = recoveries;
    this.monitor =
        new LeaseMonitor(namespace, settings, RECOVERY_TIMEOUT_MS, this::check, this::order);
  }

  @Override
  public String name() {
    return "lease_monitor";
  }

  @Override
  public void run(LeaderFence present) {
    fence = present;
    monitor.tick();
  }

  private void check(Tx tx) {
    Objects.requireNonNull(fence, "The monitor runs under a fence").check(tx);
  }

  private boolean order(BlockRecovery recovery) {
    return recoveries.order(
        new BlockRecoveries.Recovery(
            recovery.blockId(),
            recovery.generationStamp(),
            recovery.lengthBytes(),
            recovery.recoveryId(),
            recovery.truncates(),
            recovery.storageIds()));
  }
}
