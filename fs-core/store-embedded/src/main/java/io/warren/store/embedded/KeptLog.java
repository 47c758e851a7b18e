package io.warren.store.embedded;

import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.TransactionLogIterator;
import org.rocksdb.WriteBatch;

/**
 * Copies of RocksDB's log. Each commit is one batch of writes there, with the changes that the feed
 * tells of it, so that any number of batches from a copy's moment on is a state the store had. A
 * file has a mark, then for each batch its position and its bytes as RocksDB has them.
 */
final class KeptLog {
  /** A batch of writes and the position of its first one. */
  record Batch(long first, byte[] bytes) {}

  private static final long MARK = 0x57_41_52_52_4c_4f_47_31L;
  private static final int BATCH_BYTES_MAX = 1 << 30;

  private KeptLog() {}

  /**
   * Writes everything that is in the log after a position into a new file.
   *
   * @return position of the last write that is in it
   * @throws StoreException with code FEED_TRIMMED when the log does not reach back so far
   * @throws UncheckedIOException when the file can't be written
   */
  static long copy(Rocks rocks, long after, Path file) throws RocksDBException {
    long through = rocks.db().getLatestSequenceNumber();
    // The log is read from its files.
    rocks.db().flushWal(true);
    if (after > through) {
      throw new StoreException(
              Code.FEED_TRIMMED,
              "The store was set back behind this position of its log: make a new backup")
          .with("after", after)
          .with("through", through);
    }
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeLong(MARK);
      if (after < through) {
        through = copyBatches(rocks, after, through, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return through;
  }

  private static long copyBatches(Rocks rocks, long after, long through, DataOutputStream out)
      throws RocksDBException, IOException {
    long position = after;
    try (TransactionLogIterator log = since(rocks, after)) {
      for (; position < through && log.isValid(); log.next()) {
        TransactionLogIterator.BatchResult found = log.getBatch();
        try (WriteBatch batch = found.writeBatch()) {
          long first = found.sequenceNumber();
          if (first > position + 1) {
            throw trimmed(after);
          }
          if (first + batch.count() - 1 <= position) {
            continue;
          }
          byte[] bytes = batch.data();
          out.writeLong(first);
          out.writeInt(bytes.length);
          out.write(bytes);
          position = first + batch.count() - 1;
        }
      }
      log.status();
    }
    if (position < through) {
      throw trimmed(after);
    }
    return position;
  }

  private static TransactionLogIterator since(Rocks rocks, long after) throws RocksDBException {
    try {
      return rocks.db().getUpdatesSince(after + 1);
    } catch (RocksDBException e) {
      Status status = e.getStatus();
      if (status != null && status.getCode() == Status.Code.NotFound) {
        StoreException trimmed = trimmed(after);
        trimmed.initCause(e);
        throw trimmed;
      }
      throw e;
    }
  }

  private static StoreException trimmed(long after) {
    return new StoreException(
            Code.FEED_TRIMMED, "The store's log since then is not kept any more: make a new backup")
        .with("after", after);
  }

  /** The batches of a copy, one after the other. */
  static final class Reader implements AutoCloseable {
    private final Path file;
    private final DataInputStream in;

    Reader(Path file) throws IOException {
      this.file = file;
      in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
      if (in.readLong() != MARK) {
        in.close();
        throw new IOException("not a copy of a log: " + file);
      }
    }

    /** Null at the end. */
    @Nullable Batch next() throws IOException {
      long first;
      try {
        first = in.readLong();
      } catch (EOFException e) {
        return null;
      }
      int length = in.readInt();
      if (length < 0 || length > BATCH_BYTES_MAX) {
        throw new IOException("a batch of odd length in " + file);
      }
      byte[] bytes = in.readNBytes(length);
      if (bytes.length < length) {
        throw new EOFException("a batch is cut off in " + file);
      }
      return new Batch(first, bytes);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
