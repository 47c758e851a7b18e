package io.warren.store.ndb;

import com.mysql.ndbjtie.ndbapi.NdbIndexScanOperation;
import com.mysql.ndbjtie.ndbapi.NdbIndexScanOperation.IndexBound;
import com.mysql.ndbjtie.ndbapi.NdbScanOperation.ScanFlag;
import com.mysql.ndbjtie.ndbapi.NdbScanOperation.ScanOptions;
import com.mysql.ndbjtie.ndbapi.NdbTransaction.ExecType;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.schema.Column;
import io.warren.store.schema.Index;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One ordered index scan. It is pruned to one partition by the API itself when the bound fixes the
 * partition columns. Locked scans lock row by row as they go and hand the locks of returned rows to
 * the transaction ("take-over").
 */
final class ScanRun<K, R> {
  /** The API's limit for rows of one batch and fragment. */
  private static final int BATCH_MAX = 992;

  /** The servers end a batch at this size, too (BatchByteSize of the API node). */
  private static final int BATCH_BYTES = 16 * 1024;

  private static final int ROW = 0;
  private static final int END = 1;
  private static final int BATCH_END = 2;
  private static final String PRIMARY = "PRIMARY";

  private final NdbTable<K, R> table;
  private final Scan<K, R> scan;
  private final List<R> rows = new ArrayList<>();
  private @Nullable NdbIndexScanOperation operation;
  private boolean empty;

  ScanRun(NdbTable<K, R> table, Scan<K, R> scan) {
    this.table = table;
    this.scan = scan;
    check(scan);
  }

  private static void check(Scan<?, ?> scan) {
    Index index = scan.index();
    if (index != null && scan.after() != null && scan.prefix().size() < index.columns().size()) {
      throw new IllegalArgumentException(
          "A paged scan must name every column of index " + index.name());
    }
  }

  Scan<K, R> scan() {
    return scan;
  }

  /** Whether the scan waits for writers, who may wait for others, without keeping locks. */
  boolean waits() {
    return scan.lock() == LockMode.SETTLED && !scan.underLock();
  }

  NdbTable<K, R> table() {
    return table;
  }

  List<R> rows() {
    return rows;
  }

  /** Adds the scan to the transaction's next exchange. */
  void define(Exchange exchange) {
    NdbIndex index = table.ordered(scan.index() == null ? PRIMARY : scan.index().name());
    IndexBound bound = IndexBound.create();
    ScanOptions options = ScanOptions.create();
    try {
      boolean bounded = bound(exchange.arena(), index, bound);
      if (empty) {
        return;
      }
      boolean locks = scan.lock().locks();
      options.optionsPresent(ScanOptions.Type.SO_SCANFLAGS | ScanOptions.Type.SO_BATCH);
      options.scan_flags(ScanFlag.SF_OrderBy | (locks ? ScanFlag.SF_KeyInfo : 0));
      options.batch(batchRowsMax());
      operation =
          (NdbIndexScanOperation)
              exchange.defined(
                  exchange
                      .transaction()
                      .scanIndex(
                          index.record(),
                          table.record(),
                          scanMode(),
                          null,
                          bounded ? bound : null,
                          options,
                          ScanOptions.size()));
    } finally {
      ScanOptions.delete(options);
      IndexBound.delete(bound);
    }
  }

  /** A scan that waits for writers locks its rows batch by batch, until the next one is fetched. */
  private int scanMode() {
    return Exchange.mode(scan.lock() == LockMode.SETTLED ? LockMode.SHARED : scan.lock());
  }

  /** One more than wanted: then the end is noticed in the same batch. */
  private int batchRowsMax() {
    return Math.min(BATCH_MAX, scan.limit() + 1);
  }

  /** Sets the bound; false when the whole index is read. */
  private boolean bound(Arena arena, NdbIndex index, IndexBound bound) {
    List<Object> low = new ArrayList<>(scan.prefix());
    boolean lowInclusive = true;
    K after = scan.after();
    Object above = scan.above();
    if (above != null) {
      low.add(above);
      lowInclusive = false;
    } else if (after != null) {
      List<Object> start = start(after, index);
      int order = comparedToPrefix(start);
      if (order > 0) {
        empty = true;
        return false;
      }
      if (order == 0) {
        low = start;
        lowInclusive = false;
      }
    }
    if (!low.isEmpty()) {
      bound.low_key(key(arena, index, low));
      bound.low_key_count(low.size());
    } else {
      bound.low_key(null);
      bound.low_key_count(0);
    }
    bound.low_inclusive(lowInclusive);
    if (!scan.prefix().isEmpty()) {
      bound.high_key(key(arena, index, scan.prefix()));
      bound.high_key_count(scan.prefix().size());
    } else {
      bound.high_key(null);
      bound.high_key_count(0);
    }
    bound.high_inclusive(true);
    bound.range_no(0);
    return !low.isEmpty() || !scan.prefix().isEmpty();
  }

  private static ByteBuffer key(Arena arena, NdbIndex index, List<Object> values) {
    ByteBuffer key = arena.take(index.keyBytes());
    RowWriter.writeLoose(index.slots(), values, key);
    return key;
  }

  /** The index columns of the row behind which the scan starts. */
  private List<Object> start(K after, NdbIndex index) {
    List<Object> keyValues = table.keyValues(after);
    if (scan.index() == null) {
      return keyValues;
    }
    List<Object> start = new ArrayList<>(scan.prefix());
    List<String> keyNames = table.table().key().stream().map(Column::name).toList();
    for (Slot slot : index.slots().subList(start.size(), index.slots().size())) {
      start.add(keyValues.get(keyNames.indexOf(slot.name())));
    }
    return start;
  }

  private int comparedToPrefix(List<Object> start) {
    for (int i = 0; i < scan.prefix().size(); i++) {
      int order = LooseValue.compare(start.get(i), scan.prefix().get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** Fetches the rows of the executed scan. The wait for the first ones counts as the execute. */
  void fetch(Exchange exchange) {
    NdbIndexScanOperation running = operation;
    if (running == null) {
      return;
    }
    boolean locks = scan.lock().locks();
    ByteBuffer row = exchange.arena().take(table.rowBytes());
    int taken = 0;
    int batchRows = 0;
    int batchBytes = 0;
    int state = next(running, row, true);
    while (state == ROW && rows.size() < scan.limit()) {
      R found = table.readRow(row);
      batchRows++;
      batchBytes += table.dataBytes(row);
      if (follows(found)) {
        rows.add(found);
        if (locks) {
          takeOver(exchange, running);
          taken++;
        }
      }
      state = next(running, row, false);
      if (state == BATCH_END && rows.size() < scan.limit()) {
        taken = settle(exchange, taken);
        // After a batch that was not full the API knows the end by itself.
        if (batchRows >= batchRowsMax() || batchBytes >= BATCH_BYTES) {
          exchange.cost().roundTrip();
        }
        batchRows = 0;
        batchBytes = 0;
        state = next(running, row, true);
      }
    }
    settle(exchange, taken);
    if (state != END && (batchRows >= batchRowsMax() || batchBytes >= BATCH_BYTES)) {
      // What the servers still have ready must be called off.
      exchange.cost().roundTrip();
    }
    running.close(true, true);
    operation = null;
  }

  /** A unique index has no further columns to start behind a row. */
  private boolean follows(R found) {
    Index index = scan.index();
    K after = scan.after();
    if (index == null || !index.unique() || after == null) {
      return true;
    }
    List<Object> a = table.keyValues(table.table().keyOf().apply(found));
    List<Object> b = table.keyValues(after);
    for (int i = 0; i < a.size(); i++) {
      int order = LooseValue.compare(a.get(i), b.get(i));
      if (order != 0) {
        return order > 0;
      }
    }
    return false;
  }

  private void takeOver(Exchange exchange, NdbIndexScanOperation running) {
    exchange.defined(
        running.lockCurrentTuple(exchange.transaction(), table.record(), null, null, null, 0));
  }

  private static int settle(Exchange exchange, int taken) {
    if (taken > 0) {
      exchange.execute(ExecType.NoCommit);
    }
    return 0;
  }

  private static int next(NdbIndexScanOperation running, ByteBuffer row, boolean fetch) {
    int state = running.nextResultCopyOut(row, fetch, fetch);
    if (state < 0) {
      throw Classify.error(Objects.requireNonNull(running.getNdbError()));
    }
    return state;
  }
}
