package io.warren.checker;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.ContentKey;
import io.warren.model.ContentPart;
import io.warren.model.Inode;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaUpdate;
import io.warren.model.Replica;
import io.warren.model.TypeSpace;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Every row of a store in which nothing runs. */
final class Rows {
  private static final int PAGE = 5_000;
  private static final Duration FEED_WAIT = Duration.ofSeconds(60);

  final List<Inode> inodes;
  final Map<Long, Inode> byId = new HashMap<>();

  /** Children by their parent's id and name. */
  final Map<Long, TreeMap<String, Inode>> children = new HashMap<>();

  /** Blocks by their file's id, in the file's order. */
  final Map<Long, List<Block>> blocks = new HashMap<>();

  /** Parts of the files' bytes that are in the database, by their file's id. */
  final Map<Long, List<ContentPart>> contents = new HashMap<>();

  /** Units with a replica by the id of their block group. */
  final Map<Long, TreeSet<Integer>> units = new HashMap<>();

  final Map<Long, QuotaDirectory> quotas = new HashMap<>();
  final List<QuotaUpdate> quotaUpdates;
  private final Store store;

  Rows(Store store) {
    this.store = store;
    this.inodes = all(Tables.INODES);
    for (Inode inode : inodes) {
      byId.put(inode.id(), inode);
      if (!inode.isRoot()) {
        children
            .computeIfAbsent(inode.parentId(), id -> new TreeMap<>())
            .put(inode.name().toString(), inode);
      }
    }
    all(Tables.BLOCKS)
        .forEach(b -> blocks.computeIfAbsent(b.inodeId(), id -> new ArrayList<>()).add(b));
    blocks.values().forEach(list -> list.sort(Comparator.comparingInt(Block::index)));
    for (Replica replica : all(Tables.REPLICAS)) {
      if (BlockIds.isStriped(replica.blockId())) {
        units
            .computeIfAbsent(BlockIds.owner(replica.blockId()), id -> new TreeSet<>())
            .add(BlockIds.unit(replica.blockId()));
      }
    }
    for (Table<ContentKey, ContentPart> table :
        List.of(
            Tables.FILE_CONTENTS_1K,
            Tables.FILE_CONTENTS_2K,
            Tables.FILE_CONTENTS_4K,
            Tables.FILE_CONTENTS_8K)) {
      all(table)
          .forEach(p -> contents.computeIfAbsent(p.inodeId(), id -> new ArrayList<>()).add(p));
    }
    contents.values().forEach(list -> list.sort(Comparator.comparingInt(ContentPart::part)));
    all(Tables.QUOTA_DIRECTORIES).forEach(row -> quotas.put(row.inodeId(), row));
    quotaUpdates = all(Tables.QUOTA_UPDATES);
  }

  /** Every row of a table, in pages. */
  <K, R> List<R> all(Table<K, R> table) {
    TransactionRunner runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
    List<R> rows = new ArrayList<>();
    List<R> page;
    do {
      @Nullable K after = rows.isEmpty() ? null : table.keyOf().apply(rows.get(rows.size() - 1));
      page =
          runner.run(
              TxOptions.read("test_rows"), tx -> tx.scan(Scan.prefix(table, PAGE).after(after)));
      rows.addAll(page);
    } while (page.size() == PAGE);
    return rows;
  }

  /**
   * The whole feed. Rows are seen as soon as they are written, the feed tells of a change a moment
   * later (ADR 15): this waits until it tells of these, or in vain for {@link #FEED_WAIT}.
   */
  List<Change> feed() {
    List<Change> changes = new ArrayList<>();
    Map<Long, Change> last = new HashMap<>();
    long deadlineNs = System.nanoTime() + FEED_WAIT.toNanos();
    long after = 0;
    boolean more = true;
    while (more) {
      List<Change> page = store.feed().read(after, PAGE);
      changes.addAll(page);
      for (Change change : page) {
        last.put(change.inodeId(), change);
        after = change.commitSequence();
      }
      more = !page.isEmpty() || (isBehind(last) && awaitMore(after, deadlineNs));
    }
    return changes;
  }

  private boolean isBehind(Map<Long, Change> last) {
    boolean writtenSince =
        inodes.stream()
            .anyMatch(
                inode -> {
                  Change told = last.get(inode.id());
                  return told == null || told.logicalTime() < inode.logicalTime();
                });
    boolean deletedSince =
        last.values().stream()
            .anyMatch(
                told ->
                    told.operation() != ChangeOperation.DELETE
                        && !byId.containsKey(told.inodeId()));
    return writtenSince || deletedSince;
  }

  private boolean awaitMore(long after, long deadlineNs) {
    long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
    try {
      return leftMs > 0 && store.feed().await(after, leftMs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Names in use and bytes charged in a subtree, counted row by row. */
  long[] counted(Inode inode) {
    long[] sums = {1, charged(inode)};
    for (Inode child : children.getOrDefault(inode.id(), new TreeMap<>()).values()) {
      long[] below = counted(child);
      sums[0] += below[0];
      sums[1] += below[1];
    }
    return sums;
  }

  private long charged(Inode inode) {
    Coding striped = inode.isFile() ? Coding.of(inode.erasureCodingPolicy()) : null;
    long fullBytes = inode.blockSizeBytes() * (striped == null ? 1 : striped.dataUnits());
    long spaceBytes = contentBytes(inode.id()) * inode.replication();
    for (Block block : blocks.getOrDefault(inode.id(), List.of())) {
      long bytes =
          block.state().isOpen() ? Math.max(fullBytes, block.lengthBytes()) : block.lengthBytes();
      spaceBytes += striped == null ? bytes * inode.replication() : striped.spaceBytes(bytes);
    }
    return spaceBytes;
  }

  /** How many bytes of a file are in the database. */
  long contentBytes(long inodeId) {
    return contents.getOrDefault(inodeId, List.of()).stream()
        .mapToLong(part -> part.bytes().length)
        .sum();
  }

  /** Names in use and bytes charged as the quota's rows have them, pending updates included. */
  long[] used(long inodeId) {
    QuotaDirectory row = quotas.get(inodeId);
    if (row == null) {
      return new long[2];
    }
    long[] sums = {row.namespaceUsed(), row.spaceUsedBytes()};
    for (QuotaUpdate update : quotaUpdates) {
      if (update.inodeId() == inodeId) {
        sums[0] += update.namespaceDelta();
        sums[1] += update.spaceDeltaBytes();
      }
    }
    return sums;
  }

  /** Bytes charged by type of storage, pending updates included. */
  TypeSpace typesUsed(long inodeId) {
    QuotaDirectory row = quotas.get(inodeId);
    TypeSpace sum = row == null ? TypeSpace.NONE : row.typeUsed();
    for (QuotaUpdate update : quotaUpdates) {
      sum = update.inodeId() == inodeId ? sum.plus(update.typeDeltas()) : sum;
    }
    return sum;
  }
}
