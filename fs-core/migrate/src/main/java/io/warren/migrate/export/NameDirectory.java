package io.warren.migrate.export;

import io.warren.blocks.FileSystemIdentity;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.common.Storage;
import org.apache.hadoop.hdfs.server.namenode.NNStorage;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;

/**
 * The folder in which a stock NameNode keeps its image, with the files that say what it is of. It
 * is made beside its place, and gets its name when all of it is on the disk.
 */
final class NameDirectory {
  /** Ends the name of a folder that is being made. */
  static final String UNFINISHED_SUFFIX = ".exporting";

  private static final String PART_SUFFIX = ".part";
  private static final Set<String> OURS = Set.of(Storage.STORAGE_DIR_CURRENT);

  private final Path place;
  private final Path unfinished;

  private NameDirectory(Path place, Path unfinished) {
    this.place = place;
    this.unfinished = unfinished;
  }

  /**
   * Begins one; what an export that was killed has left there is removed.
   *
   * @throws ExportException when there is something at its place, or something else beside it
   */
  static NameDirectory begin(Path place) throws IOException {
    Path absolute = place.toAbsolutePath().normalize();
    requireFree(absolute);
    Path unfinished = absolute.resolveSibling(absolute.getFileName() + UNFINISHED_SUFFIX);
    remove(unfinished);
    Files.createDirectories(unfinished);
    return new NameDirectory(absolute, unfinished);
  }

  private static void requireFree(Path place) {
    if (Files.exists(place)) {
      throw new ExportException("An export needs a folder that is not there yet")
          .with("folder", place);
    }
  }

  /** A file for a part of the image until all of it is known. */
  Path part(String name) {
    return unfinished.resolve(name + PART_SUFFIX);
  }

  /**
   * Writes what the NameNode and its datanodes know the file system by, and how far its edits are.
   *
   * @return the image's file, which is to be written
   */
  Path describe(FileSystemIdentity identity, long transactionId) throws IOException {
    List<java.net.URI> folders = List.of(unfinished.toUri());
    try (NNStorage storage = new NNStorage(new Configuration(false), folders, folders)) {
      storage.format(
          new NamespaceInfo(
              identity.namespaceId(),
              identity.clusterId(),
              identity.blockPoolId(),
              identity.createdAtMs()));
      storage.writeTransactionIdFileToStorage(transactionId);
    }
    return unfinished
        .resolve(Storage.STORAGE_DIR_CURRENT)
        .resolve(NNStorage.getImageFileName(transactionId));
  }

  /** Puts all of it at its place. */
  void finish() throws IOException {
    for (Path each : children(unfinished)) {
      if (each.getFileName().toString().endsWith(PART_SUFFIX)) {
        Files.delete(each);
      }
    }
    Path current = unfinished.resolve(Storage.STORAGE_DIR_CURRENT);
    for (Path each : children(current)) {
      sync(each);
    }
    sync(current);
    sync(unfinished);
    requireFree(place);
    Files.move(unfinished, place, StandardCopyOption.ATOMIC_MOVE);
    sync(unfinished.resolveSibling("."));
  }

  /** Removes what was made so far. */
  void abandon() throws IOException {
    remove(unfinished);
  }

  private static void remove(Path unfinished) throws IOException {
    if (!Files.exists(unfinished)) {
      return;
    }
    for (Path each : Files.isDirectory(unfinished) ? children(unfinished) : List.of(unfinished)) {
      String name = each.getFileName().toString();
      if (!OURS.contains(name) && !name.endsWith(PART_SUFFIX)) {
        throw new ExportException("Something that no export has made is where one would be made")
            .with("path", each);
      }
    }
    List<Path> all;
    try (Stream<Path> walked = Files.walk(unfinished)) {
      all = walked.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : all) {
      Files.delete(each);
    }
  }

  private static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    }
  }

  private static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
