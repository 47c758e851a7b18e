package io.warren.client.small;

import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** Answers about files whose bytes may be in the database. Callers must not change the bytes. */
public final class SmallFile {
  private SmallFile() {}

  /** A file that is opened for reading. */
  public sealed interface Opened permits InDatabase, InBlocks {}

  /** All bytes of a file. */
  public record InDatabase(byte[] bytes) implements Opened {}

  /** The blocks of a file. */
  public record InBlocks(LocatedBlocks blocks) implements Opened {}

  /** A file that is opened for writing, with all of its bytes. */
  public record Reopened(HdfsFileStatus status, byte[] bytes) {}

  /** The bytes, if they are in the database. */
  public static Optional<byte[]> bytes(Opened opened) {
    return opened instanceof InDatabase small ? Optional.of(small.bytes()) : Optional.empty();
  }
}
