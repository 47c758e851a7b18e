package io.warren.store.ndb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Row buffers that native code reads and writes while a transaction runs. They stay valid until
 * {@link #reset()}; the first chunk is kept for the next transaction.
 */
final class Arena {
  private static final int CHUNK_BYTES = 128 * 1024;
  private static final int ALIGN_BYTES = 8;

  private final ByteBuffer first = ByteBuffer.allocateDirect(CHUNK_BYTES);
  // Native code holds addresses only, so the garbage collector must find the chunks here.
  private final List<ByteBuffer> more = new ArrayList<>();
  private ByteBuffer current = first;
  private int used;

  /** A buffer in native byte order; what it contains is undefined. */
  ByteBuffer take(int bytes) {
    if (used + bytes > current.capacity()) {
      current = ByteBuffer.allocateDirect(Math.max(CHUNK_BYTES, bytes));
      more.add(current);
      used = 0;
    }
    ByteBuffer taken = current.slice(used, bytes).order(ByteOrder.nativeOrder());
    used += (bytes + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
    return taken;
  }

  void reset() {
    more.clear();
    current = first;
    used = 0;
  }
}
