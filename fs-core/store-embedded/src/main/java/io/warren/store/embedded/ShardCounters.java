package io.warren.store.embedded;

import io.warren.store.Scan;
import io.warren.store.ShardLoad;
import io.warren.store.Shards;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What was asked of each shard since the store was opened. One process has all rows, so these
 * shards divide no work: they show which partitions would be together if they did.
 */
final class ShardCounters implements Shards {
  static final int COUNT = 32;

  /** Rows of a scan, for the shard that all of them are in. */
  private static final int LOOKED_AT = 8;

  private static final int HASH_BITS = Integer.numberOfTrailingZeros(COUNT);
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  /** The counters of one table: each figure of each shard, those of no shard last. */
  private static final class Counted {
    final Table<?, ?> table;
    final LongAdder[] reads = zeros();
    final LongAdder[] writes = zeros();
    final LongAdder[] scans = zeros();
    final LongAdder[] rows = zeros();

    Counted(Table<?, ?> table) {
      this.table = table;
    }

    private static LongAdder[] zeros() {
      LongAdder[] adders = new LongAdder[COUNT + 1];
      for (int i = 0; i < adders.length; i++) {
        adders[i] = new LongAdder();
      }
      return adders;
    }

    @Nullable ShardLoad of(int place) {
      long[] sums = {
        reads[place].sum(), writes[place].sum(), scans[place].sum(), rows[place].sum()
      };
      return (sums[0] | sums[1] | sums[2] | sums[3]) == 0
          ? null
          : new ShardLoad(
              table.name(),
              place == COUNT ? ShardLoad.ALL : place,
              sums[0],
              sums[1],
              sums[2],
              sums[3]);
    }
  }

  private final AtomicReferenceArray<Counted> tables =
      new AtomicReferenceArray<>(RowCodec.TABLES_MAX);
  private final long countedSinceMs;

  ShardCounters(long nowMs) {
    countedSinceMs = nowMs;
  }

  <K> void read(Table<K, ?> table, K key) {
    counted(table).reads[shard(PartitionValue.of(table, key))].increment();
  }

  /** Where a write of a row is counted. */
  <K> LongAdder writesOf(Table<K, ?> table, K key) {
    return counted(table).writes[shard(PartitionValue.of(table, key))];
  }

  <K, R> void scanned(Scan<K, R> scan, List<R> rows) {
    int place = placeOf(scan, rows);
    Counted counted = counted(scan.table());
    counted.scans[place].increment();
    counted.rows[place].add(rows.size());
  }

  /** Scans of the rows themselves name their partition first; those of an index may not. */
  private static <K, R> int placeOf(Scan<K, R> scan, List<R> rows) {
    if (scan.index() == null && !scan.prefix().isEmpty()) {
      return shard(PartitionValue.of(scan.prefix().get(0)));
    }
    return scan.index() == null || rows.isEmpty() ? COUNT : placeOfRows(scan.table(), rows);
  }

  /** The shard of all rows, by some of them: the children of a directory have one or many. */
  private static <K, R> int placeOfRows(Table<K, R> table, List<R> rows) {
    int found = shardOf(table, rows.get(rows.size() - 1));
    int step = Math.max(1, rows.size() / LOOKED_AT);
    for (int i = 0; i < rows.size(); i += step) {
      if (shardOf(table, rows.get(i)) != found) {
        return COUNT;
      }
    }
    return found;
  }

  private static <K, R> int shardOf(Table<K, R> table, R row) {
    return shard(PartitionValue.of(table, table.keyOf().apply(row)));
  }

  private static int shard(Object partition) {
    long value = partition instanceof Long number ? number : partition.hashCode();
    return (int) (value * GOLDEN_RATIO >>> Long.SIZE - HASH_BITS);
  }

  private Counted counted(Table<?, ?> table) {
    Counted found = tables.get(table.number());
    if (found == null) {
      tables.compareAndSet(table.number(), null, new Counted(table));
      found = tables.get(table.number());
    }
    return found;
  }

  @Override
  public int count() {
    return COUNT;
  }

  @Override
  public int of(Table<?, ?> table, long partition) {
    return shard(partition);
  }

  @Override
  public List<ShardLoad> loads() {
    List<ShardLoad> loads = new ArrayList<>();
    for (int number = 0; number < tables.length(); number++) {
      Counted counted = tables.get(number);
      for (int place = 0; counted != null && place <= COUNT; place++) {
        ShardLoad load = counted.of(place);
        if (load != null) {
          loads.add(load);
        }
      }
    }
    return loads;
  }

  @Override
  public long countedSinceMs() {
    return countedSinceMs;
  }
}
