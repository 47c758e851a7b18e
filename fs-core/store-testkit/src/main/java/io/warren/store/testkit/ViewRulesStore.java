package io.warren.store.testkit;

import io.warren.model.DirectoryChange;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fails the commit of a transaction that changes a directory for those who pass through it without
 * saying so to those who remember it. Freed trees, which nobody passes through, are left out.
 */
public final class ViewRulesStore extends ForwardingStore {
  private static final Set<String> FREEING = Set.of("remove_detached", "sweep_snapshots");

  public ViewRulesStore(Store inner) {
    super(inner);
  }

  @Override
  public Tx begin(TxOptions options) {
    Tx tx = inner().begin(options);
    return options.readOnly() || FREEING.contains(options.operation())
        ? tx
        : new WatchedTx(tx, options.operation());
  }

  private static final class WatchedTx extends ForwardingTx {
    private final Map<InodeKey, Inode> read = new HashMap<>();
    private final Set<Long> changed = new HashSet<>();
    private final Set<Long> told = new HashSet<>();
    private boolean toldAll;

    WatchedTx(Tx tx, String operation) {
      super(tx, operation);
    }

    private void note(@Nullable Object row) {
      if (row instanceof Inode inode) {
        read.put(inode.key(), inode);
      }
    }

    private void write(@Nullable Object row) {
      if (row instanceof Inode after) {
        Inode before = read.put(after.key(), after);
        if (before != null && isPassedThrough(before) && !before.isSameView(after)) {
          changed.add(before.id());
        }
      } else if (row instanceof DirectoryChange change
          && change.version() != DirectoryChange.NEWEST) {
        told.addAll(change.directoryIds());
        toldAll |= change.mayBeOfAny();
      }
    }

    private static boolean isPassedThrough(Inode row) {
      return row.isDirectory()
          && row.parentId() != Inode.DETACHED_ID
          && row.parentId() != Inode.RETAINED_ID;
    }

    @Override
    public <K, R> @Nullable R get(Table<K, R> table, K key, LockMode mode) {
      R row = super.get(table, key, mode);
      note(row);
      return row;
    }

    @Override
    public <K, R> List<R> scan(Scan<K, R> scan) {
      List<R> rows = super.scan(scan);
      rows.forEach(this::note);
      return rows;
    }

    @Override
    public <K, R> void insert(Table<K, R> table, R row) {
      write(row);
      super.insert(table, row);
    }

    @Override
    public <K, R> void update(Table<K, R> table, R row) {
      write(row);
      super.update(table, row);
    }

    @Override
    public <K, R> void upsert(Table<K, R> table, R row) {
      write(row);
      super.upsert(table, row);
    }

    @Override
    public <K, R> void delete(Table<K, R> table, K key) {
      if (table.equals(Tables.INODES)) {
        Inode before = read.remove((InodeKey) key);
        if (before != null && isPassedThrough(before)) {
          changed.add(before.id());
        }
      }
      super.delete(table, key);
    }

    @Override
    public long commit() {
      changed.removeAll(told);
      if (!toldAll && !changed.isEmpty()) {
        throw new AssertionError(
            operation() + " changes directories that others remember: " + changed);
      }
      return super.commit();
    }
  }
}
