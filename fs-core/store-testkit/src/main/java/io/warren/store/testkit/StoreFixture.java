package io.warren.store.testkit;

import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** The store under test, with short forms of what most tests do. */
interface StoreFixture {
  /** An open store without rows or changes. */
  Store store();

  /** Has the store's disk stand still. */
  DiskStall stallDisk();

  /** How long a lock that must not be granted is waited for. */
  int SHORT_LOCK_TIMEOUT_MS = 150;

  /** How long a test waits for something that must happen. */
  int PATIENCE_MS = 20_000;

  /** Options of a transaction that gives up waiting for a lock soon. */
  static TxOptions impatient() {
    return TxOptions.write("test").lockTimeout(SHORT_LOCK_TIMEOUT_MS);
  }

  /** Runs and commits. */
  default void write(Consumer<Tx> body) {
    try (Tx tx = store().begin(TxOptions.write("test"))) {
      body.accept(tx);
      tx.commit();
    }
  }

  /** Runs and commits; returns the commit's sequence, from where on the feed shows its changes. */
  default long writeSequenced(Consumer<Tx> body) {
    try (Tx tx = store().begin(TxOptions.write("test").withSequence())) {
      body.accept(tx);
      return tx.commit();
    }
  }

  /** Runs in a read-only transaction. */
  default <T> @Nullable T read(Function<Tx, @Nullable T> body) {
    try (Tx tx = store().begin(TxOptions.read("test"))) {
      return body.apply(tx);
    }
  }

  /** A committed row, or null. */
  default <K, R> @Nullable R row(Table<K, R> table, K key) {
    try (Tx tx = store().begin(TxOptions.read("test"))) {
      return tx.get(table, key, LockMode.READ_COMMITTED);
    }
  }

  /** Committed rows of a scan. */
  default <K, R> List<R> rows(Scan<K, R> scan) {
    try (Tx tx = store().begin(TxOptions.read("test"))) {
      return tx.scan(scan);
    }
  }

  /** Asserts that the code is thrown. */
  static void assertCode(StoreException.Code code, ThrowingCallable call) {
    Assertions.assertThatExceptionOfType(StoreException.class)
        .isThrownBy(call)
        .satisfies(e -> Assertions.assertThat(e.code()).isEqualTo(code));
  }
}
