package io.warren.bench.image;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Counts what goes through; closing it leaves what is below open. */
final class LengthStream extends FilterOutputStream {
  private long lengthBytes;

  LengthStream(OutputStream to) {
    super(to);
  }

  @Override
  public void write(int value) throws IOException {
    out.write(value);
    lengthBytes++;
  }

  @Override
  public void write(byte[] from, int start, int length) throws IOException {
    out.write(from, start, length);
    lengthBytes += length;
  }

  @Override
  public void close() throws IOException {
    flush();
  }

  long lengthBytes() {
    return lengthBytes;
  }
}
