package io.warren.store.embedded;

import io.warren.store.Scan;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/** One thing that a read asks for: where the cache may have it, and what it is once read. */
abstract class Wanted {
  final CommittedCache.@Nullable Unit unit;
  CommittedCache.@Nullable Entry found;
  long stamp = CommittedCache.UNSTABLE;
  @Nullable Object content;

  private Wanted(CommittedCache.@Nullable Unit unit) {
    this.unit = unit;
  }

  /** Whether the content may be kept as the whole state of the unit. */
  abstract boolean whole();

  /** A row by its key. */
  static final class Row<K, R> extends Wanted {
    private final RowCodec<K, R> codec;
    private final K key;

    Row(RowCodec<K, R> codec, K key) {
      super(codec.rowUnit(key));
      this.codec = codec;
      this.key = key;
    }

    byte[] storedKey() {
      return codec.key(key);
    }

    void decode(byte @Nullable [] value) {
      content = value == null ? null : codec.readRow(key, value);
    }

    @Override
    boolean whole() {
      return true;
    }

    @SuppressWarnings("unchecked") // the content is a row of the codec's own table
    @Nullable R row() {
      return (R) content;
    }
  }

  /** The rows of a scan without locks. */
  static final class Rows<K, R> extends Wanted {
    private final Scan<K, R> scan;

    Rows(Scan<K, R> scan) {
      super(RowCodec.of(scan.table()).partitionUnit(scan));
      this.scan = scan;
    }

    Scan<K, R> scan() {
      return scan;
    }

    /** The view must be pinned unless the scan follows the rows themselves. */
    void load(View view) throws RocksDBException {
      content = List.copyOf(Scanner.run(scan, view, null));
    }

    @Override
    boolean whole() {
      return rows().size() < scan.limit();
    }

    @SuppressWarnings("unchecked") // the content is rows of the scan's own table
    List<R> rows() {
      if (!(content instanceof List<?> rows)) {
        throw new IllegalStateException("The scan was not run");
      }
      return (List<R>) (rows.size() > scan.limit() ? rows.subList(0, scan.limit()) : rows);
    }
  }
}
