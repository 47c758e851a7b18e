package io.warren.store.embedded;

import io.warren.model.Change;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A read-only transaction: everything as of its first read, no locks. */
final class ReadTx extends EmbeddedTx {
  private @Nullable View view;

  ReadTx(Rocks rocks, TxOptions options, Consumer<EmbeddedTx> onEnd) {
    super(rocks, options, onEnd);
  }

  @Override
  void start() {
    view = View.pinned(rocks, null);
  }

  @Override
  void release() {
    view().close();
  }

  @Override
  View view() {
    View current = view;
    if (current == null) {
      throw new IllegalStateException("The transaction was not started");
    }
    return current;
  }

  @Override
  View pin() {
    return view();
  }

  @Override
  void unpin(View pinned) {}

  @Override
  byte @Nullable [] lock(byte[] storedKey, boolean exclusive) {
    throw refused();
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
    attempt(() -> 0L);
    end();
    return 0;
  }

  private IllegalStateException refused() {
    return new IllegalStateException(
        "A read-only transaction can't lock or write: " + options.operation());
  }
}
