package io.warren.store.testkit;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What unlocked readers see while the rows of a commit become visible one after the other: some
 * inode rows as they were, everything else as it is. The wrapped store must give snapshots.
 * Thread-safe.
 */
final class LateRows implements AutoCloseable {
  private final Tx before;
  private final Predicate<InodeKey> late;

  LateRows(Store store, Predicate<InodeKey> late) {
    this.late = late;
    before = store.begin(TxOptions.read("late_rows"));
    // The snapshot is of the first read that no cache answers.
    before.scan(Scan.prefix(Tables.INODES, 1));
  }

  boolean hides(Table<?, ?> table, Object key) {
    return table == Tables.INODES && late.test((InodeKey) key);
  }

  synchronized <K, R> @Nullable R get(Table<K, R> table, K key) {
    return before.get(table, key, LockMode.READ_COMMITTED);
  }

  /**
   * The next row of a scan of one row.
   *
   * @param fresh reads from the newest rows
   */
  @SuppressWarnings("unchecked")
  <K, R> List<R> next(Scan<K, R> one, Function<Scan<K, R>, List<R>> fresh) {
    if (one.table() != Tables.INODES) {
      return fresh.apply(one);
    }
    Scan<InodeKey, Inode> inodes = (Scan<InodeKey, Inode>) (Scan<?, ?>) one;
    Inode newest =
        first(inodes, scan -> (List<Inode>) fresh.apply((Scan<K, R>) (Scan<?, ?>) scan), false);
    Inode old = first(inodes, this::old, true);
    Inode next = newest;
    if (newest == null || (old != null && old.name().compareTo(newest.name()) < 0)) {
      next = old;
    }
    return next == null ? List.of() : (List<R>) List.of(next);
  }

  private synchronized List<Inode> old(Scan<InodeKey, Inode> scan) {
    return before.scan(scan);
  }

  private @Nullable Inode first(
      Scan<InodeKey, Inode> from,
      Function<Scan<InodeKey, Inode>, List<Inode>> source,
      boolean wanted) {
    Scan<InodeKey, Inode> scan = from;
    while (true) {
      List<Inode> found = source.apply(scan);
      if (found.isEmpty() || late.test(found.get(0).key()) == wanted) {
        return found.isEmpty() ? null : found.get(0);
      }
      scan = scan.after(found.get(0).key());
    }
  }

  @Override
  public synchronized void close() {
    before.close();
  }
}
