package io.warren.store.embedded;

import io.warren.model.Change;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A read-only transaction without locks that sees one moment. It reads from the cache alone as long
 * as it can; the first read that must go to the database pins a snapshot, which fits what was read
 * before when that is still valid.
 */
final class ReadTx extends EmbeddedTx {
  private final CommittedCache committed;

  /** Found in the cache by all reads so far; the first read's own list. */
  private List<CommittedCache.Entry> seen = List.of();

  private @Nullable View view;

  ReadTx(
      Rocks rocks,
      ShardCounters shards,
      CommittedCache committed,
      TxOptions options,
      Consumer<EmbeddedTx> onEnd) {
    super(rocks, shards, options, onEnd);
    this.committed = committed;
  }

  @Override
  void release() {
    if (view != null) {
      view.close();
    }
  }

  @Override
  @Nullable CommittedCache cache() {
    return view == null ? committed : null;
  }

  @Override
  boolean keepsRowsAlone() {
    return false;
  }

  @Override
  boolean confirm(List<CommittedCache.Entry> found) {
    if (!Reads.allValid(found) || !Reads.allValid(seen)) {
      return false;
    }
    if (seen.isEmpty()) {
      seen = found;
    } else {
      seen.addAll(found);
    }
    return true;
  }

  @Override
  View view() {
    View pinned = view;
    if (pinned == null) {
      pinned = View.pinned(rocks, null);
      view = pinned;
      if (!Reads.allValid(seen)) {
        throw new StoreException(
            Code.UNAVAILABLE, "What was read changed before the rest of it was read");
      }
    }
    return pinned;
  }

  @Override
  View pin() {
    return view();
  }

  @Override
  void unpin(View pinned) {}

  @Override
  @Nullable WriteSet own() {
    return null;
  }

  @Override
  <K, R> @Nullable R lock(RowCodec<K, R> codec, K key, boolean exclusive) {
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
