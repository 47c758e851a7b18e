package io.warren.namespace;

import io.warren.model.RetryEntry;
import io.warren.model.RetryKey;
import io.warren.store.ReadBatch;
import io.warren.store.schema.Tables;
import org.jspecify.annotations.Nullable;

/** Looks for an earlier execution of the call, alongside the operation's first batched read. */
final class RetryProbe {
  /** The call was executed before: unwinds to the answer. */
  static final class Replayed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final transient RetryEntry entry;

    Replayed(RetryEntry entry) {
      super("Answered from the retry cache", null, false, false);
      this.entry = entry;
    }
  }

  private final @Nullable RetryKey key;
  private ReadBatch.@Nullable Row<RetryEntry> row;

  RetryProbe(@Nullable RetryKey key) {
    this.key = key;
  }

  void addTo(ReadBatch batch) {
    if (key != null) {
      row = batch.get(Tables.RETRY_CACHE, key);
    }
  }

  /** Unwinds with {@link Replayed} when the call was executed before. */
  void check() {
    ReadBatch.Row<RetryEntry> asked = row;
    if (asked != null) {
      RetryEntry entry = asked.get();
      if (entry != null) {
        throw new Replayed(entry);
      }
    }
  }
}
