package io.warren.migrate.export;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FSImageUtil;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.FileSummary;
import org.apache.hadoop.hdfs.util.MD5FileUtils;
import org.apache.hadoop.io.MD5Hash;

/**
 * Writes an fsimage section by section: each is a run of messages, and a table at the end says
 * where it lies. Used by one thread.
 */
final class ImageWriter implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 20;

  /** What a section holds. */
  @FunctionalInterface
  interface Body {
    void writeTo(OutputStream out) throws IOException;
  }

  private final Path file;
  private final FileOutputStream raw;
  private final MessageDigest md5 = MD5Hash.getDigester();
  private final DataOutputStream out;
  private final FileSummary.Builder summary =
      FileSummary.newBuilder()
          .setOndiskVersion(FSImageUtil.FILE_VERSION)
          .setLayoutVersion(HdfsServerConstants.NAMENODE_LAYOUT_VERSION);
  private long offset;

  /** Begins an image in a new file. */
  ImageWriter(Path file) throws IOException {
    this.file = file;
    raw = new FileOutputStream(file.toFile());
    out =
        new DataOutputStream(
            new DigestOutputStream(new BufferedOutputStream(raw, BUFFER_BYTES), md5));
    out.write(FSImageUtil.MAGIC_HEADER);
    offset = FSImageUtil.MAGIC_HEADER.length;
  }

  /** Adds a section. */
  void section(SectionName name, Body body) throws IOException {
    Counting counting = new Counting(out);
    BufferedOutputStream buffered = new BufferedOutputStream(counting, BUFFER_BYTES);
    body.writeTo(buffered);
    buffered.flush();
    summary.addSections(
        FileSummary.Section.newBuilder()
            .setName(name.toString())
            .setOffset(offset)
            .setLength(counting.bytes));
    offset += counting.bytes;
  }

  /** Ends the image: it is on the disk, with its MD5 sum beside it. */
  void finish() throws IOException {
    ByteArrayOutputStream table = new ByteArrayOutputStream();
    summary.build().writeDelimitedTo(table);
    table.writeTo(out);
    out.writeInt(table.size());
    out.flush();
    raw.getFD().sync();
    MD5FileUtils.saveMD5File(file.toFile(), new MD5Hash(md5.digest()));
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  private static final class Counting extends OutputStream {
    private final OutputStream to;
    private long bytes;

    Counting(OutputStream to) {
      this.to = to;
    }

    @Override
    public void write(int b) throws IOException {
      to.write(b);
      bytes++;
    }

    @Override
    public void write(byte[] from, int start, int length) throws IOException {
      to.write(from, start, length);
      bytes += length;
    }
  }
}
