package io.warren.bench.image;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FSImageUtil;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.FileSummary;
import org.apache.hadoop.hdfs.util.MD5FileUtils;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** Writes one image section by section, with its sum in a file beside it. Not thread-safe. */
final class ImageSections implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 20;

  /** Takes the messages of a section. */
  @FunctionalInterface
  interface Section {
    void write(OutputStream out) throws IOException;
  }

  private final Path file;
  private final MessageDigest sum = MD5Hash.getDigester();
  private final DataOutputStream out;
  private final FileSummary.Builder summary =
      FileSummary.newBuilder()
          .setOndiskVersion(FSImageUtil.FILE_VERSION)
          .setLayoutVersion(HdfsServerConstants.NAMENODE_LAYOUT_VERSION);
  private long endBytes = FSImageUtil.MAGIC_HEADER.length;

  ImageSections(Path file) throws IOException {
    this.file = file;
    OutputStream summed = new DigestOutputStream(Files.newOutputStream(file), sum);
    out = new DataOutputStream(new BufferedOutputStream(summed, BUFFER_BYTES));
    out.write(FSImageUtil.MAGIC_HEADER);
  }

  /** A section of several messages, each with its length before it. */
  void add(SectionName name, Section section) throws IOException {
    LengthStream counted = new LengthStream(out);
    section.write(counted);
    summary.addSections(
        FileSummary.Section.newBuilder()
            .setName(name.toString())
            .setOffset(endBytes)
            .setLength(counted.lengthBytes()));
    endBytes += counted.lengthBytes();
  }

  /** A section of one message. */
  void add(SectionName name, MessageLite message) throws IOException {
    add(name, message::writeDelimitedTo);
  }

  /** Writes the list of sections, with its own length behind it, and the sum. */
  void end() throws IOException {
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    summary.build().writeDelimitedTo(list);
    list.writeTo(out);
    out.writeInt(list.size());
    out.flush();
    MD5FileUtils.saveMD5File(file.toFile(), new MD5Hash(sum.digest()));
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
