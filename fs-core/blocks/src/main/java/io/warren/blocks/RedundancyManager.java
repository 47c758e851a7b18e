package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.PendingReplication;
import io.warren.model.RedundancyCheck;
import io.warren.model.RedundancyPriority;
import io.warren.model.ReplicaKey;
import io.warren.model.UnderReplicatedBlock;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leader's work for the blocks' redundancy (HopsFS, FAST'17 §4.1): judges storages, looks
 * through the blocks of those that changed and at the blocks it was asked to look at, and begins
 * copies. All of it is rows written under the leader's fence, so a new leader goes on and does
 * nothing twice. Not thread-safe but for what datanodes' calls use.
 */
public final class RedundancyManager {
  private static final Logger LOG = LoggerFactory.getLogger(RedundancyManager.class);
  private static final int CHECKS_PER_ROUND = 500;
  private static final int BLOCKS_PER_EXPANSION = 200;
  private static final int PENDING_LOADED_MAX = 20_000;
  private static final int PENDING_PER_READ = 1_000;

  private final TransactionRunner runner;
  private final Clock clock;
  private final RedundancySettings settings;
  private final StorageWatch watch;
  private final StorageChecks checks;
  private final ReplicationOrders orders;
  private final ReconstructionOrders reconstructions;
  private final ReplicationWork work;
  private final RedundancySweeps sweeps;
  private final HealingSafeMode safeMode;
  private @Nullable BlockKey cursor;
  private @Nullable BlockKey missingCursor;
  private boolean loaded;
  private long lastEpoch;
  private long sweptAtMs;

  /**
   * @param verifiedAfterMs how long after its full report a storage that was away is trusted again
   */
  public RedundancyManager(
      TransactionRunner runner,
      Datanodes datanodes,
      Clock clock,
      RedundancySettings settings,
      long verifiedAfterMs) {
    this.runner = runner;
    this.clock = clock;
    this.settings = settings;
    ReplicaPlacement placement = new ReplicaPlacement(datanodes);
    watch = new StorageWatch(runner, datanodes, clock, verifiedAfterMs);
    RedundancyRules rules =
        new RedundancyRules(placement, watch, settings.minMaintenanceReplicas(), clock);
    checks = new StorageChecks(runner, watch, rules, clock, settings);
    orders = new ReplicationOrders(datanodes, settings.streamsMax());
    reconstructions = new ReconstructionOrders(datanodes, settings.streamsMax());
    work =
        new ReplicationWork(
            runner, datanodes, placement, rules, orders, reconstructions, settings, clock);
    sweeps = new RedundancySweeps(runner, watch, settings, clock);
    safeMode = new HealingSafeMode(runner, datanodes, watch, settings.safeMode(), clock);
  }

  /** Copies on their way to datanodes. */
  public ReplicationOrders orders() {
    return orders;
  }

  /** Units of block groups that datanodes must compute. */
  public ReconstructionOrders reconstructions() {
    return reconstructions;
  }

  /**
   * A bounded portion of everything.
   *
   * @param fence called in each transaction that writes; throws when this namenode leads no more
   * @param epoch under which it leads
   */
  public void round(Consumer<Tx> fence, long epoch) {
    if (epoch != lastEpoch) {
      deposed();
      lastEpoch = epoch;
    }
    if (!loaded) {
      loadPending();
      loaded = true;
    }
    watch.load();
    if (safeMode.holds(fence)) {
      return;
    }
    watch.observe(fence);
    checks.round(fence);
    look(fence);
    long nowMs = clock.millis();
    if (nowMs - sweptAtMs >= settings.sweepIntervalMs()) {
      sweptAtMs = nowMs;
      sweeps.round(fence);
      lookAtMissing(fence);
    }
    work.round(fence, epoch);
  }

  /**
   * Copies that were ordered before this namenode led: their commands may not have been sent. To
   * repeat one is harmless, for its target refuses a replica that it has.
   */
  private void loadPending() {
    ReplicaKey after = null;
    int read = 0;
    List<PendingReplication> page;
    do {
      ReplicaKey from = after;
      page =
          runner.run(
              TxOptions.read("load_pending_replications"),
              tx ->
                  tx.scan(Scan.prefix(Tables.PENDING_REPLICATIONS, PENDING_PER_READ).after(from)));
      page.forEach(orders::add);
      read += page.size();
      after = page.isEmpty() ? null : page.get(page.size() - 1).key();
    } while (page.size() == PENDING_PER_READ && read < PENDING_LOADED_MAX);
  }

  private void look(Consumer<Tx> fence) {
    BlockKey after = cursor;
    List<RedundancyCheck> page =
        runner.run(
            TxOptions.read("scan_redundancy_checks"),
            tx -> tx.scan(Scan.prefix(Tables.REDUNDANCY_CHECKS, CHECKS_PER_ROUND).after(after)));
    // The place moves on even when a block fails, so that one bad block does not stop the others.
    cursor = page.size() < CHECKS_PER_ROUND ? null : page.get(page.size() - 1).key();
    List<BlockKey> blocks = new ArrayList<>();
    for (RedundancyCheck check : page) {
      if (check.blockId() == RedundancyCheck.ALL_BLOCKS) {
        expand(check.inodeId(), fence);
      } else {
        blocks.add(check.key());
      }
    }
    try {
      checks.settle(blocks, fence);
    } catch (StoreException e) {
      LOG.warn("Looking at {} blocks did not end; they are looked at again", blocks.size(), e);
    }
  }

  /** Nothing tells when the file of a missing block is deleted. */
  private void lookAtMissing(Consumer<Tx> fence) {
    BlockKey after = missingCursor;
    List<UnderReplicatedBlock> page =
        runner.run(
            TxOptions.read("scan_missing_blocks"),
            tx ->
                tx.scan(
                    Scan.index(
                            Tables.UNDER_REPLICATED_BLOCKS,
                            Tables.BY_PRIORITY,
                            CHECKS_PER_ROUND,
                            RedundancyPriority.MISSING.ordinal())
                        .after(after)));
    missingCursor = page.size() < CHECKS_PER_ROUND ? null : page.get(page.size() - 1).key();
    checks.settleUnsettled(page.stream().map(UnderReplicatedBlock::key).toList(), fence);
  }

  /** Turns the wish to look at a file into wishes to look at its blocks, a bounded number each. */
  private void expand(long inodeId, Consumer<Tx> fence) {
    long afterBlockId = 0;
    boolean more = true;
    while (more) {
      long from = afterBlockId;
      List<Block> page =
          runner.run(
              TxOptions.write("expand_redundancy_check").hint(inodeId),
              tx -> expandPage(tx, inodeId, from, fence));
      more = page.size() == BLOCKS_PER_EXPANSION;
      afterBlockId = page.isEmpty() ? 0 : page.get(page.size() - 1).blockId();
    }
  }

  private List<Block> expandPage(Tx tx, long inodeId, long afterBlockId, Consumer<Tx> fence) {
    fence.accept(tx);
    BlockKey all = new BlockKey(inodeId, RedundancyCheck.ALL_BLOCKS);
    tx.get(Tables.REDUNDANCY_CHECKS, all, LockMode.EXCLUSIVE);
    List<Block> page =
        tx.scan(
            Scan.prefix(Tables.BLOCKS, BLOCKS_PER_EXPANSION, inodeId)
                .after(afterBlockId == 0 ? null : new BlockKey(inodeId, afterBlockId)));
    for (Block block : page) {
      tx.upsert(
          Tables.REDUNDANCY_CHECKS, new RedundancyCheck(inodeId, block.blockId(), clock.millis()));
    }
    if (page.size() < BLOCKS_PER_EXPANSION) {
      tx.delete(Tables.REDUNDANCY_CHECKS, all);
    }
    return page;
  }

  /** Forgets everything in memory: another namenode leads now. */
  public void deposed() {
    loaded = false;
    cursor = null;
    missingCursor = null;
    watch.reset();
    orders.reset();
    reconstructions.reset();
    work.reset();
    sweeps.reset();
    safeMode.reset();
  }
}
