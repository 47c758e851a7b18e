package io.warren.migrate.edits;

import io.warren.blocks.FileSystemIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;

/** Opens what operators name as the place of edits. */
public final class EditsSources {
  private static final String JOURNALS = "qjournal://";
  private static final String VERSION = "VERSION";

  private EditsSources() {}

  /**
   * Opens a folder of a NameNode, or the JournalNodes of a location qjournal://….
   *
   * @param identity of the file system that is followed
   * @throws EditsException when it is of another file system
   */
  public static EditsSource open(String location, FileSystemIdentity identity, Configuration conf)
      throws IOException {
    if (location.startsWith(JOURNALS)) {
      return new JournalEdits(location, identity, conf);
    }
    LocalEdits edits = new LocalEdits(Path.of(location));
    Path file = edits.folder().resolve(VERSION);
    if (Files.exists(file)) {
      requireSame(file, identity);
    }
    return edits;
  }

  /** Of a NameNode or a JournalNode, whose files have few lines in common. */
  private static void requireSame(Path file, FileSystemIdentity identity) throws IOException {
    Properties version = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      version.load(in);
    }
    String clusterId = version.getProperty("clusterID", "");
    String namespaceId = version.getProperty("namespaceID", "");
    if (!clusterId.equals(identity.clusterId())
        || !namespaceId.equals(Integer.toString(identity.namespaceId()))) {
      throw new EditsException(
              "The edits are of another file system than the fsimage was, or that was imported"
                  + " without its file VERSION")
          .with("file", file)
          .with("clusterId", clusterId)
          .with("imported", identity.clusterId());
    }
  }
}
