package io.warren.store.embedded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction writes of one unit of the cache, so that its commit can leave the unit's new
 * state there instead of nothing.
 */
abstract class UnitWrites {
  /** A state that is not known, or not worth keeping. */
  static final Object UNKNOWN = new Object();

  /** The unit's state before the commit, when the cache had it; for {@link CommittedCache}. */
  CommittedCache.@Nullable Entry before;

  /** The unit's stamp during the commit; for {@link CommittedCache}. */
  long stamp = CommittedCache.UNSTABLE;

  /** The unit's content after the commit, or {@link #UNKNOWN}. */
  abstract @Nullable Object after();

  /** A unit that is one row. */
  static final class OfRow extends UnitWrites {
    private @Nullable Object row;

    void write(@Nullable Object newest) {
      row = newest;
    }

    /** That a row is gone is seldom asked again. */
    @Override
    Object after() {
      return row == null ? UNKNOWN : row;
    }
  }

  /** A unit that is a list of rows in the order of their stored keys. */
  static final class OfRows<K, R> extends UnitWrites {
    /** More writes than this make a new read of the list as cheap. */
    private static final int WRITES_MAX = 64;

    private record Write<R>(byte[] storedKey, @Nullable R row) {}

    private final RowCodec<K, R> codec;
    private final int rowsMax;
    private final List<Write<R>> writes = new ArrayList<>(2);
    private boolean tooMany;
    private boolean isNew;

    OfRows(RowCodec<K, R> codec, int rowsMax) {
      this.codec = codec;
      this.rowsMax = rowsMax;
    }

    /** There were no rows before the transaction. */
    void begin() {
      isNew = true;
    }

    void write(byte[] storedKey, @Nullable R row) {
      tooMany |= writes.size() == WRITES_MAX;
      if (!tooMany) {
        writes.add(new Write<>(storedKey, row));
      }
    }

    @Override
    @SuppressWarnings("unchecked") // the unit's content is rows of the codec's own table
    Object after() {
      Object known = isNew ? List.of() : before == null ? null : before.content();
      if (tooMany || !(known instanceof List<?> old)) {
        return UNKNOWN;
      }
      List<R> rows = new ArrayList<>(old.size() + writes.size());
      rows.addAll((List<R>) old);
      writes.forEach(write -> apply(write, rows));
      return rows.size() > rowsMax ? UNKNOWN : List.copyOf(rows);
    }

    private void apply(Write<R> write, List<R> rows) {
      int at = codec.place(rows, write.storedKey());
      boolean isThere =
          at < rows.size() && Arrays.equals(codec.keyOf(rows.get(at)), write.storedKey());
      if (write.row() == null) {
        if (isThere) {
          rows.remove(at);
        }
      } else if (isThere) {
        rows.set(at, write.row());
      } else {
        rows.add(at, write.row());
      }
    }
  }
}
