package io.warren.blocks;

import io.warren.model.HealingHold;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a leader from healing while most of the cluster is still starting: datanodes that have not
 * called yet would all count as dead after a while, and those that have would be filled with copies
 * of what the others bring back. A term begins like this when the blocks that the rows know are out
 * of reach, by the stock settings of safe mode; it ends by itself, or by {@code dfsadmin -safemode
 * leave}, which deletes the row. Not thread-safe.
 */
final class HealingSafeMode {
  private static final Logger LOG = LoggerFactory.getLogger(HealingSafeMode.class);

  /** How long at most, whatever is missing. */
  private static final String MAX_MS_KEY = "warren.redundancy.safemode.max-ms";

  private static final long MAX_DEFAULT_MS = 3_600_000;

  /** How often the row follows numbers that changed. */
  private static final long NOTE_MS = 2_000;

  /**
   * When healing may begin.
   *
   * @param threshold which part of the blocks must be reachable
   * @param minDatanodes how many datanodes must be there
   * @param extensionMs how long that must hold, unless every storage is there
   * @param maxMs the end of the wait in any case
   */
  record Settings(double threshold, int minDatanodes, long extensionMs, long maxMs) {
    static Settings read(Configuration conf) {
      return new Settings(
          conf.getFloat(
              DFSConfigKeys.DFS_NAMENODE_SAFEMODE_THRESHOLD_PCT_KEY,
              DFSConfigKeys.DFS_NAMENODE_SAFEMODE_THRESHOLD_PCT_DEFAULT),
          conf.getInt(
              DFSConfigKeys.DFS_NAMENODE_SAFEMODE_MIN_DATANODES_KEY,
              DFSConfigKeys.DFS_NAMENODE_SAFEMODE_MIN_DATANODES_DEFAULT),
          conf.getLong(
              DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_KEY,
              DFSConfigKeys.DFS_NAMENODE_SAFEMODE_EXTENSION_DEFAULT),
          conf.getLong(MAX_MS_KEY, MAX_DEFAULT_MS));
    }
  }

  private record Look(BlockSample sample, int reachable, long needed, int storages, int missing) {}

  private final TransactionRunner runner;
  private final Datanodes datanodes;
  private final StorageWatch watch;
  private final Settings settings;
  private final Clock clock;
  private boolean over;
  private @Nullable BlockSample sample;
  private @Nullable HealingHold noted;
  private long notedAtMs;
  private long enoughSinceMs;

  HealingSafeMode(
      TransactionRunner runner,
      Datanodes datanodes,
      StorageWatch watch,
      Settings settings,
      Clock clock) {
    this.runner = runner;
    this.datanodes = datanodes;
    this.watch = watch;
    this.settings = settings;
    this.clock = clock;
  }

  /** Whether healing has to wait; once it need not, it need not until another term begins. */
  boolean holds(Consumer<Tx> fence) {
    if (!over) {
      over = isOver(fence);
    }
    return !over;
  }

  private boolean isOver(Consumer<Tx> fence) {
    Set<Integer> expected = watch.expected();
    Set<Integer> missing =
        expected.stream()
            .filter(storageId -> !isThere(storageId))
            .collect(Collectors.toUnmodifiableSet());
    HealingHold known = read();
    if (missing.isEmpty()) {
      return end(known, fence, "every storage is there");
    }
    if (noted != null && known == null) {
      LOG.info("Blocks are healed from now on: an operator ended safe mode");
      return true;
    }
    Look look = look(expected, missing);
    long nowMs = clock.millis();
    boolean enough =
        look.reachable() >= look.needed() && datanodes.live().size() >= settings.minDatanodes();
    if (enough && noted == null) {
      return end(known, fence, "enough blocks can be reached");
    }
    enoughSinceMs = !enough ? 0 : enoughSinceMs == 0 ? nowMs : enoughSinceMs;
    HealingHold now = hold(look, known == null ? nowMs : known.sinceMs());
    if (nowMs >= now.endsAtMs()) {
      return end(
          known,
          fence,
          enough ? "enough blocks can be reached" : "the others did not come in time");
    }
    note(now, nowMs, fence);
    return false;
  }

  private boolean isThere(int storageId) {
    return datanodes.liveStorage(storageId) != null;
  }

  private Look look(Set<Integer> expected, Set<Integer> missing) {
    BlockSample blocks = sample;
    if (blocks == null) {
      blocks = BlockSample.read(runner, expected);
      sample = blocks;
    }
    long needed = (long) Math.ceil(blocks.blocks() * settings.threshold());
    return new Look(
        blocks, blocks.reachable(this::isThere), needed, expected.size(), missing.size());
  }

  private HealingHold hold(Look look, long sinceMs) {
    long latestMs = sinceMs + settings.maxMs();
    return new HealingHold(
        sinceMs,
        enoughSinceMs == 0 ? latestMs : Math.min(latestMs, enoughSinceMs + settings.extensionMs()),
        look.sample().blocks(),
        look.reachable(),
        look.needed(),
        !look.sample().isComplete(),
        look.storages(),
        look.missing());
  }

  private @Nullable HealingHold read() {
    return runner
        .run(TxOptions.read("read_healing_hold"), tx -> Optional.ofNullable(row(tx)))
        .orElse(null);
  }

  private static @Nullable HealingHold row(Tx tx) {
    return HealingHold.of(
        tx.get(Tables.CLUSTER_VARIABLES, HealingHold.VARIABLE, LockMode.READ_COMMITTED));
  }

  private void note(HealingHold now, long nowMs, Consumer<Tx> fence) {
    boolean first = noted == null;
    if (!first && (now.equals(noted) || nowMs - notedAtMs < NOTE_MS)) {
      return;
    }
    boolean written =
        runner.run(
            TxOptions.write("hold_healing"),
            tx -> {
              fence.accept(tx);
              boolean there =
                  tx.get(Tables.CLUSTER_VARIABLES, HealingHold.VARIABLE, LockMode.EXCLUSIVE)
                      != null;
              if (first || there) {
                tx.upsert(Tables.CLUSTER_VARIABLES, now.toVariable());
              }
              return first || there;
            });
    if (written) {
      LOG.warn(
          "Nothing is healed yet: {} of {} blocks can be reached, {} are needed; {} of {} storages"
              + " have not been seen",
          now.reachable(),
          now.blocks(),
          now.needed(),
          now.missingStorages(),
          now.storages());
      noted = now;
      notedAtMs = nowMs;
    }
  }

  private boolean end(@Nullable HealingHold known, Consumer<Tx> fence, String why) {
    if (known != null) {
      runner.run(
          TxOptions.write("heal_again"),
          tx -> {
            fence.accept(tx);
            tx.delete(Tables.CLUSTER_VARIABLES, HealingHold.VARIABLE);
            return true;
          });
      LOG.info("Blocks are healed from now on: {}", why);
    }
    return true;
  }

  /** Begins anew: another namenode leads now. */
  void reset() {
    over = false;
    sample = null;
    noted = null;
    notedAtMs = 0;
    enoughSinceMs = 0;
  }
}
