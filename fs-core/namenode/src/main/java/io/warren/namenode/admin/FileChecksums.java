package io.warren.namenode.admin;

import io.warren.model.Inode;
import io.warren.model.WarrenException;
import io.warren.store.InodeRows;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.FileChecksum;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The checksum of a file as stock clients compute it, or why there is none. */
final class FileChecksums {
  private static final Logger LOG = LoggerFactory.getLogger(FileChecksums.class);

  /** Each block costs a call of a datanode, one after the other. */
  static final int BLOCKS_MAX = 1_000;

  /** Computes; given by {@link ChecksumClient}. */
  @FunctionalInterface
  interface Computation {
    @Nullable FileChecksum of(String path, long lengthBytes) throws IOException;
  }

  /** Why a file has no checksum; admin-api.yaml explains each. */
  enum Reason {
    GONE,
    NOT_A_FILE,
    OPEN_FOR_WRITE,
    TOO_MANY_BLOCKS,
    CHANGED,
    MIXED,
    UNAVAILABLE,
    TIME_LIMIT,
    NOT_REACHED;

    String told() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One of checksum and reason is null; length and time are those of the file that was read. */
  record Answer(
      long inodeId,
      @Nullable Long lengthBytes,
      @Nullable Long mtimeMs,
      @Nullable String algorithm,
      @Nullable String checksum,
      @Nullable String reason) {

    static Answer without(long inodeId, Reason reason) {
      return new Answer(inodeId, null, null, null, null, reason.told());
    }

    static Answer without(Inode file, Reason reason) {
      return new Answer(file.id(), file.sizeBytes(), file.mtimeMs(), null, null, reason.told());
    }
  }

  private final TransactionRunner runner;
  private final Computation computation;

  FileChecksums(TransactionRunner runner, Computation computation) {
    this.runner = runner;
    this.computation = computation;
  }

  /** Asks the datanodes: takes as long as they do. */
  Answer of(long inodeId) {
    Inode file = find(inodeId);
    if (file == null) {
      return Answer.without(inodeId, Reason.GONE);
    }
    Reason refused = refusal(file);
    return refused != null ? Answer.without(file, refused) : compute(file);
  }

  private @Nullable Inode find(long inodeId) {
    return runner
        .run(
            TxOptions.read("find_for_checksum"),
            tx -> Optional.ofNullable(InodeRows.find(tx, inodeId)))
        .orElse(null);
  }

  private static @Nullable Reason refusal(Inode inode) {
    if (!inode.isFile()) {
      return Reason.NOT_A_FILE;
    }
    if (inode.isUnderConstruction()) {
      return Reason.OPEN_FOR_WRITE;
    }
    boolean tooMany = (inode.sizeBytes() - 1) / inode.fullBlockBytes() >= BLOCKS_MAX;
    return tooMany ? Reason.TOO_MANY_BLOCKS : null;
  }

  private Answer compute(Inode file) {
    FileChecksum checksum;
    try {
      checksum = computation.of(AdminRequest.BY_ID + file.id(), Long.MAX_VALUE);
    } catch (FileNotFoundException e) {
      return Answer.without(file, Reason.GONE);
    } catch (IOException | WarrenException e) {
      LOG.info("No checksum of inode {}: {}", file.id(), e.toString());
      return Answer.without(file, Reason.UNAVAILABLE);
    }
    Inode after = find(file.id());
    if (after == null) {
      return Answer.without(file, Reason.GONE);
    }
    if (after.isUnderConstruction()
        || after.sizeBytes() != file.sizeBytes()
        || after.mtimeMs() != file.mtimeMs()) {
      return Answer.without(after, Reason.CHANGED);
    }
    if (checksum == null) {
      return Answer.without(file, Reason.MIXED);
    }
    return new Answer(
        file.id(),
        file.sizeBytes(),
        file.mtimeMs(),
        checksum.getAlgorithmName(),
        // The array may be longer than the checksum in it.
        HexFormat.of().formatHex(checksum.getBytes(), 0, checksum.getLength()),
        null);
  }
}
