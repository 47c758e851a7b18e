package io.warren.client.small;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;

/** Reads bytes that came with the answer to open. */
public final class SmallFileInputStream extends FSInputStream implements ByteBufferReadable {
  private final byte[] bytes;
  private final FileSystem.@Nullable Statistics statistics;
  private int at;
  private boolean closed;

  public SmallFileInputStream(byte[] bytes, FileSystem.@Nullable Statistics statistics) {
    this.bytes = bytes;
    this.statistics = statistics;
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException(FSExceptionMessages.STREAM_IS_CLOSED);
    }
  }

  @Override
  public synchronized void seek(long position) throws IOException {
    checkOpen();
    if (position < 0) {
      throw new EOFException(FSExceptionMessages.NEGATIVE_SEEK);
    }
    if (position > bytes.length) {
      throw new EOFException(FSExceptionMessages.CANNOT_SEEK_PAST_EOF);
    }
    at = Math.toIntExact(position);
  }

  @Override
  public synchronized long getPos() {
    return at;
  }

  @Override
  public boolean seekToNewSource(long position) {
    return false;
  }

  @Override
  public synchronized int available() throws IOException {
    checkOpen();
    return bytes.length - at;
  }

  @Override
  public synchronized int read() throws IOException {
    checkOpen();
    if (at == bytes.length) {
      return -1;
    }
    count(1);
    return bytes[at++] & 0xFF;
  }

  @Override
  public synchronized int read(byte[] into, int offset, int length) throws IOException {
    return read(ByteBuffer.wrap(into, offset, length));
  }

  @Override
  public synchronized int read(ByteBuffer into) throws IOException {
    checkOpen();
    if (!into.hasRemaining()) {
      return 0;
    }
    int now = Math.min(into.remaining(), bytes.length - at);
    if (now == 0) {
      return -1;
    }
    into.put(bytes, at, now);
    at += now;
    count(now);
    return now;
  }

  private void count(int read) {
    if (statistics != null) {
      statistics.incrementBytesRead(read);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
