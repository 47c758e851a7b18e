package io.warren.blocks;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.ExcessReplica;
import io.warren.model.PendingReplication;
import io.warren.model.RedundancyCheck;
import io.warren.model.Replica;
import io.warren.model.ReplicaEventKind;
import io.warren.model.ReplicaKey;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.StorageState;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for what nobody tells the leader: copies that never arrived, surplus replicas that were
 * never deleted, replicas that a pipeline promised and never finished. A bounded page of each per
 * round. Thread-safe.
 */
final class RedundancySweeps {
  private static final Logger LOG = LoggerFactory.getLogger(RedundancySweeps.class);
  private static final int ROWS_PER_ROUND = 1_000;
  private static final int SEEN_MAX = 50_000;

  private final TransactionRunner runner;
  private final StorageWatch watch;
  private final RedundancySettings settings;
  private final Clock clock;
  private final Map<ReplicaKey, Long> leftoversSeenMs = new HashMap<>();
  private @Nullable ReplicaKey pendingCursor;
  private @Nullable ReplicaKey excessCursor;
  private @Nullable ReplicaKey pipelineCursor;

  RedundancySweeps(
      TransactionRunner runner, StorageWatch watch, RedundancySettings settings, Clock clock) {
    this.runner = runner;
    this.watch = watch;
    this.settings = settings;
    this.clock = clock;
  }

  /** One page of each. */
  synchronized void round(Consumer<Tx> fence) {
    pendingCursor = sweepPending(fence);
    excessCursor = sweepExcess(fence);
    pipelineCursor = sweepPipelines(fence);
    forgetDeleted(fence);
  }

  private void forgetDeleted(Consumer<Tx> fence) {
    long oldestKeptMs = clock.millis() - DeletedReplicas.KEPT_MS;
    runner.run(
        TxOptions.write("forget_deleted_replicas"),
        tx -> {
          fence.accept(tx);
          return DeletedReplicas.trim(tx, oldestKeptMs);
        });
  }

  private <R> List<R> page(Table<ReplicaKey, R> table, @Nullable ReplicaKey after) {
    return runner.run(
        TxOptions.read("sweep_" + table.name()),
        tx -> tx.scan(Scan.prefix(table, ROWS_PER_ROUND).after(after)));
  }

  private static <R> @Nullable ReplicaKey next(List<R> page, Function<R, ReplicaKey> key) {
    return page.size() < ROWS_PER_ROUND ? null : key.apply(page.get(page.size() - 1));
  }

  private void request(Tx tx, ReplicaKey key) {
    BlockKey block = key.block();
    tx.upsert(
        Tables.REDUNDANCY_CHECKS,
        new RedundancyCheck(block.inodeId(), block.blockId(), clock.millis()));
  }

  private @Nullable ReplicaKey sweepPending(Consumer<Tx> fence) {
    List<PendingReplication> page = page(Tables.PENDING_REPLICATIONS, pendingCursor);
    long oldestMs = clock.millis() - settings.pendingTimeoutMs();
    for (PendingReplication order : page) {
      boolean hopeless =
          watch.stateOf(order.storageId()) == StorageState.LOST
              || watch.stateOf(order.sourceStorageId()) == StorageState.LOST;
      if (order.orderedAtMs() < oldestMs || hopeless) {
        LOG.warn(
            "The copy of block {} to storage {} did not arrive; it is given up",
            order.blockId(),
            order.storageId());
        runner.run(
            TxOptions.write("give_up_replication").hint(order.inodeId()),
            tx -> {
              fence.accept(tx);
              lock(tx, order.key());
              tx.delete(Tables.PENDING_REPLICATIONS, order.key());
              ReplicaHistory.goOn(
                  tx,
                  order.key(),
                  ReplicaEventKind.COPY_GIVEN_UP,
                  order.generationStamp(),
                  clock.millis());
              request(tx, order.key());
              return true;
            });
      }
    }
    return next(page, PendingReplication::key);
  }

  private static @Nullable Block lock(Tx tx, ReplicaKey key) {
    return tx.get(Tables.BLOCKS, key.block(), LockMode.EXCLUSIVE);
  }

  private @Nullable ReplicaKey sweepExcess(Consumer<Tx> fence) {
    List<ExcessReplica> page = page(Tables.EXCESS_REPLICAS, excessCursor);
    long oldestMs = clock.millis() - settings.pendingTimeoutMs();
    for (ExcessReplica excess : page) {
      if (excess.chosenAtMs() < oldestMs) {
        runner.run(
            TxOptions.write("order_excess_again").hint(excess.inodeId()),
            tx -> {
              fence.accept(tx);
              orderAgain(tx, excess);
              return true;
            });
      }
    }
    return next(page, ExcessReplica::key);
  }

  private void orderAgain(Tx tx, ExcessReplica excess) {
    Block block = lock(tx, excess.key());
    Replica replica = tx.get(Tables.REPLICAS, excess.key(), LockMode.READ_COMMITTED);
    tx.delete(Tables.EXCESS_REPLICAS, excess.key());
    if (block != null && replica != null) {
      // It is judged afresh: whether it is still surplus, and whether another one is.
      request(tx, excess.key());
    }
  }

  private @Nullable ReplicaKey sweepPipelines(Consumer<Tx> fence) {
    List<ReplicaUnderConstruction> page = page(Tables.REPLICAS_UNDER_CONSTRUCTION, pipelineCursor);
    long nowMs = clock.millis();
    leftoversSeenMs.values().removeIf(seen -> nowMs - seen > 100 * settings.leftoverAgeMs());
    for (ReplicaUnderConstruction expected : page) {
      if (leftoversSeenMs.size() >= SEEN_MAX) {
        break;
      }
      long firstMs = leftoversSeenMs.computeIfAbsent(expected.key(), key -> nowMs);
      if (nowMs - firstMs >= settings.leftoverAgeMs()) {
        leftoversSeenMs.remove(expected.key());
        runner.run(
            TxOptions.write("forget_pipeline").hint(expected.inodeId()),
            tx -> {
              fence.accept(tx);
              return forget(tx, expected);
            });
      }
    }
    return next(page, ReplicaUnderConstruction::key);
  }

  /** Ends the wait for a replica whose block was finished without it. */
  private boolean forget(Tx tx, ReplicaUnderConstruction expected) {
    Block block = lock(tx, expected.key());
    boolean over =
        block == null
            || (block.state() == BlockState.COMPLETE
                && expected.generationStamp() <= block.generationStamp());
    if (over) {
      tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, expected.key());
      request(tx, expected.key());
    }
    return over;
  }

  /** Forgets everything: another namenode leads now. */
  synchronized void reset() {
    leftoversSeenMs.clear();
    pendingCursor = null;
    excessCursor = null;
    pipelineCursor = null;
  }
}
