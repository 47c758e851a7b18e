package io.warren.namenode;

import io.warren.blocks.BlockRecoveries;
import io.warren.namenode.election.LeaderService;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.lease.BlockRecovery;
import io.warren.namespace.lease.RecoveryOrders;
import io.warren.namespace.recovery.LeaseMonitor;
import io.warren.store.Tx;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** The leader closes files of writers that are gone, and has their last blocks recovered. */
final class LeaseUpkeep implements LeaderService {
  /** After this time the recovery of a block is begun again, if possible by another datanode. */
  private static final String RECOVERY_TIMEOUT_MS_KEY = "warren.lease.recovery.timeout-ms";

  private static final long RECOVERY_TIMEOUT_DEFAULT_MS = 30_000;

  private final BlockRecoveries recoveries;
  private final LeaseMonitor monitor;
  private @Nullable LeaderFence fence;

  LeaseUpkeep(Namespace namespace, Configuration conf, BlockRecoveries recoveries) {
    this.recoveries = recoveries;
    this.monitor =
        new LeaseMonitor(
            namespace,
            FileRules.read(conf),
            conf.getLong(RECOVERY_TIMEOUT_MS_KEY, RECOVERY_TIMEOUT_DEFAULT_MS),
            this::check,
            new Orders());
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

  @Override
  public void deposed() {
    monitor.deposed();
  }

  private final class Orders implements RecoveryOrders {
    @Override
    public boolean order(BlockRecovery recovery) {
      return recoveries.order(
          new BlockRecoveries.Recovery(
              recovery.blockId(),
              recovery.generationStamp(),
              recovery.lengthBytes(),
              recovery.recoveryId(),
              recovery.truncates(),
              recovery.storageIds(),
              recovery.cutStorageIds(),
              recovery.copyBlockId(),
              recovery.striping()));
    }

    @Override
    public boolean isUnderWay(long blockId) {
      return recoveries.isUnderWay(blockId);
    }

    @Override
    public void retain(Set<Long> blockIds) {
      recoveries.retain(blockIds);
    }
  }
}
