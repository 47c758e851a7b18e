package io.warren.blocks;

import io.warren.model.BlockKey;
import io.warren.model.Inode;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.StorageCondition;
import io.warren.model.StorageState;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Looks through the blocks of storages whose state has changed, in bounded pages whose place is
 * kept in the storage's row, so that the next leader goes on where this one stopped. A page is read
 * without locks first; only blocks whose rows must change are locked. Thread-safe.
 */
final class StorageChecks {
  private static final int BLOCKS_PER_PAGE = 200;
  private static final int BLOCKS_PER_TRANSACTION = 20;
  private static final int PAGES_PER_ROUND = 10;

  /** Replicas of an unfinished block without which a datanode is not decommissioned. */
  private static final int LEAST_WHILE_WRITTEN = 1;

  private final TransactionRunner runner;
  private final StorageWatch watch;
  private final RedundancyRules rules;
  private final Clock clock;
  private final RedundancySettings settings;

  StorageChecks(
      TransactionRunner runner,
      StorageWatch watch,
      RedundancyRules rules,
      Clock clock,
      RedundancySettings settings) {
    this.runner = runner;
    this.watch = watch;
    this.rules = rules;
    this.clock = clock;
    this.settings = settings;
  }

  /** Some pages of each storage that is being looked through. */
  void round(Consumer<Tx> fence) {
    for (StorageCondition condition : watch.all()) {
      if (!condition.checking() && isDueAgain(condition)) {
        watch.write(condition.again(), fence);
      }
    }
    List<StorageCondition> checking =
        watch.all().stream()
            .filter(StorageCondition::checking)
            .filter(this::isKnownEverywhere)
            .toList();
    int pagesEach = checking.isEmpty() ? 0 : Math.max(1, PAGES_PER_ROUND / checking.size());
    for (StorageCondition first : checking) {
      StorageCondition condition = first;
      for (int page = 0; page < pagesEach && condition.checking(); page++) {
        condition = checkPage(condition, fence);
      }
    }
  }

  private boolean isDueAgain(StorageCondition condition) {
    return wantsToLeave(condition)
        && clock.millis() - condition.checkedAtMs() >= settings.recheckIntervalMs();
  }

  private static boolean wantsToLeave(StorageCondition condition) {
    return condition.state() == StorageState.DECOMMISSIONING
        || condition.state() == StorageState.ENTERING_MAINTENANCE;
  }

  /**
   * Whether each namenode knows by now that a storage is to leave. From then on whoever takes in a
   * replica there asks for a look at its block; those from before are found by looking through.
   */
  private boolean isKnownEverywhere(StorageCondition condition) {
    return !wantsToLeave(condition) || clock.millis() - condition.sinceMs() >= settings.followMs();
  }

  private StorageCondition checkPage(StorageCondition condition, Consumer<Tx> fence) {
    int storageId = condition.storageId();
    ReplicaKey after =
        condition.checkedInodeId() == 0
            ? null
            : new ReplicaKey(condition.checkedInodeId(), condition.checkedBlockId(), storageId);
    List<Replica> page =
        runner.run(
            TxOptions.read("scan_storage"),
            tx ->
                tx.scan(
                    Scan.index(Tables.REPLICAS, Tables.BY_STORAGE, BLOCKS_PER_PAGE, storageId)
                        .after(after)));
    Set<BlockKey> keys = new LinkedHashSet<>();
    page.forEach(replica -> keys.add(replica.key().block()));
    List<BlockLook> looks = settleUnsettled(keys, fence);
    long insufficient =
        looks.stream().filter(look -> needs(look, storageId, condition.state())).count();
    StorageCondition now = condition;
    if (!page.isEmpty()) {
      Replica last = page.get(page.size() - 1);
      now = condition.advanced(last.inodeId(), last.blockId(), page.size(), insufficient);
    }
    if (page.size() < BLOCKS_PER_PAGE) {
      now = now.finished(afterPass(now), clock.millis());
    }
    watch.write(now, fence);
    return now;
  }

  /** Reads blocks without locks, and judges those again whose rows must change. */
  List<BlockLook> settleUnsettled(Collection<BlockKey> keys, Consumer<Tx> fence) {
    if (keys.isEmpty()) {
      return List.of();
    }
    List<BlockLook> looks =
        runner.run(TxOptions.read("look_at_blocks"), tx -> BlockLook.read(tx, keys));
    settle(looks.stream().filter(rules::isUnsettled).map(BlockLook::key).toList(), fence);
    return looks;
  }

  /** Judges blocks again, under their locks. */
  void settle(List<BlockKey> keys, Consumer<Tx> fence) {
    for (int from = 0; from < keys.size(); from += BLOCKS_PER_TRANSACTION) {
      List<BlockKey> part =
          new ArrayList<>(keys.subList(from, Math.min(keys.size(), from + BLOCKS_PER_TRANSACTION)));
      runner.run(
          TxOptions.write("settle_redundancy").hint(part.get(0).inodeId()),
          tx -> {
            fence.accept(tx);
            BlockLook.lock(tx, part).forEach(look -> rules.settle(tx, look));
            return true;
          });
    }
  }

  /** Whether a block keeps its storage from leaving. */
  private boolean needs(BlockLook look, int storageId, StorageState state) {
    BlockRows rows = look.rows();
    if (rows == null || look.file() == null) {
      return false;
    }
    int least = leastElsewhere(look.file(), state);
    if (!look.isJudged()) {
      return UnfinishedBlocks.needs(look, storageId, least, watch);
    }
    if (look.isStriped()) {
      return rules.striped().needs(look, storageId);
    }
    Redundancy redundancy = rules.redundancy(look);
    Map<Integer, Replica> good = new HashMap<>();
    redundancy.sources().forEach(replica -> good.put(replica.storageId(), replica));
    if (!good.containsKey(storageId)) {
      return false;
    }
    if (state == StorageState.ENTERING_MAINTENANCE) {
      return redundancy.counted() < least;
    }
    return !redundancy.isEnough();
  }

  /** Replicas that must be elsewhere, at the least, when a storage leaves. */
  private int leastElsewhere(Inode file, StorageState state) {
    return state == StorageState.ENTERING_MAINTENANCE
        ? Math.min(settings.minMaintenanceReplicas(), file.replication())
        : LEAST_WHILE_WRITTEN;
  }

  private static StorageState afterPass(StorageCondition condition) {
    if (condition.insufficient() > 0) {
      return condition.state();
    }
    return switch (condition.state()) {
      case DECOMMISSIONING -> StorageState.DECOMMISSIONED;
      case ENTERING_MAINTENANCE -> StorageState.IN_MAINTENANCE;
      default -> condition.state();
    };
  }
}
