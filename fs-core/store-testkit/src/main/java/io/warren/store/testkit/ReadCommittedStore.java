package io.warren.store.testkit;

import io.warren.model.Change;
import io.warren.model.InodeKey;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.TxStats;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A store that offers no snapshots, at its worst: every row of a batch and of an unlocked scan is
 * read at a time of its own, and a test may do something between any two of them. Round trips are
 * counted as the wrapped store would count them. Thread-safe.
 */
public final class ReadCommittedStore extends ForwardingStore {
  private static final Runnable NOTHING = () -> {};

  private final ThreadLocal<Boolean> interrupting = ThreadLocal.withInitial(() -> false);
  private final AtomicLong moments = new AtomicLong();
  private volatile Runnable between = NOTHING;
  private volatile @Nullable LateRows late;

  public ReadCommittedStore(Store inner) {
    super(inner);
  }

  /** Runs before every single read; what it does itself is not interrupted again. */
  public void betweenReads(Runnable work) {
    between = work;
  }

  /**
   * From now on until {@link #showAll()} read-only transactions see the matching inode rows as they
   * are at this moment, as when a commit becomes visible row by row; except by reads that wait for
   * writers.
   */
  public void showLate(Predicate<InodeKey> rows) {
    showAll();
    late = new LateRows(inner(), rows);
    moments.incrementAndGet();
  }

  /** Every commit is visible in all its rows. */
  public void showAll() {
    LateRows shown = late;
    late = null;
    if (shown != null) {
      shown.close();
    }
  }

  @Override
  public long moment() {
    return moments.get();
  }

  @Override
  public boolean settled(long moment) {
    return late == null || moment < moments.get();
  }

  private void pause() {
    if (!interrupting.get()) {
      interrupting.set(true);
      try {
        between.run();
      } finally {
        interrupting.set(false);
      }
    }
  }

  @Override
  public Tx begin(TxOptions options) {
    return options.readOnly()
        ? new Reader(options)
        : new Writer(inner().begin(options), options.operation());
  }

  @Override
  public boolean snapshotReads() {
    return false;
  }

  @Override
  public boolean readsAhead() {
    return true;
  }

  @Override
  public boolean takesHints() {
    return true;
  }

  @Override
  public void close() {
    showAll();
    inner().close();
  }

  /** Where single reads go: to the transaction's own, or to one for each. */
  private interface Source {
    <T extends @Nullable Object> T read(Function<Tx, T> single);

    /** Rows that are not visible yet. */
    @Nullable LateRows late();
  }

  private <K, R> @Nullable R row(Source source, Table<K, R> table, K key, LockMode mode) {
    pause();
    LateRows hidden = source.late();
    if (hidden != null && mode != LockMode.SETTLED && hidden.hides(table, key)) {
      return hidden.get(table, key);
    }
    return source.read(tx -> tx.get(table, key, LockMode.READ_COMMITTED));
  }

  private <K, R> List<R> rows(Source source, Scan<K, R> scan) {
    if (scan.index() != null) {
      pause();
      return source.read(tx -> tx.scan(scan));
    }
    List<R> rows = new ArrayList<>();
    Scan<K, R> rest = scan;
    while (rows.size() < scan.limit()) {
      pause();
      Scan<K, R> one =
          new Scan<>(
              rest.table(),
              null,
              rest.prefix(),
              rest.after(),
              null,
              1,
              LockMode.READ_COMMITTED,
              false);
      LateRows hidden = scan.lock() == LockMode.SETTLED ? null : source.late();
      List<R> found =
          hidden == null
              ? source.read(tx -> tx.scan(one))
              : hidden.next(one, next -> source.read(tx -> tx.scan(next)));
      if (found.isEmpty()) {
        break;
      }
      rows.addAll(found);
      rest = rest.after(scan.table().keyOf().apply(found.get(0)));
    }
    return rows;
  }

  /** A batch whose reads are made one by one when it is executed. */
  private final class SlowBatch implements ReadBatch {
    private final Source source;
    private final Runnable executed;
    private final List<Runnable> reads = new ArrayList<>();

    SlowBatch(Source source, Runnable executed) {
      this.source = source;
      this.executed = executed;
    }

    @Override
    public <K, R> Row<R> get(Table<K, R> table, K key, LockMode mode) {
      List<@Nullable R> found = new ArrayList<>();
      reads.add(() -> found.add(row(source, table, key, mode)));
      return () -> found.get(0);
    }

    @Override
    public <K, R> Rows<R> scan(Scan<K, R> scan) {
      List<R> found = new ArrayList<>();
      reads.add(() -> found.addAll(rows(source, scan)));
      return () -> found;
    }

    @Override
    public void execute() {
      executed.run();
      reads.forEach(Runnable::run);
    }
  }

  /** A read-only transaction that sees the newest rows at each read. */
  private final class Reader implements Tx, Source {
    private final TxOptions options;
    private int roundTrips;
    private @Nullable Tx locker;

    Reader(TxOptions options) {
      this.options = options;
    }

    @Override
    public <T extends @Nullable Object> T read(Function<Tx, T> single) {
      try (Tx tx = inner().begin(options)) {
        return single.apply(tx);
      }
    }

    @Override
    public @Nullable LateRows late() {
      return late;
    }

    @Override
    public <K, R> @Nullable R get(Table<K, R> table, K key, LockMode lock) {
      if (lock == LockMode.EXCLUSIVE) {
        throw refused();
      }
      roundTrips++;
      if (lock == LockMode.SHARED) {
        pause();
        return locker().get(table, key, lock);
      }
      return row(this, table, key, lock);
    }

    private Tx locker() {
      Tx tx = locker;
      if (tx == null) {
        tx = inner().begin(TxOptions.write(options.operation()));
        locker = tx;
      }
      return tx;
    }

    @Override
    public <K, R> @Nullable R getUnique(Table<K, R> table, String index, Object value) {
      roundTrips++;
      pause();
      return this.<@Nullable R>read(tx -> tx.getUnique(table, index, value));
    }

    @Override
    public ReadBatch batch() {
      return new SlowBatch(this, () -> roundTrips++);
    }

    @Override
    public <K, R> List<R> scan(Scan<K, R> scan) {
      if (scan.lock().locks()) {
        throw refused();
      }
      roundTrips++;
      return rows(this, scan);
    }

    @Override
    public <K, R> void insert(Table<K, R> table, R row) {
      throw refused();
    }

    @Override
    public <K, R> void update(Table<K, R> table, R row) {
      throw refused();
    }

    @Override
    public <K, R> void upsert(Table<K, R> table, R row) {
      throw refused();
    }

    @Override
    public <K, R> void delete(Table<K, R> table, K key) {
      throw refused();
    }

    @Override
    public void append(Change change) {
      throw refused();
    }

    @Override
    public long commit() {
      return 0;
    }

    /** Round trips only. */
    @Override
    public TxStats stats() {
      return new TxStats(roundTrips, 0, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public void close() {
      if (locker != null) {
        locker.close();
      }
    }

    private IllegalStateException refused() {
      return new IllegalStateException(
          "A read-only transaction can't lock exclusively or write: " + options.operation());
    }
  }

  /** A transaction whose unlocked reads come one by one; everything else is the wrapped store's. */
  private final class Writer extends ForwardingTx implements Source {
    private int batches;
    private int singleReads;

    Writer(Tx tx, String operation) {
      super(tx, operation);
    }

    @Override
    public <T extends @Nullable Object> T read(Function<Tx, T> single) {
      singleReads++;
      return single.apply(tx());
    }

    @Override
    public @Nullable LateRows late() {
      return null;
    }

    @Override
    public <K, R> @Nullable R get(Table<K, R> table, K key, LockMode lock) {
      pause();
      return super.get(table, key, lock);
    }

    @Override
    public ReadBatch batch() {
      return new SlowBatch(this, () -> batches++);
    }

    @Override
    public TxStats stats() {
      TxStats s = super.stats();
      return new TxStats(
          s.roundTrips() - singleReads + batches,
          s.primaryKeyReads(),
          s.batchedReads(),
          s.prunedScans(),
          s.indexScans(),
          s.fullScans(),
          s.rowsRead(),
          s.rowsWritten());
    }
  }
}
