package io.warren.store.embedded;

import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The folder of an embedded store: a marker that says what it is, a lock file, and the RocksDB
 * files below {@code rocksdb}. Looks before it touches: a folder that is not ours stays as it is.
 */
final class StoreFolder implements AutoCloseable {
  /** Number of the layout of keys and rows. */
  static final int FORMAT = 1;

  private static final String MARKER = "WARREN-STORE";
  private static final String MARKER_DRAFT = "WARREN-STORE.new";
  private static final String LOCK = "LOCK";
  private static final String ROCKSDB = "rocksdb";
  private static final String NATIVE = "native";
  private static final String CHECKPOINTS = "checkpoints";
  private static final String KIND = "kind=warren-metadata-store";
  private static final String STATE_NEW = "state=new";
  private static final String STATE_READY = "state=ready";

  /** Of a copy that was not opened yet. */
  private static final String STATE_COPY = "state=copy";

  private static final int MARKER_BYTES_MAX = 1024;

  private enum State {
    FRESH,
    READY,
    COPY
  }

  /** Folders open in this process: a second file lock by the same process would not be refused. */
  private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel lock;
  private final State state;

  private StoreFolder(Path folder, FileChannel lock, State state) {
    this.folder = folder;
    this.lock = lock;
    this.state = state;
  }

  /**
   * Recognises and locks a folder, made when absent.
   *
   * @throws StoreException FOREIGN, CORRUPT or IN_USE
   */
  static StoreFolder open(Path dir) {
    Path folder;
    try {
      Files.createDirectories(dir);
      folder = dir.toRealPath();
    } catch (IOException e) {
      throw refused("The store folder can't be made: check its path and permissions", dir, e);
    }
    State state = recognise(folder);
    if (!OPEN.add(folder)) {
      throw inUse(folder);
    }
    try {
      return new StoreFolder(folder, lock(folder), state);
    } catch (IOException e) {
      OPEN.remove(folder);
      throw refused("The store folder can't be written: check its permissions", folder, e);
    } catch (StoreException e) {
      OPEN.remove(folder);
      throw e;
    }
  }

  /** What this process may still write to the disk that the folder is on. */
  long freeBytes() {
    return folder.toFile().getUsableSpace();
  }

  /** Where RocksDB's files are. */
  Path rocksdb() {
    return rocksdbOf(folder);
  }

  /** Where RocksDB's native library is unpacked, so that a crash leaves nothing behind in /tmp. */
  Path nativeLibrary() {
    return folder.resolve(NATIVE);
  }

  /** Whether the store has never been opened successfully. */
  boolean fresh() {
    return state == State.FRESH;
  }

  /** Whether the folder is a checkpoint's that no store has opened yet. */
  boolean isCopy() {
    return state == State.COPY;
  }

  /** Where checkpoints are made: beside the files that they share. */
  Path checkpoints() {
    return folder.resolve(CHECKPOINTS);
  }

  /** Makes a checkpoint's folder one that a store opens, when its files are there. */
  static void markCopy(Path folder) throws IOException {
    writeMarker(folder, STATE_COPY);
  }

  /** Where the files of the store in a folder are. */
  static Path rocksdbOf(Path folder) {
    return folder.resolve(ROCKSDB);
  }

  /** Notes what the folder is going to be, before anything is put into it. */
  void prepare() {
    try {
      if (fresh()) {
        writeMarker(folder, STATE_NEW);
      }
      Files.createDirectories(nativeLibrary());
    } catch (IOException e) {
      throw refused("The store folder can't be written: check its permissions", folder, e);
    }
  }

  /** Notes that the store's files exist: from now on their absence is a loss. */
  void ready() {
    try {
      writeMarker(folder, STATE_READY);
    } catch (IOException e) {
      throw refused("The store folder can't be written: check its permissions", folder, e);
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw refused("The store folder's lock can't be let go", folder, e);
    } finally {
      OPEN.remove(folder);
    }
  }

  /** What of ours the folder is; throws when it is not ours or has lost its files. */
  private static State recognise(Path folder) {
    try {
      Path marker = folder.resolve(MARKER);
      if (!Files.exists(marker)) {
        if (!names(folder).isEmpty()) {
          throw foreign(
              "The folder holds something that is not a Warren metadata store: choose another"
                  + " folder, or empty this one",
              folder);
        }
        return State.FRESH;
      }
      if (!Files.isRegularFile(marker) || Files.size(marker) > MARKER_BYTES_MAX) {
        throw foreign("The folder's marker file is not one of Warren's", folder);
      }
      List<String> lines = Files.readString(marker, StandardCharsets.UTF_8).lines().toList();
      if (!lines.contains(KIND)) {
        throw foreign("The folder's marker file is not one of Warren's", folder);
      }
      if (!lines.contains("format=" + FORMAT)) {
        throw foreign(
                "The metadata store was written by another version of Warren: use that version",
                folder)
            .with("formatsRead", FORMAT);
      }
      boolean isCopy = lines.contains(STATE_COPY);
      if (!isCopy && !lines.contains(STATE_READY)) {
        return State.FRESH;
      }
      if (!Files.exists(folder.resolve(ROCKSDB).resolve("CURRENT"))) {
        throw new StoreException(
                Code.CORRUPT,
                "The metadata store has lost its files: restore the folder from a backup")
            .with("folder", folder);
      }
      return isCopy ? State.COPY : State.READY;
    } catch (IOException e) {
      throw refused("The store folder can't be read: check its permissions", folder, e);
    }
  }

  private static Set<String> names(Path folder) throws IOException {
    Set<String> names = new HashSet<>();
    try (Stream<Path> entries = Files.list(folder)) {
      entries.limit(16).forEach(p -> names.add(String.valueOf(p.getFileName())));
    }
    names.removeAll(Set.of(LOCK, MARKER_DRAFT));
    return names;
  }

  private static FileChannel lock(Path folder) throws IOException {
    FileChannel channel =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean locked = false;
    try {
      FileLock held = channel.tryLock();
      locked = held != null;
    } finally {
      if (!locked) {
        channel.close();
      }
    }
    if (!locked) {
      throw inUse(folder);
    }
    return channel;
  }

  private static void writeMarker(Path folder, String state) throws IOException {
    Path draft = folder.resolve(MARKER_DRAFT);
    String text = KIND + "\nformat=" + FORMAT + "\n" + state + "\n";
    Files.writeString(draft, text, StandardCharsets.UTF_8);
    sync(draft, StandardOpenOption.WRITE);
    Files.move(draft, folder.resolve(MARKER), StandardCopyOption.ATOMIC_MOVE);
    sync(folder, StandardOpenOption.READ);
  }

  private static void sync(Path path, StandardOpenOption access) throws IOException {
    try (FileChannel channel = FileChannel.open(path, access)) {
      channel.force(true);
    }
  }

  private static StoreException inUse(Path folder) {
    return new StoreException(
            Code.IN_USE, "Another process has the metadata store open: stop it first")
        .with("folder", folder);
  }

  private static StoreException foreign(String message, Path folder) {
    return new StoreException(Code.FOREIGN, message).with("folder", folder);
  }

  private static StoreException refused(String message, Path folder, IOException cause) {
    return new StoreException(Code.FOREIGN, message, cause)
        .with("folder", folder)
        .with("cause", cause.toString());
  }
}
