package io.warren.store.testkit;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Watches how transactions lock and fails what a store like NDB punishes: a shared lock that
 * becomes an exclusive one (two transactions that do so wait for each other), a commit of inodes
 * with a directory's row locked after one of its children or siblings out of the order of their
 * names, and tables read with locks in orders that contradict each other over all transactions
 * ({@link #requireOneOrder}). Writes lock their keys too, but count for upgrades alone: what is
 * written without having been locked is guarded by a row that was. Thread-safe.
 */
public final class LockRulesStore extends ForwardingStore {
  private final Map<String, Map<String, String>> later = new LinkedHashMap<>();

  public LockRulesStore(Store inner) {
    super(inner);
  }

  @Override
  public Tx begin(TxOptions options) {
    return new WatchedTx(inner().begin(options), options.operation());
  }

  private synchronized void note(Set<String> before, String table, String operation) {
    for (String earlier : before) {
      if (!earlier.equals(table)) {
        later.computeIfAbsent(earlier, t -> new LinkedHashMap<>()).putIfAbsent(table, operation);
      }
    }
  }

  /** Fails when there is no order of tables that every transaction so far has kept. */
  public synchronized void requireOneOrder() {
    Set<String> done = new HashSet<>();
    for (String table : later.keySet()) {
      visit(table, new ArrayList<>(), done);
    }
  }

  private void visit(String table, List<String> path, Set<String> done) {
    if (path.contains(table)) {
      throw new AssertionError(
          "Tables are locked in contradicting orders: " + described(path, table));
    }
    if (!done.add(table)) {
      return;
    }
    path.add(table);
    for (String next : later.getOrDefault(table, Map.of()).keySet()) {
      visit(next, path, done);
    }
    path.remove(path.size() - 1);
  }

  private String described(List<String> path, String back) {
    List<String> circle = new ArrayList<>(path.subList(path.indexOf(back), path.size()));
    circle.add(back);
    StringBuilder text = new StringBuilder(back);
    for (int i = 1; i < circle.size(); i++) {
      String operation = later.getOrDefault(circle.get(i - 1), Map.of()).get(circle.get(i));
      text.append(" -(").append(operation).append(")-> ").append(circle.get(i));
    }
    return text.toString();
  }

  private record Held(String table, Object key) {}

  private final class WatchedTx extends ForwardingTx {
    private final Map<Held, LockMode> held = new HashMap<>();
    private final Set<String> tables = new LinkedHashSet<>();
    private final Set<Long> parentsOfLocked = new HashSet<>();
    private final Map<Long, InodeKey> lastChild = new HashMap<>();
    private @Nullable String wrongOrder;
    private boolean changesInodes;

    WatchedTx(Tx tx, String operation) {
      super(tx, operation);
    }

    private void lock(Table<?, ?> table, Object key, LockMode mode) {
      if (!mode.locks()) {
        return;
      }
      Held row = new Held(table.name(), key);
      LockMode before = held.get(row);
      if (before == LockMode.SHARED && mode == LockMode.EXCLUSIVE) {
        throw new AssertionError(operation() + " upgrades its shared lock of " + row);
      }
      held.putIfAbsent(row, mode);
    }

    private void write(Table<?, ?> table, Object key) {
      lock(table, key, LockMode.EXCLUSIVE);
      changesInodes |= key instanceof InodeKey;
    }

    private void lockToRead(Table<?, ?> table, Object key, LockMode mode) {
      lock(table, key, mode);
      if (mode.locks()) {
        note(tables, table.name(), operation());
        tables.add(table.name());
      }
    }

    /**
     * Called for reads with locks: writes come after the locks that their operation needs. What is
     * wrong fails a commit of inodes alone: by hints of what was moved meanwhile an attempt may
     * lock rows in any order, and as soon as it has read them it gives up, or refuses what was
     * asked of a path that is not there any more.
     */
    private void checkPlace(Object key, @Nullable Object row) {
      if (!(key instanceof InodeKey place)) {
        return;
      }
      if (row instanceof Inode inode && parentsOfLocked.contains(inode.id())) {
        wrongOrder = operation() + " locks a directory after a child of it: " + inode;
      }
      InodeKey before = lastChild.put(place.parentId(), place);
      if (before != null && before.name().compareTo(place.name()) > 0) {
        wrongOrder = operation() + " locks siblings out of order: " + before + ", then " + place;
      }
      parentsOfLocked.add(place.parentId());
    }

    @Override
    public <K, R> @Nullable R get(Table<K, R> table, K key, LockMode mode) {
      boolean isNew = !held.containsKey(new Held(table.name(), key));
      lockToRead(table, key, mode);
      R row = super.get(table, key, mode);
      if (isNew && mode.locks()) {
        checkPlace(key, row);
      }
      return row;
    }

    @Override
    public <K, R> List<R> scan(Scan<K, R> scan) {
      List<R> rows = super.scan(scan);
      rows.forEach(row -> lockToRead(scan.table(), scan.table().keyOf().apply(row), scan.lock()));
      return rows;
    }

    @Override
    public long commit() {
      if (wrongOrder != null && changesInodes) {
        throw new AssertionError(wrongOrder);
      }
      return super.commit();
    }

    @Override
    public <K, R> void insert(Table<K, R> table, R row) {
      write(table, table.keyOf().apply(row));
      super.insert(table, row);
    }

    @Override
    public <K, R> void update(Table<K, R> table, R row) {
      write(table, table.keyOf().apply(row));
      super.update(table, row);
    }

    @Override
    public <K, R> void upsert(Table<K, R> table, R row) {
      write(table, table.keyOf().apply(row));
      super.upsert(table, row);
    }

    @Override
    public <K, R> void delete(Table<K, R> table, K key) {
      write(table, key);
      super.delete(table, key);
    }
  }
}
