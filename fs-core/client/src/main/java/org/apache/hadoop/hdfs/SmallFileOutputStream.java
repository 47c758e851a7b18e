package org.apache.hadoop.hdfs;

import io.warren.client.small.SmallFileProtocol;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file that may stay in the database: holds the bytes back, and sends them with the close.
 * A byte more than may be there, hflush and hsync send them on through the ordinary pipeline, which
 * has not begun before.
 */
final class SmallFileOutputStream extends DFSOutputStream {
  private static final int FIRST_BYTES = 4 << 10;

  private final SmallFileProtocol namenodes;
  private final int maxBytes;
  private byte[] held = new byte[FIRST_BYTES];
  private int heldBytes;
  private boolean holds = true;

  SmallFileOutputStream(
      DFSClient client,
      SmallFileProtocol namenodes,
      int maxBytes,
      String src,
      HdfsFileStatus status,
      EnumSet<CreateFlag> flag,
      @Nullable Progressable progress,
      DataChecksum checksum,
      String @Nullable [] favoredNodes) {
    super(client, src, status, flag, progress, checksum, favoredNodes, true);
    this.namenodes = namenodes;
    this.maxBytes = maxBytes;
  }

  @Override
  public synchronized void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    if (holds) {
      checkClosed();
      if (length <= maxBytes - heldBytes) {
        hold(bytes, offset, length);
        return;
      }
      send();
    }
    super.write(bytes, offset, length);
  }

  private void hold(byte[] bytes, int offset, int length) {
    int all = heldBytes + length;
    if (all > held.length) {
      held = Arrays.copyOf(held, Math.min(maxBytes, Math.max(all, 2 * held.length)));
    }
    System.arraycopy(bytes, offset, held, heldBytes, length);
    heldBytes = all;
  }

  /** Hands what was held back to the pipeline; from now on everything goes there. */
  private void send() throws IOException {
    if (holds) {
      holds = false;
      start();
      super.write(held, 0, heldBytes);
      held = new byte[0];
    }
  }

  @Override
  public void hflush() throws IOException {
    sendAll();
    super.hflush();
  }

  @Override
  public void hsync() throws IOException {
    sendAll();
    super.hsync();
  }

  @Override
  public void hsync(EnumSet<SyncFlag> flags) throws IOException {
    sendAll();
    super.hsync(flags);
  }

  private synchronized void sendAll() throws IOException {
    checkClosed();
    send();
  }

  @Override
  protected synchronized void closeImpl() throws IOException {
    if (!holds || isClosed()) {
      super.closeImpl();
      return;
    }
    byte[] all = Arrays.copyOf(held, heldBytes);
    boolean done;
    try {
      done = namenodes.complete(src, fileId, dfsClient.getClientName(), all);
    } catch (IOException e) {
      closeThreads(true);
      throw e;
    }
    if (done) {
      closeThreads(true);
      return;
    }
    send();
    super.closeImpl();
  }
}
