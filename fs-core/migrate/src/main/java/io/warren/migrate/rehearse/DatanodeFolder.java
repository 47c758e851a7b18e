package io.warren.migrate.rehearse;

import io.warren.blocks.FileSystemIdentity;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.hdfs.server.datanode.DataNodeLayoutVersion;
import org.jspecify.annotations.Nullable;

/**
 * A data folder of a stock datanode, one of its {@code dfs.datanode.data.dir}. Names and lengths of
 * files are read, no block's bytes; the datanode may run meanwhile.
 */
public final class DatanodeFolder implements ReplicaSource {
  private static final String CURRENT = "current";
  private static final String VERSION = "VERSION";
  private static final String LAYOUT_KEY = "layoutVersion";

  private final Path folder;
  private final FileSystemIdentity expected;

  public DatanodeFolder(Path folder, FileSystemIdentity expected) {
    this.folder = folder;
    this.expected = expected;
  }

  @Override
  public String name() {
    return folder.toString();
  }

  @Override
  public void read(Receiver receiver) throws IOException {
    Path pool = pool();
    walk(pool.resolve("finalized"), true, receiver);
    walk(pool.resolve("rbw"), false, receiver);
  }

  /** The folder of our blocks, when the datanode is one of this file system's. */
  private Path pool() throws IOException {
    Path current = folder.resolve(CURRENT);
    Properties node = properties(current.resolve(VERSION));
    if (node == null || !"DATA_NODE".equals(node.getProperty("storageType"))) {
      throw new RehearsalException(
              "This is no datanode's data folder: name one of its dfs.datanode.data.dir")
          .with("folder", folder);
    }
    requireLayout(node);
    requireSame("clusterID", node, expected.clusterId());
    Path pool = current.resolve(expected.blockPoolId()).resolve(CURRENT);
    Properties ours = properties(pool.resolve(VERSION));
    if (ours == null) {
      throw new RehearsalException(
              "The datanode has no blocks of this file system: its block pools are others")
          .with("folder", folder)
          .with("expected", expected.blockPoolId())
          .with("found", pools(current));
    }
    requireLayout(ours);
    requireSame("blockpoolID", ours, expected.blockPoolId());
    requireSame("namespaceID", ours, Integer.toString(expected.namespaceId()));
    return pool;
  }

  private void requireLayout(Properties version) {
    String known = Integer.toString(DataNodeLayoutVersion.getCurrentLayoutVersion());
    String found = version.getProperty(LAYOUT_KEY, known);
    if (!found.trim().equals(known)) {
      throw new RehearsalException(
              "The data folder has another layout than datanodes of Hadoop 3: start and finalize"
                  + " them with Hadoop 3 under the old NameNode first")
          .with("folder", folder)
          .with("found", found)
          .with("known", known);
    }
  }

  private void requireSame(String key, Properties version, String value) {
    String found = version.getProperty(key, "");
    if (!found.equals(value)) {
      throw new RehearsalException("The data folder is of another file system")
          .with("folder", folder)
          .with("key", key)
          .with("expected", value)
          .with("found", found);
    }
  }

  private static List<String> pools(Path current) throws IOException {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> pools = Files.newDirectoryStream(current, "BP-*")) {
      for (Path pool : pools) {
        found.add(String.valueOf(pool.getFileName()));
      }
    }
    return found;
  }

  private static @Nullable Properties properties(Path file) throws IOException {
    Properties read = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      read.load(in);
    } catch (NoSuchFileException e) {
      return null;
    }
    return read;
  }

  /** Folders below are few levels deep, and one of them is open on each. */
  private static void walk(Path at, boolean finalized, Receiver receiver) throws IOException {
    BlockFiles files = new BlockFiles(receiver, finalized);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(at)) {
      for (Path entry : entries) {
        BasicFileAttributes facts = facts(entry);
        if (facts == null) {
          continue;
        }
        if (facts.isDirectory()) {
          walk(entry, finalized, receiver);
        } else {
          files.add(String.valueOf(entry.getFileName()), facts.size());
        }
      }
    }
    files.end();
  }

  /** Null for what the datanode has just removed or moved on. */
  private static @Nullable BasicFileAttributes facts(Path entry) throws IOException {
    try {
      return Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    }
  }
}
