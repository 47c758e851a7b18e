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

  /** A row that has its partition for itself. */
  final boolean alone;

  /** Whether the transaction's own writes say it all. */
  boolean own;

  private Wanted(CommittedCache.@Nullable Unit unit, boolean alone) {
    this.unit = unit;
    this.alone = alone;
  }

  /** Takes the answer from what the transaction has written, where that is all there is to it. */
  abstract void takeOwn(WriteSet writes);

  /** Takes the content from the cache's; false where that does not say it. */
  abstract boolean take(CommittedCache.Entry entry);

  /** Lets the cache keep what was read, where that is the whole state of the unit. */
  abstract void keepIn(CommittedCache cache, CommittedCache.Unit of);

  /** A row by its key. */
  static final class Row<K, R> extends Wanted {
    private final RowCodec<K, R> codec;
    private final K key;

    Row(RowCodec<K, R> codec, K key) {
      super(codec.unit(key), codec.alone());
      this.codec = codec;
      this.key = key;
    }

    byte[] storedKey() {
      return codec.key(key);
    }

    void countIn(ShardCounters shards) {
      shards.read(codec.table(), key);
    }

    void decode(byte @Nullable [] value) {
      content = value == null ? null : codec.readRow(key, value);
    }

    @Override
    void takeOwn(WriteSet writes) {
      WriteSet.Write write = writes.get(storedKey());
      if (write != null) {
        own = true;
        content = write.row();
      }
    }

    @Override
    boolean take(CommittedCache.Entry entry) {
      found = entry;
      content = codec.rowIn(entry.content(), key);
      return true;
    }

    @Override
    void keepIn(CommittedCache cache, CommittedCache.Unit of) {
      if (codec.fillsUnit()) {
        cache.fill(of, stamp, codec.unitContent(content));
      }
    }

    @SuppressWarnings("unchecked") // the content is a row of the codec's own table
    @Nullable R row() {
      return (R) content;
    }
  }

  /**
   * The rows of a scan without locks. The cache keeps small partitions, and all children of a
   * directory, of which a scan is a page.
   */
  static final class Rows<K, R> extends Wanted {
    /** Who asks for so many may ask for the next page, too: a directory is loaded as a whole. */
    private static final int WHOLE_FROM = 256;

    private final Scan<K, R> scan;
    private final boolean ofSiblings;
    private CommittedCache.@Nullable Many many;

    /** How many rows would be kept, and how many were asked for at most. */
    private int keptMax;

    private int readMax;

    Rows(Scan<K, R> scan) {
      this(scan, RowCodec.of(scan.table()).siblingsUnit(scan));
    }

    private Rows(Scan<K, R> scan, CommittedCache.@Nullable Unit siblings) {
      super(siblings != null ? siblings : RowCodec.of(scan.table()).partitionUnit(scan), false);
      this.scan = scan;
      this.ofSiblings = siblings != null;
    }

    Scan<K, R> scan() {
      return scan;
    }

    /** Rows that were written and rows that are stored are put together by the scan. */
    @Override
    void takeOwn(WriteSet writes) {}

    @Override
    boolean take(CommittedCache.Entry entry) {
      if (entry.content() instanceof CommittedCache.Many known) {
        many = known;
        return false;
      }
      found = entry;
      content = entry.content();
      return true;
    }

    /** The view must be pinned unless the scan follows the rows themselves. */
    void load(View view, @Nullable CommittedCache cache) throws RocksDBException {
      found = null;
      boolean wantsMany = wantsWhole() && many == CommittedCache.Many.NOT_KEPT_YET;
      CommittedCache manyIn = wantsMany && cache != null && cache.beginReadOfMany() ? cache : null;
      try {
        keptMax =
            manyIn != null
                ? CommittedCache.STILL_SIBLINGS_MAX
                : ofSiblings ? CommittedCache.SIBLINGS_MAX : CommittedCache.PARTITION_ROWS_MAX;
        boolean whole = wantsWhole() && (many == null || manyIn != null);
        readMax = whole ? keptMax + 1 : scan.limit();
        content = List.copyOf(Scanner.run(scan, readMax, view));
      } finally {
        if (manyIn != null) {
          manyIn.endReadOfMany();
        }
      }
    }

    private boolean wantsWhole() {
      return ofSiblings
          && stamp != CommittedCache.UNSTABLE
          && scan.after() == null
          && scan.limit() >= WHOLE_FROM
          && scan.limit() <= CommittedCache.SIBLINGS_MAX;
    }

    @Override
    void keepIn(CommittedCache cache, CommittedCache.Unit of) {
      int read = all().size();
      if (scan.after() != null) {
        return;
      }
      if (read < readMax && read <= keptMax) {
        cache.fill(of, stamp, content);
      } else if (ofSiblings && read > keptMax) {
        cache.fill(
            of,
            stamp,
            keptMax == CommittedCache.SIBLINGS_MAX
                ? CommittedCache.Many.NOT_KEPT_YET
                : CommittedCache.Many.TOO_MANY);
      }
    }

    void countIn(ShardCounters shards) {
      shards.scanned(scan, rows());
    }

    /** As they are in the cache, or were loaded. */
    @SuppressWarnings("unchecked") // the content is rows of the scan's own table
    private List<R> all() {
      if (!(content instanceof List<?> rows)) {
        throw new IllegalStateException("The scan was not run");
      }
      return (List<R>) rows;
    }

    List<R> rows() {
      List<R> rows = all();
      int from = found == null ? 0 : firstAfter(rows);
      int to = Math.min(rows.size(), from + scan.limit());
      return from == 0 && to == rows.size() ? rows : rows.subList(from, to);
    }

    /** The place of the first row behind the scan's start, in rows in stored order. */
    private int firstAfter(List<R> rows) {
      K after = scan.after();
      if (after == null) {
        return 0;
      }
      RowCodec<K, R> codec = RowCodec.of(scan.table());
      return codec.place(rows, Keys.after(codec.key(after)));
    }
  }
}
