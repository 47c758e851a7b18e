package io.warren.store.ndb;

import org.jspecify.annotations.Nullable;

/** A change of one row that is kept back until the transaction sends it. */
final class Write<K, R> {
  /** What is done to the row. */
  enum Kind {
    /** Fails when the row exists. */
    INSERT,
    /** Fails when the row does not exist. */
    UPDATE,
    UPSERT,
    /** Harmless when the row does not exist. */
    DELETE
  }

  final NdbTable<K, R> table;
  final K key;
  Kind kind;
  @Nullable R row;

  /** Whether the row was read as absent under a lock: if it exists now, somebody was quicker. */
  final boolean readAbsent;

  Write(NdbTable<K, R> table, K key, Kind kind, @Nullable R row, boolean readAbsent) {
    this.table = table;
    this.key = key;
    // The insert notices what the lock could not prevent.
    this.kind = kind == Kind.UPSERT && readAbsent ? Kind.INSERT : kind;
    this.row = row;
    this.readAbsent = readAbsent;
  }
}
