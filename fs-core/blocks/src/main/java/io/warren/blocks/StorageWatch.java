package io.warren.blocks;

import io.warren.model.BlockReport;
import io.warren.model.Storage;
import io.warren.model.StorageCondition;
import io.warren.model.StorageState;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leader's judgement of the storages: compares what the heartbeats say with the rows and writes
 * each change of state, which makes {@link StorageChecks} look through the storage's blocks. The
 * rows are cached while this namenode leads, for nobody else writes them then. Thread-safe.
 */
final class StorageWatch implements Redundancy.Storages {
  private static final Logger LOG = LoggerFactory.getLogger(StorageWatch.class);
  private static final int ROWS_PER_READ = 1_000;

  private final TransactionRunner runner;
  private final Datanodes datanodes;
  private final ReportHistory history;
  private final Clock clock;
  private final long verifiedAfterMs;
  private final Map<Integer, StorageCondition> conditions = new ConcurrentHashMap<>();
  private final Map<Integer, Long> lostAtMs = new ConcurrentHashMap<>();
  private volatile boolean loaded;

  /**
   * @param verifiedAfterMs how long after its report a storage that was away is trusted again: by
   *     then rows without a replica are removed
   */
  StorageWatch(TransactionRunner runner, Datanodes datanodes, Clock clock, long verifiedAfterMs) {
    this.runner = runner;
    this.datanodes = datanodes;
    this.history = new ReportHistory(runner);
    this.clock = clock;
    this.verifiedAfterMs = verifiedAfterMs;
  }

  /** A row from before a restart says nothing about a storage that was not heard of since. */
  @Override
  public @Nullable StorageState stateOf(int storageId) {
    StorageCondition condition = conditions.get(storageId);
    if (condition == null) {
      return null;
    }
    boolean unheard = condition.state() == StorageState.AVAILABLE && !datanodes.isHeard(storageId);
    return unheard ? StorageState.RETURNED : condition.state();
  }

  @Override
  public String datanodeOf(int storageId) {
    Storage storage = datanodes.storageIds().find(storageId);
    return storage == null ? "" : storage.datanodeUuid();
  }

  /** Conditions of all storages. */
  List<StorageCondition> all() {
    return List.copyOf(conditions.values());
  }

  /** Writes every change of state. */
  void observe(Consumer<Tx> fence) {
    load();
    Set<Integer> known = new TreeSet<>(conditions.keySet());
    known.addAll(datanodes.sights().known());
    checkAllWhenRacksBegin(known, fence);
    for (int storageId : known) {
      observe(storageId, fence);
    }
  }

  /**
   * With a second rack every block that is on the first alone is badly placed, on whichever storage
   * it is. Written before the new rack is, so that the next leader begins again if this one stops.
   */
  private void checkAllWhenRacksBegin(Set<Integer> known, Consumer<Tx> fence) {
    Set<String> racks = new TreeSet<>();
    conditions.values().forEach(condition -> racks.add(condition.rack()));
    racks.remove("");
    if (racks.size() != 1) {
      return;
    }
    for (int storageId : known) {
      StorageSights.Sight sight = datanodes.sights().see(storageId);
      if (sight != null && !sight.rack().isEmpty()) {
        racks.add(sight.rack());
      }
    }
    if (racks.size() > 1) {
      LOG.info("There are the racks {} now: the places of all blocks are looked at", racks);
      for (StorageCondition condition : all()) {
        write(condition.again(), fence);
      }
    }
  }

  /** Reads the rows, once in a term. */
  void load() {
    if (loaded) {
      return;
    }
    conditions.clear();
    Integer after = null;
    List<StorageCondition> page;
    do {
      Integer from = after;
      page =
          runner.run(
              TxOptions.read("scan_storage_conditions"),
              tx -> tx.scan(Scan.prefix(Tables.STORAGE_CONDITIONS, ROWS_PER_READ).after(from)));
      for (StorageCondition condition : page) {
        conditions.put(condition.storageId(), condition);
        after = condition.storageId();
      }
    } while (page.size() == ROWS_PER_READ);
    loaded = true;
  }

  /** Storages that should be there: by the rows, they were not away when they were last judged. */
  Set<Integer> expected() {
    return conditions.values().stream()
        .filter(condition -> condition.state() != StorageState.LOST)
        .filter(condition -> condition.state() != StorageState.IN_MAINTENANCE)
        .map(StorageCondition::storageId)
        .collect(Collectors.toUnmodifiableSet());
  }

  private void observe(int storageId, Consumer<Tx> fence) {
    StorageSights.Sight sight = datanodes.sights().see(storageId);
    if (sight == null) {
      return;
    }
    StorageCondition before = conditions.get(storageId);
    StorageState now = next(before, sight.state());
    String rack = sight.rack().isEmpty() && before != null ? before.rack() : sight.rack();
    if (before == null || before.state() != now || !before.rack().equals(rack)) {
      LOG.info(
          "Storage {} on {} is {} now, was {}",
          storageId,
          sight.datanode(),
          now,
          before == null ? "unknown" : before.state());
      write(StorageCondition.begin(storageId, now, rack, clock.millis()), fence);
      if (now == StorageState.RETURNED && before != null) {
        lostAtMs.put(storageId, before.sinceMs());
      }
    }
  }

  private StorageState next(@Nullable StorageCondition before, StorageState seen) {
    if (before == null) {
      return seen;
    }
    StorageState old = before.state();
    return switch (seen) {
      case AVAILABLE, RETURNED -> {
        if (old == StorageState.LOST) {
          yield StorageState.RETURNED;
        }
        yield old == StorageState.RETURNED && !isVerified(before)
            ? StorageState.RETURNED
            : StorageState.AVAILABLE;
      }
      case DECOMMISSIONING, DECOMMISSIONED ->
          old == StorageState.DECOMMISSIONED ? old : StorageState.DECOMMISSIONING;
      case ENTERING_MAINTENANCE -> old == StorageState.IN_MAINTENANCE ? old : seen;
      case IN_MAINTENANCE, LOST -> seen;
    };
  }

  /** A report may come before its storage's return was noticed, but not while it was lost. */
  private boolean isVerified(StorageCondition returned) {
    BlockReport last = history.last(returned.storageId());
    long sinceMs = lostAtMs.getOrDefault(returned.storageId(), returned.sinceMs());
    return last != null
        && last.startedAtMs() >= sinceMs
        && clock.millis() - last.finishedAtMs() >= verifiedAfterMs;
  }

  /** Writes a condition under the fence. */
  void write(StorageCondition condition, Consumer<Tx> fence) {
    runner.run(
        TxOptions.write("write_storage_condition"),
        tx -> {
          fence.accept(tx);
          tx.upsert(Tables.STORAGE_CONDITIONS, condition);
          return true;
        });
    conditions.put(condition.storageId(), condition);
  }

  /** Forgets the cached rows: another namenode leads now. */
  void reset() {
    loaded = false;
    conditions.clear();
    lostAtMs.clear();
  }
}
