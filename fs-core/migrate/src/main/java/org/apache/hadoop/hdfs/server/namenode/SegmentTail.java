package org.apache.hadoop.hdfs.server.namenode;

import io.warren.migrate.edits.Edit;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.LayoutFlags;
import org.apache.hadoop.hdfs.protocol.LayoutVersion;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogLoader.PositionTrackingInputStream;

/**
 * One file of edits, read by Hadoop's reader from any place between two edits: so the end of a
 * segment that grows is looked at again and again without what is before it. Used by one thread.
 */
public final class SegmentTail implements Closeable {
  private static final int BUFFER_BYTES = 1 << 18;
  private static final int OP_BYTES_MAX = 50 << 20;

  private File file;
  private long offsetBytes;
  private long startBytes;
  private int version;
  private FileInputStream stream;
  private PositionTrackingInputStream tracker;
  private FSEditLogOp.Reader reader;

  /** Does not open the file yet. */
  public SegmentTail(File file) {
    this.file = file;
  }

  /** The file has another name now, with the same beginning. */
  public void renamed(File now) {
    file = now;
  }

  /**
   * The next edit.
   *
   * @return null at the end: of a segment that grows there may be more later
   * @throws IOException when it is not one; the place stays before it
   */
  public Edit next() throws IOException {
    try {
      if (reader == null) {
        open();
      }
      FSEditLogOp op = reader.readOp(false);
      if (op == null) {
        close();
        return null;
      }
      Edit edit = EditDecoder.decode(op);
      offsetBytes = startBytes + tracker.getPos();
      return edit;
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void open() throws IOException {
    stream = new FileInputStream(file);
    if (offsetBytes == 0) {
      readHeader();
    }
    stream.getChannel().position(offsetBytes);
    startBytes = offsetBytes;
    tracker = new PositionTrackingInputStream(new BufferedInputStream(stream, BUFFER_BYTES));
    reader = FSEditLogOp.Reader.create(new DataInputStream(tracker), tracker, version);
    reader.setMaxOpSize(OP_BYTES_MAX);
  }

  private void readHeader() throws IOException {
    PositionTrackingInputStream header = new PositionTrackingInputStream(stream);
    DataInputStream in = new DataInputStream(header);
    try {
      version = EditLogFileInputStream.readLogVersion(in, true);
    } catch (EditLogFileInputStream.LogHeaderCorruptException e) {
      throw new IOException("The segment has no header yet, or a foreign one", e);
    }
    if (NameNodeLayoutVersion.supports(LayoutVersion.Feature.ADD_LAYOUT_FLAGS, version)
        || version < NameNodeLayoutVersion.CURRENT_LAYOUT_VERSION) {
      LayoutFlags.read(in);
    }
    offsetBytes = header.getPos();
  }

  /** Lets go of the file; the place is kept. */
  @Override
  public void close() throws IOException {
    reader = null;
    if (stream != null) {
      stream.close();
      stream = null;
    }
  }
}
