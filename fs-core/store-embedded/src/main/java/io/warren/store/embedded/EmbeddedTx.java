package io.warren.store.embedded;

import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.TxStats;
import io.warren.store.schema.Index;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * What both kinds of transaction share: reads, and a life that native code can rely on. Every call
 * holds the transaction's monitor, so that the closing store can end it between two calls.
 */
abstract class EmbeddedTx implements Tx {
  /** Work on native objects. */
  @FunctionalInterface
  interface Work<T> {
    @Nullable T run() throws RocksDBException;
  }

  private enum State {
    RUNNING,
    FAILED,
    ENDED
  }

  final Rocks rocks;
  final ShardCounters shards;
  final TxOptions options;
  final Cost cost = new Cost();
  private final Consumer<EmbeddedTx> onEnd;
  private State state = State.RUNNING;

  /**
   * @param onEnd hears once, when the transaction holds nothing any more
   */
  EmbeddedTx(Rocks rocks, ShardCounters shards, TxOptions options, Consumer<EmbeddedTx> onEnd) {
    this.rocks = rocks;
    this.shards = shards;
    this.options = options;
    this.onEnd = onEnd;
  }

  /** Lets go of locks and native objects; rolls back. */
  abstract void release();

  /** The cache, or null while this transaction must not read from it. */
  abstract @Nullable CommittedCache cache();

  /**
   * Whether the cache serves rows that have their partition for themselves. Members, counters and
   * the like change all the time: a reader of one moment would often have to begin anew.
   */
  abstract boolean keepsRowsAlone();

  /** Whether entries that were all found in the cache are, with earlier ones, of one moment. */
  abstract boolean confirm(List<CommittedCache.Entry> found);

  /** What plain reads of the database see. */
  abstract View view();

  /** A view for reads that must agree with each other; {@link #unpin} gives it back. */
  abstract View pin();

  abstract void unpin(View pinned);

  /** What this transaction has written, or null when it has written nothing. */
  abstract @Nullable WriteSet own();

  /** Locks a row to the end of the transaction and reads its newest version. */
  abstract <K, R> @Nullable R lock(RowCodec<K, R> codec, K key, boolean exclusive)
      throws RocksDBException;

  /** As {@link #attemptOrNull}, for work that always has a result. */
  final <T> T attempt(Work<T> work) {
    return Objects.requireNonNull(attemptOrNull(work));
  }

  /** Runs work while the transaction is usable; after an error it no longer is. */
  final synchronized <T> @Nullable T attemptOrNull(Work<T> work) {
    if (state != State.RUNNING) {
      throw new StoreException(Code.CLOSED, "The transaction has ended")
          .with("operation", options.operation());
    }
    try {
      return work.run();
    } catch (RocksDBException e) {
      state = State.FAILED;
      throw Classify.error(options.operation(), e);
    } catch (StoreException e) {
      state = State.FAILED;
      throw e.with("operation", options.operation());
    } catch (RuntimeException e) {
      state = State.FAILED;
      throw e;
    }
  }

  /** Ends the transaction; rolls back what is not committed. */
  final synchronized void end() {
    if (state == State.ENDED) {
      return;
    }
    state = State.ENDED;
    try {
      release();
    } finally {
      onEnd.accept(this);
    }
  }

  @Override
  public final void close() {
    end();
  }

  @Override
  public final synchronized TxStats stats() {
    return cost.stats();
  }

  @Override
  public final <K, R> @Nullable R get(Table<K, R> table, K key, LockMode lock) {
    return attemptOrNull(
        () -> {
          cost.roundTrip();
          R row =
              lock.locks()
                  ? lock(RowCodec.of(table), key, lock == LockMode.EXCLUSIVE)
                  : plain(table, key);
          cost.primaryKeyRead(row != null);
          shards.read(table, key);
          return row;
        });
  }

  private <K, R> @Nullable R plain(Table<K, R> table, K key) throws RocksDBException {
    Wanted.Row<K, R> wanted = new Wanted.Row<>(RowCodec.of(table), key);
    Reads.run(this, List.of(wanted), List.of());
    return wanted.row();
  }

  @Override
  public final <K, R> @Nullable R getUnique(Table<K, R> table, String index, Object value) {
    return attemptOrNull(
        () -> {
          Index found = table.index(index);
          if (!found.unique() || found.columns().size() != 1) {
            throw new IllegalArgumentException("Not a unique index of one column: " + index);
          }
          cost.roundTrip();
          View pinned = pin();
          try {
            R row = readUnique(table, found, value, pinned);
            cost.primaryKeyRead(row != null);
            if (row != null) {
              shards.read(table, table.keyOf().apply(row));
            }
            return row;
          } finally {
            unpin(pinned);
          }
        });
  }

  private static <K, R> @Nullable R readUnique(
      Table<K, R> table, Index index, Object value, View pinned) throws RocksDBException {
    RowCodec<K, R> codec = RowCodec.of(table);
    IndexCodec<K, R> entries = codec.index(index);
    if (entries == null) {
      throw new IllegalArgumentException("Not a unique index: " + index.name());
    }
    byte[] storedKey = pinned.get(entries.prefix(List.of(value)));
    if (storedKey == null) {
      return null;
    }
    byte[] row = pinned.get(storedKey);
    if (row == null) {
      throw new StoreException(Code.CORRUPT, "An index names a row that does not exist")
          .with("table", table.name());
    }
    return codec.readRow(storedKey, row);
  }

  @Override
  public final <K, R> List<R> scan(Scan<K, R> scan) {
    return attempt(
        () -> {
          cost.roundTrip();
          List<R> rows = run(scan);
          cost.scanned(scan, rows.size());
          shards.scanned(scan, rows);
          return rows;
        });
  }

  private <K, R> List<R> run(Scan<K, R> scan) throws RocksDBException {
    if (scan.lock().locks()) {
      boolean exclusive = scan.lock() == LockMode.EXCLUSIVE;
      RowCodec<K, R> codec = RowCodec.of(scan.table());
      List<R> known = lockKnown(codec, scan, exclusive);
      return known != null ? known : Scanner.run(scan, view(), key -> lock(codec, key, exclusive));
    }
    Wanted.Rows<K, R> wanted = new Wanted.Rows<>(scan);
    Reads.run(this, List.of(), List.of(wanted));
    return wanted.rows();
  }

  /**
   * Locks the rows of a small partition that the cache has; null when it does not, or when somebody
   * wrote into it before the last row was locked.
   */
  private <K, R> @Nullable List<R> lockKnown(
      RowCodec<K, R> codec, Scan<K, R> scan, boolean exclusive) throws RocksDBException {
    CommittedCache.Unit unit = codec.partitionUnit(scan);
    CommittedCache cache = cache();
    WriteSet written = own();
    if (unit == null || cache == null || (written != null && written.touches(unit))) {
      return null;
    }
    CommittedCache.Entry entry = cache.get(unit);
    if (entry == null || !(entry.content() instanceof List<?> all) || all.size() > scan.limit()) {
      return null;
    }
    List<R> locked = new ArrayList<>(all.size());
    for (int i = 0; i < all.size(); i++) {
      R row = lock(codec, codec.keyIn(all.get(i)), exclusive);
      if (row != null) {
        locked.add(row);
      }
    }
    return entry.valid() ? locked : null;
  }

  /**
   * Runs a scan on the database.
   *
   * @param keeping the cache that is given what is read, null when none is
   */
  final void load(Wanted.Rows<?, ?> wanted, @Nullable CommittedCache keeping)
      throws RocksDBException {
    if (Scanner.ownOrder(wanted.scan())) {
      wanted.load(view(), keeping);
      return;
    }
    View pinned = pin();
    try {
      wanted.load(pinned, keeping);
    } finally {
      unpin(pinned);
    }
  }

  @Override
  public final ReadBatch batch() {
    return new EmbeddedBatch(this);
  }
}
