package io.warren.store.ndb;

import io.warren.store.LockMode;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows that a transaction has read under a lock: nobody else changes them any more. */
final class Locks {
  private record Held(LockMode mode, @Nullable Object row) {}

  private final Map<RowRef, Held> held = new HashMap<>();

  boolean isEmpty() {
    return held.isEmpty();
  }

  /** Whether the row was read under a lock, found or not. */
  boolean holds(NdbTable<?, ?> table, Object key) {
    return held.containsKey(new RowRef(table.table().number(), key));
  }

  /** The locked row, or null when it is absent or not locked. */
  @SuppressWarnings("unchecked")
  <K, R> @Nullable R row(NdbTable<K, R> table, K key) {
    Held found = held.get(RowRef.of(table, key));
    return found == null ? null : (R) found.row();
  }

  /** Whether the row was read as absent under a lock. */
  boolean readAbsent(NdbTable<?, ?> table, Object key) {
    Held found = held.get(new RowRef(table.table().number(), key));
    return found != null && found.row() == null;
  }

  /**
   * Whether the row is locked strongly enough.
   *
   * @throws IllegalStateException when the lock would have to be upgraded: two transactions that do
   *     that wait for each other for ever
   */
  boolean covers(NdbTable<?, ?> table, Object key, LockMode wanted) {
    Held found = held.get(new RowRef(table.table().number(), key));
    if (found == null) {
      return false;
    }
    // What could not be locked because it is absent has no lock to upgrade.
    if (found.row() != null && found.mode() == LockMode.SHARED && wanted == LockMode.EXCLUSIVE) {
      throw new IllegalStateException(
          "A lock can't be upgraded; ask for the strongest first: " + table + " " + key);
    }
    return true;
  }

  <K, R> void add(NdbTable<K, R> table, K key, LockMode mode, @Nullable R row) {
    held.put(RowRef.of(table, key), new Held(mode, row));
  }
}
