package io.warren.store.embedded;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** Reads without locks: from the cache what it has, the rest from the database in one multi-get. */
final class Reads {
  private final EmbeddedTx tx;
  private final List<Wanted.Row<?, ?>> rows;
  private final List<Wanted.Rows<?, ?>> scans;

  private Reads(EmbeddedTx tx, List<Wanted.Row<?, ?>> rows, List<Wanted.Rows<?, ?>> scans) {
    this.tx = tx;
    this.rows = rows;
    this.scans = scans;
  }

  /** Gives everything wanted its content. */
  static void run(EmbeddedTx tx, List<Wanted.Row<?, ?>> rows, List<Wanted.Rows<?, ?>> scans)
      throws RocksDBException {
    new Reads(tx, rows, scans).run();
  }

  private void run() throws RocksDBException {
    CommittedCache cache = tx.cache();
    if (cache == null) {
      load(false, null);
      return;
    }
    WriteSet own = tx.own();
    List<CommittedCache.Entry> found = new ArrayList<>(rows.size() + scans.size());
    int known = lookUp(cache, own, rows, found) + lookUp(cache, own, scans, found);
    if (known == rows.size() + scans.size()) {
      if (!tx.confirm(found)) {
        load(false, null);
      }
      return;
    }
    load(true, cache);
    if (!allValid(found)) {
      // A commit came in between: what was found may be older than what was loaded.
      load(false, cache);
    }
    fill(cache, rows);
    fill(cache, scans);
  }

  /** Returns how many have their content now. */
  private int lookUp(
      CommittedCache cache,
      @Nullable WriteSet own,
      List<? extends Wanted> all,
      List<CommittedCache.Entry> found) {
    int known = 0;
    for (int i = 0; i < all.size(); i++) {
      Wanted wanted = all.get(i);
      if (own != null) {
        wanted.takeOwn(own);
        if (wanted.own) {
          known++;
          continue;
        }
      }
      // The cache has what is committed; a unit that this transaction wrote is more than that.
      if (wanted.unit == null
          || (wanted.alone && !tx.keepsRowsAlone())
          || (own != null && own.touches(wanted.unit))) {
        continue;
      }
      CommittedCache.Entry entry = cache.get(wanted.unit);
      if (entry != null && wanted.take(entry)) {
        found.add(entry);
        known++;
      } else {
        wanted.stamp = cache.stamp(wanted.unit);
      }
    }
    return known;
  }

  static boolean allValid(List<CommittedCache.Entry> entries) {
    for (int i = 0; i < entries.size(); i++) {
      if (!entries.get(i).valid()) {
        return false;
      }
    }
    return true;
  }

  /**
   * @param keeping the cache that is given what is read, null when none is
   */
  private void load(boolean onlyMissing, @Nullable CommittedCache keeping) throws RocksDBException {
    View view = tx.view();
    List<Wanted.Row<?, ?>> missing = new ArrayList<>(rows.size());
    List<byte[]> keys = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      Wanted.Row<?, ?> row = rows.get(i);
      if (!row.own && (!onlyMissing || row.found == null)) {
        missing.add(row);
        keys.add(row.storedKey());
      }
    }
    decode(missing, keys, view);
    for (int i = 0; i < scans.size(); i++) {
      Wanted.Rows<?, ?> scan = scans.get(i);
      if (!onlyMissing || scan.found == null) {
        tx.load(scan, keeping);
      }
    }
  }

  private static void decode(List<Wanted.Row<?, ?>> missing, List<byte[]> keys, View view)
      throws RocksDBException {
    if (keys.size() == 1) {
      missing.get(0).decode(view.get(keys.get(0)));
    } else if (!keys.isEmpty()) {
      List<byte @Nullable []> values = view.multiGet(keys);
      for (int i = 0; i < missing.size(); i++) {
        missing.get(i).decode(values.get(i));
      }
    }
  }

  private static void fill(CommittedCache cache, List<? extends Wanted> all) {
    for (int i = 0; i < all.size(); i++) {
      Wanted wanted = all.get(i);
      if (wanted.unit != null && !wanted.own && wanted.found == null) {
        wanted.keepIn(cache, wanted.unit);
      }
    }
  }
}
