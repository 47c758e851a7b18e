package io.warren.migrate.image;

import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FSImageUtil;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.FileSummary;
import org.apache.hadoop.hdfs.util.MD5FileUtils;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.util.LimitInputStream;
import org.jspecify.annotations.Nullable;

/**
 * An fsimage of Hadoop 2.7 to 3.5 with its sections, compressed or not. Each section is read from
 * its beginning as often as it is asked for.
 */
public final class ImageFile {
  /** The format of Hadoop 2.7; layout versions are negative, newer ones are smaller. */
  private static final int OLDEST_LAYOUT = -63;

  /** The format of Hadoop 3.5. */
  private static final int NEWEST_LAYOUT = -67;

  private static final int BUFFER_BYTES = 1 << 20;

  private final Path path;
  private final FileSummary summary;
  private final Map<String, FileSummary.Section> sections = new HashMap<>();
  private final boolean verified;

  private ImageFile(Path path, FileSummary summary, boolean verified) {
    this.path = path;
    this.summary = summary;
    this.verified = verified;
    summary.getSectionsList().forEach(section -> sections.put(section.getName(), section));
  }

  /**
   * Opens an image and compares it with the MD5 sum beside it, where there is one.
   *
   * @throws ImageException when it is no image, of another version, cut short or damaged
   */
  public static ImageFile open(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new ImageException("There is no such fsimage").with("path", path);
    }
    boolean verified = isVerified(path);
    FileSummary summary;
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      if (!FSImageUtil.checkFileFormat(file)) {
        throw new ImageException(
                "The file is no fsimage in the format of Hadoop 2.4 and later, or is cut short")
            .with("path", path);
      }
      summary = FSImageUtil.loadSummary(file);
    } catch (IOException | IllegalArgumentException e) {
      throw new ImageException("The fsimage's table of sections can't be read", e)
          .with("path", path)
          .with("reason", String.valueOf(e.getMessage()));
    }
    int layout = summary.getLayoutVersion();
    if (layout > OLDEST_LAYOUT || layout < NEWEST_LAYOUT) {
      throw new ImageException("The fsimage's layout version is not one of Hadoop 2.7 to 3.5")
          .with("layoutVersion", layout)
          .with("oldest", OLDEST_LAYOUT)
          .with("newest", NEWEST_LAYOUT);
    }
    return new ImageFile(path, summary, verified);
  }

  private static boolean isVerified(Path path) throws IOException {
    MD5Hash stored = MD5FileUtils.readStoredMd5ForFile(path.toFile());
    if (stored == null) {
      return false;
    }
    MD5Hash computed = MD5FileUtils.computeMd5ForFile(path.toFile());
    if (!stored.equals(computed)) {
      throw new ImageException("The fsimage differs from the MD5 sum beside it: it is damaged")
          .with("path", path)
          .with("expected", stored)
          .with("found", computed);
    }
    return true;
  }

  public Path path() {
    return path;
  }

  public int layoutVersion() {
    return summary.getLayoutVersion();
  }

  /** Whether the file was compared with an MD5 sum. */
  public boolean verified() {
    return verified;
  }

  private FileSummary.@Nullable Section section(SectionName name) {
    return sections.get(name.toString());
  }

  /** A section from its beginning; null when the image has none of that name. */
  public @Nullable InputStream open(SectionName name) throws IOException {
    FileSummary.Section section = section(name);
    if (section == null) {
      return null;
    }
    FileInputStream file = new FileInputStream(path.toFile());
    try {
      file.getChannel().position(section.getOffset());
      InputStream within =
          new BufferedInputStream(new LimitInputStream(file, section.getLength()), BUFFER_BYTES);
      InputStream plain =
          FSImageUtil.wrapInputStreamForCompression(
              new Configuration(false), summary.getCodec(), within);
      return summary.getCodec().isEmpty() ? plain : new BufferedInputStream(plain, BUFFER_BYTES);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /**
   * A section that every image has.
   *
   * @throws ImageException when it is not there
   */
  public InputStream require(SectionName name) throws IOException {
    InputStream in = open(name);
    if (in == null) {
      throw new ImageException("The fsimage lacks a section").with("section", name);
    }
    return in;
  }
}
