package io.warren.migrate.export;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeReferenceSection.INodeReference;

/** Files in which the sections of an image are that one walk finds. Used by one thread. */
final class PartFiles implements AutoCloseable {
  /** The name of the file of inodes, whose section begins with how many there are. */
  static final String INODES = "inodes";

  /** The names of the files that are sections as they are, in the order of the image. */
  static final Map<SectionName, String> SECTIONS =
      Collections.unmodifiableMap(
          new EnumMap<>(
              Map.of(
                  SectionName.INODE_DIR, "directories",
                  SectionName.FILES_UNDERCONSTRUCTION, "open-files",
                  SectionName.INODE_REFERENCE, "references",
                  SectionName.SNAPSHOT_DIFF, "changes")));

  private static final int BUFFER_BYTES = 1 << 20;

  private final OutputStream inodes;
  private final Map<SectionName, OutputStream> sections = new EnumMap<>(SectionName.class);
  private int references;

  /** Begins the files in a name directory. */
  PartFiles(NameDirectory directory) throws IOException {
    inodes = open(directory.part(INODES));
    for (Map.Entry<SectionName, String> each : SECTIONS.entrySet()) {
      sections.put(each.getKey(), open(directory.part(each.getValue())));
    }
  }

  private static OutputStream open(Path file) throws IOException {
    return new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
  }

  /** For messages of inodes. */
  OutputStream inodes() {
    return inodes;
  }

  /** For what is in a section. */
  OutputStream of(SectionName section) {
    return Objects.requireNonNull(sections.get(section));
  }

  /** Writes a reference; returns its place in the image's list. */
  int add(INodeReference reference) throws IOException {
    reference.writeDelimitedTo(of(SectionName.INODE_REFERENCE));
    return references++;
  }

  /** Ends the files. */
  @Override
  public void close() throws IOException {
    inodes.close();
    for (OutputStream each : sections.values()) {
      each.close();
    }
  }
}
