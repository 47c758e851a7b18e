package io.warren.store.ndb;

import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.ndb.Write.Kind;
import io.warren.store.schema.Index;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's own writes: those it keeps back, at most one for each row, and what every row
 * looks like that it has written, sent or not.
 */
final class Writes {
  private final Map<RowRef, Write<?, ?>> kept = new LinkedHashMap<>();
  private final Map<RowRef, Optional<Object>> written = new HashMap<>();

  boolean isEmpty() {
    return kept.isEmpty();
  }

  int size() {
    return kept.size();
  }

  /** The row as this transaction left it: empty when deleted; null when it did not write it. */
  @SuppressWarnings("unchecked")
  <K, R> @Nullable Optional<R> own(NdbTable<K, R> table, K key) {
    return (Optional<R>) written.get(RowRef.of(table, key));
  }

  /** Whether a write of the row is kept back that must be sent before the row can be deleted. */
  boolean mustSendBeforeDelete(RowRef ref) {
    Write<?, ?> before = kept.get(ref);
    return before != null && (before.kind == Kind.INSERT || before.kind == Kind.UPDATE);
  }

  /** Whether writes of a table are kept back. */
  boolean keeps(NdbTable<?, ?> table) {
    int number = table.table().number();
    return kept.keySet().stream().anyMatch(ref -> ref.table() == number);
  }

  /** The row of this transaction's writes with a value in a column, or null. */
  <K, R> @Nullable R ownWith(NdbTable<K, R> table, String column, Object value) {
    for (Map.Entry<RowRef, Optional<Object>> entry : written.entrySet()) {
      if (entry.getKey().table() != table.table().number() || entry.getValue().isEmpty()) {
        continue;
      }
      @SuppressWarnings("unchecked")
      R row = (R) entry.getValue().get();
      if (LooseValue.compare(table.values(row, List.of(column)).get(0), value) == 0) {
        return row;
      }
    }
    return null;
  }

  /**
   * Adds a write, or merges it with the one that is kept of the same row.
   *
   * @param readAbsent whether the row was read as absent under a lock
   * @throws StoreException with code ROW_EXISTS or ROW_MISSING when this transaction's own writes
   *     contradict
   */
  <K, R> void add(NdbTable<K, R> table, K key, Kind kind, @Nullable R row, boolean readAbsent) {
    RowRef ref = RowRef.of(table, key);
    Optional<Object> own = written.get(ref);
    if (own != null && own.isPresent() && kind == Kind.INSERT) {
      throw contradiction(Code.ROW_EXISTS, "The row to insert exists", table, key);
    }
    if (own != null && own.isEmpty() && kind == Kind.UPDATE) {
      throw contradiction(Code.ROW_MISSING, "The row to update does not exist", table, key);
    }
    written.put(ref, Optional.ofNullable(row));
    @SuppressWarnings("unchecked")
    Write<K, R> before = (Write<K, R>) kept.get(ref);
    if (before == null) {
      kept.put(ref, new Write<>(table, key, kind, row, readAbsent && own == null));
      return;
    }
    if (kind == Kind.DELETE) {
      before.kind = Kind.DELETE;
    } else if (before.kind == Kind.DELETE) {
      before.kind = Kind.UPSERT;
    }
    before.row = row;
  }

  private static <K> StoreException contradiction(
      Code code, String message, NdbTable<K, ?> table, K key) {
    return new StoreException(code, message).with("table", table.table().name()).with("key", key);
  }

  /**
   * Takes the deletes that must be sent before the other writes when that is not the commit: there
   * unique indexes are checked write by write, in no order, so a row that takes over a deleted
   * row's value could meet it.
   */
  List<Write<?, ?>> takeDeletesFirst(Locks locks) {
    List<Write<?, ?>> first = new ArrayList<>();
    for (Write<?, ?> write : kept.values()) {
      if (write.kind == Kind.DELETE && write.table.hasUniqueIndex() && succeeded(write, locks)) {
        first.add(write);
      }
    }
    first.forEach(write -> kept.remove(new RowRef(write.table.table().number(), write.key)));
    return first;
  }

  /** Whether a row that is written may have a unique value of one that is deleted. */
  boolean hasSuccessions(Locks locks) {
    return kept.values().stream()
        .anyMatch(w -> w.kind == Kind.DELETE && w.table.hasUniqueIndex() && succeeded(w, locks));
  }

  /** Whether a row that is written may have a unique value of the deleted one. */
  private <K, R> boolean succeeded(Write<K, R> deleted, Locks locks) {
    R old = locks.row(deleted.table, deleted.key);
    for (Write<?, ?> other : kept.values()) {
      if (other.kind == Kind.DELETE
          || other.table.table().number() != deleted.table.table().number()) {
        continue;
      }
      @SuppressWarnings("unchecked")
      Write<K, R> same = (Write<K, R>) other;
      R row = same.row;
      if (old == null || row == null || sharesUnique(deleted.table, old, row)) {
        return true;
      }
    }
    return false;
  }

  private static <K, R> boolean sharesUnique(NdbTable<K, R> table, R one, R other) {
    for (Index index : table.table().indexes()) {
      if (!index.unique()) {
        continue;
      }
      List<Object> a = table.values(one, index.columns());
      List<Object> b = table.values(other, index.columns());
      boolean same = true;
      for (int i = 0; i < a.size(); i++) {
        same &= LooseValue.compare(a.get(i), b.get(i)) == 0;
      }
      if (same) {
        return true;
      }
    }
    return false;
  }

  /** Takes everything that is kept back, in the order of the first writes. */
  List<Write<?, ?>> takeAll() {
    List<Write<?, ?>> all = new ArrayList<>(kept.values());
    kept.clear();
    return all;
  }
}
