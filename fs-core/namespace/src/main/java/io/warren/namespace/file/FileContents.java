package io.warren.namespace.file;

import io.warren.model.ContentKey;
import io.warren.model.ContentPart;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of files that live in the database. Where the parts are follows from the length alone,
 * so that nobody has to search for them. The inode's row says that they are there, and how long
 * they are: until the file's bytes have moved into blocks its size is the length of the rows.
 *
 * @param bytes all of the file's; callers must not change them
 * @param version of the rows that they were read from
 */
public record FileContents(byte[] bytes, int version) {
  /** More than this is never kept in rows. */
  public static final int MAX_BYTES = 64 << 10;

  /** Id of the storage policy that lets small files stay in the database. */
  public static final int POLICY = 3;

  /** How clients name it. */
  public static final String POLICY_NAME = "DB";

  private static final int PART_BYTES = 8 << 10;
  private static final int FIRST_VERSION = 1;
  private static final String IN_DATABASE_FACT = "inDatabase";

  /**
   * Whether so many bytes of a file may be in rows, whatever its policy. A file that would be more
   * than one block stays in blocks: HDFS's checksum of a file depends on where its blocks end, and
   * it must be the same in both places.
   */
  static boolean fits(Inode file, long lengthBytes, FileSettings settings) {
    return file.striping() == null
        && lengthBytes <= Math.min(settings.smallFileBytesMax(), MAX_BYTES)
        && lengthBytes <= file.blockSizeBytes();
  }

  /** Where a part is. */
  private record Place(Table<ContentKey, ContentPart> table, ContentKey key, int lengthBytes) {}

  private static List<Place> places(long inodeId, long lengthBytes) {
    List<Place> places = new ArrayList<>();
    int leftBytes = Math.toIntExact(lengthBytes);
    for (int part = 0; leftBytes > 0; part++) {
      int partBytes = Math.min(leftBytes, PART_BYTES);
      Table<ContentKey, ContentPart> table = part == 0 ? alone(partBytes) : onDisk(partBytes);
      places.add(new Place(table, new ContentKey(inodeId, part), partBytes));
      leftBytes -= partBytes;
    }
    return places;
  }

  private static Table<ContentKey, ContentPart> alone(int lengthBytes) {
    return lengthBytes <= 1 << 10 ? Tables.FILE_CONTENTS_1K : onDisk(lengthBytes);
  }

  private static Table<ContentKey, ContentPart> onDisk(int lengthBytes) {
    return lengthBytes <= 2 << 10
        ? Tables.FILE_CONTENTS_2K
        : lengthBytes <= 4 << 10 ? Tables.FILE_CONTENTS_4K : Tables.FILE_CONTENTS_8K;
  }

  /**
   * Reads the bytes of a file as long as its row says. Null when the rows are not of one version,
   * or not of that length: then they were changed since the file's row was read.
   *
   * @param lock SETTLED for who holds the file's row (ADR 16), else READ_COMMITTED
   */
  public static @Nullable FileContents read(Tx tx, Inode file, LockMode lock) {
    ReadBatch batch = tx.batch();
    Asked asked = ask(batch, file.id(), Math.toIntExact(file.sizeBytes()), lock);
    batch.execute();
    return asked.found();
  }

  /** Adds the reads of so many bytes of a file to a batch. */
  static Asked ask(ReadBatch batch, long inodeId, int lengthBytes, LockMode lock) {
    List<Place> places = places(inodeId, lengthBytes);
    List<ReadBatch.Row<ContentPart>> rows =
        places.stream().map(place -> batch.get(place.table(), place.key(), lock)).toList();
    return new Asked(inodeId, lengthBytes, places, rows);
  }

  /** What a batch reads of a file's bytes. */
  record Asked(
      long inodeId, int lengthBytes, List<Place> places, List<ReadBatch.Row<ContentPart>> rows) {
    /** Whether it asks for what is the file's, whose row the same batch has read. */
    boolean fits(Inode file) {
      return inodeId == file.id() && lengthBytes == file.sizeBytes();
    }

    /** Null when the rows are not of one version, or not of that length. */
    @Nullable FileContents found() {
      byte[] bytes = new byte[lengthBytes];
      int version = 0;
      for (int i = 0; i < places.size(); i++) {
        ContentPart part = rows.get(i).get();
        boolean fits =
            part != null
                && part.bytes().length == places.get(i).lengthBytes()
                && (i == 0 || part.version() == version);
        if (part == null || !fits) {
          return null;
        }
        version = part.version();
        System.arraycopy(part.bytes(), 0, bytes, i * PART_BYTES, part.bytes().length);
      }
      return new FileContents(bytes, version);
    }
  }

  /** Only the first bytes, as many as there were once. */
  FileContents first(int lengthBytes) {
    return new FileContents(Arrays.copyOf(bytes, lengthBytes), version);
  }

  /** Reads the bytes of a file whose row this transaction holds. */
  static FileContents readHeld(Tx tx, Inode file) {
    FileContents contents = read(tx, file, LockMode.SETTLED);
    if (contents == null) {
      throw new IllegalStateException("The bytes of a file are not in the database: " + file);
    }
    return contents;
  }

  /** Writes the first bytes of a file whose row this transaction holds. */
  static void write(Tx tx, long inodeId, byte[] bytes) {
    write(tx, inodeId, bytes, FIRST_VERSION);
  }

  /** As the other one, with a version that no rows of the file had before. */
  static void write(Tx tx, long inodeId, byte[] bytes, int version) {
    int from = 0;
    for (Place place : places(inodeId, bytes.length)) {
      byte[] part = Arrays.copyOfRange(bytes, from, from + place.lengthBytes());
      tx.upsert(place.table(), new ContentPart(inodeId, place.key().part(), version, part));
      from += place.lengthBytes();
    }
  }

  /** Puts other bytes in the place of these, in the file's rows, which this transaction holds. */
  void replace(Tx tx, long inodeId, byte[] after) {
    List<Place> kept = places(inodeId, after.length);
    for (Place place : places(inodeId, bytes.length)) {
      boolean stays =
          kept.stream()
              .anyMatch(k -> k.table().equals(place.table()) && k.key().equals(place.key()));
      if (!stays) {
        tx.delete(place.table(), place.key());
      }
    }
    write(tx, inodeId, after, version + 1);
  }

  /** Deletes the rows of a file, if it has any. */
  static void remove(Tx tx, Inode file) {
    if (file.inDatabase()) {
      places(file.id(), file.sizeBytes()).forEach(place -> tx.delete(place.table(), place.key()));
    }
  }

  /** Refuses what only files with blocks can do; whoever moves the bytes out may try again. */
  static void refuse(Inode file, FsPath path, String why) {
    if (file.inDatabase()) {
      throw refusal(List.of(path), why);
    }
  }

  static NamespaceException refusal(List<FsPath> inDatabase, String why) {
    return new NamespaceException(Code.UNSUPPORTED, why)
        .with("path", inDatabase.get(0))
        .with(IN_DATABASE_FACT, inDatabase);
  }

  /**
   * The files that had to be in blocks for a call that was refused, by a caller who has the rights
   * to it; empty when that was not why.
   */
  public static List<FsPath> inTheWay(NamespaceException refused) {
    return refused.facts().get(IN_DATABASE_FACT) instanceof List<?> paths
        ? paths.stream().map(FsPath.class::cast).toList()
        : List.of();
  }
}
