package io.warren.store.testkit;

import io.warren.model.DirectoryChange;
import io.warren.store.LockMode;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A store that spoils what namenodes tell each other of directories they remember: for testing that
 * a check finds it. What reads go through batches must be made one by one, as by {@link
 * ReadCommittedStore}. Thread-safe.
 */
public final class FaultyViewsStore extends ForwardingStore {
  /** What is spoiled. */
  public enum Fault {
    NONE,
    /** Changes of directories do not raise the version. */
    CHANGE_NOT_TOLD,
    /** The version is raised, and the wrong directory is named. */
    WRONG_DIRECTORY_TOLD,
    /** The version is raised a moment before the change is committed. */
    TOLD_TOO_EARLY,
    /** The version is raised a moment after the change was answered. */
    TOLD_TOO_LATE,
    /** Looks are answered with a version that was the newest a moment ago. */
    OLD_VERSION_READ
  }

  private static final long WRONG_ID = Long.MAX_VALUE;
  private static final long EARLY_NANOS = 2_000_000;
  private static final long LATE_MS = 5;
  private static final long OLD_NANOS_MAX = 20_000_000;

  private final Fault fault;
  private final LongAdder unraised = new LongAdder();
  private @Nullable DirectoryChange old;
  private long oldSinceNanos;

  public FaultyViewsStore(Store inner, Fault fault) {
    super(inner);
    this.fault = fault;
  }

  @Override
  public Tx begin(TxOptions options) {
    return new SpoiledTx(options);
  }

  private static boolean isNewest(Table<?, ?> table, Object key) {
    return table.equals(Tables.DIRECTORY_CHANGES) && key.equals(DirectoryChange.NEWEST);
  }

  /** What a reader of the version gets. */
  @SuppressWarnings("unchecked")
  private synchronized <R> @Nullable R spoiled(@Nullable R newest) {
    long now = System.nanoTime();
    if (old == null || now - oldSinceNanos > OLD_NANOS_MAX) {
      old = (DirectoryChange) newest;
      oldSinceNanos = now;
    }
    return fault == Fault.OLD_VERSION_READ ? (R) old : newest;
  }

  /** Once the writer has been answered. */
  private void raiseLater(DirectoryChange change) {
    CompletableFuture.delayedExecutor(LATE_MS, TimeUnit.MILLISECONDS)
        .execute(
            () -> {
              try {
                raise(change);
              } catch (StoreException e) {
                // The store was closed meanwhile: nobody asks for the version any more.
                unraised.increment();
              }
            });
  }

  /** Raises the version in a transaction of its own. */
  private void raise(DirectoryChange change) {
    try (Tx tx = inner().begin(TxOptions.write("spoiled_version"))) {
      DirectoryChange newest =
          tx.get(Tables.DIRECTORY_CHANGES, DirectoryChange.NEWEST, LockMode.EXCLUSIVE);
      long version = newest == null ? 1 : newest.newestVersion() + 1;
      tx.upsert(Tables.DIRECTORY_CHANGES, DirectoryChange.newest(version));
      tx.insert(Tables.DIRECTORY_CHANGES, new DirectoryChange(version, change.directoryIds()));
      tx.commit();
    }
  }

  private final class SpoiledTx extends ForwardingTx {
    private @Nullable DirectoryChange keptBack;

    SpoiledTx(TxOptions options) {
      super(inner().begin(options), options.operation());
    }

    private boolean keepsBack() {
      return fault == Fault.CHANGE_NOT_TOLD
          || fault == Fault.TOLD_TOO_EARLY
          || fault == Fault.TOLD_TOO_LATE;
    }

    @Override
    public <K, R> @Nullable R get(Table<K, R> table, K key, LockMode mode) {
      boolean newest = isNewest(table, key);
      boolean unlocked = keepsBack() && mode.locks() && newest;
      R row = super.get(table, key, unlocked ? LockMode.READ_COMMITTED : mode);
      return newest && !mode.locks() ? spoiled(row) : row;
    }

    @Override
    public <K, R> void upsert(Table<K, R> table, R row) {
      if (!(keepsBack() && isNewest(table, table.keyOf().apply(row)))) {
        super.upsert(table, row);
      }
    }

    @Override
    public <K, R> void insert(Table<K, R> table, R row) {
      if (!(row instanceof DirectoryChange change) || change.version() == DirectoryChange.NEWEST) {
        super.insert(table, row);
      } else if (keepsBack()) {
        keptBack = change;
      } else if (fault == Fault.WRONG_DIRECTORY_TOLD) {
        super.insert(
            Tables.DIRECTORY_CHANGES, new DirectoryChange(change.version(), List.of(WRONG_ID)));
      } else {
        super.insert(table, row);
      }
    }

    @Override
    public long commit() {
      DirectoryChange change = keptBack;
      if (change != null && fault == Fault.TOLD_TOO_EARLY) {
        raise(change);
        LockSupport.parkNanos(EARLY_NANOS);
      }
      long sequence = super.commit();
      if (change != null && fault == Fault.TOLD_TOO_LATE) {
        raiseLater(change);
      }
      return sequence;
    }
  }
}
