package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.ContentKey;
import io.warren.model.ContentPart;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Bytes of files that the disk changed are never taken for those that were written. */
class ContentSumTest {
  private static final int PARTS = 8;
  private static final int PART_BYTES = 8 << 10;
  private static final long SEED = 20_261_123;

  private final Path dir;
  private final Random random = new Random(SEED);
  private final List<ContentPart> parts =
      IntStream.range(0, PARTS).mapToObj(part -> new ContentPart(100, part, 1, bytes())).toList();

  ContentSumTest(@TempDir Path dir) {
    this.dir = dir;
  }

  private byte[] bytes() {
    byte[] bytes = new byte[PART_BYTES];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void allThatWasWrittenIsReadInOneBatchAndAlone() {
    write();
    assertThat(readAll()).usingRecursiveComparison().isEqualTo(parts);
    assertThat(readFirst()).usingRecursiveComparison().isEqualTo(parts.get(0));
  }

  @Test
  void aByteThatTheDiskChangedIsFound() throws IOException {
    write();
    // What was in the log is in a blob file once the store was opened again.
    assertThat(readAll()).hasSize(PARTS);
    damageBlobs();
    assertCorrupt(this::readAll, "not those that were written");
    assertCorrupt(this::readFirst, "not those that were written");
  }

  @Test
  void rowsOfEarlierVersionsAreCheckedByRocksDb() throws IOException, RocksDBException {
    EmbeddedStore.open(dir, EmbeddedOptions.withoutSync()).close();
    writeWithoutSums();
    assertThat(readAll()).usingRecursiveComparison().isEqualTo(parts);
    assertThat(readFirst()).usingRecursiveComparison().isEqualTo(parts.get(0));
    damageBlobs();
    assertCorrupt(this::readAll, "can't be read");
    assertCorrupt(this::readFirst, "can't be read");
  }

  @Test
  void aRowInThePlaceOfAnotherIsFound() {
    RowCodec<ContentKey, ContentPart> codec = RowCodec.of(Tables.FILE_CONTENTS_8K);
    byte[] value = codec.value(parts.get(0));
    assertThat(codec.readRow(parts.get(0).key(), value)).isNotNull();
    assertThatThrownBy(() -> codec.readRow(parts.get(1).key(), value))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(Code.CORRUPT));
  }

  private void write() {
    try (EmbeddedStore store = EmbeddedStore.open(dir, EmbeddedOptions.withoutSync());
        Tx tx = store.begin(TxOptions.write("test"))) {
      parts.forEach(part -> tx.insert(Tables.FILE_CONTENTS_8K, part));
      tx.commit();
    }
  }

  private List<ContentPart> readAll() {
    try (EmbeddedStore store = EmbeddedStore.open(dir, EmbeddedOptions.withoutSync());
        Tx tx = store.begin(TxOptions.read("test"))) {
      ReadBatch batch = tx.batch();
      List<ReadBatch.Row<ContentPart>> rows =
          parts.stream()
              .map(part -> batch.get(Tables.FILE_CONTENTS_8K, part.key(), LockMode.READ_COMMITTED))
              .toList();
      batch.execute();
      return rows.stream().map(row -> Objects.requireNonNull(row.get())).toList();
    }
  }

  private ContentPart readFirst() {
    try (EmbeddedStore store = EmbeddedStore.open(dir, EmbeddedOptions.withoutSync());
        Tx tx = store.begin(TxOptions.read("test"))) {
      return Objects.requireNonNull(
          tx.get(Tables.FILE_CONTENTS_8K, parts.get(0).key(), LockMode.READ_COMMITTED));
    }
  }

  private void writeWithoutSums() throws RocksDBException {
    RowCodec<ContentKey, ContentPart> codec = RowCodec.of(Tables.FILE_CONTENTS_8K);
    try (DBOptions options = new DBOptions();
        ColumnFamilyOptions blobs = new ColumnFamilyOptions().setEnableBlobFiles(true)) {
      List<ColumnFamilyDescriptor> families =
          List.of(
              new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY),
              new ColumnFamilyDescriptor("changes".getBytes(StandardCharsets.UTF_8)),
              new ColumnFamilyDescriptor("contents".getBytes(StandardCharsets.UTF_8), blobs));
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      try (RocksDB db =
          RocksDB.open(options, dir.resolve("rocksdb").toString(), families, handles)) {
        for (ContentPart part : parts) {
          byte[] row = RowSink.encode(Tables.FILE_CONTENTS_8K.values(), part);
          db.put(handles.get(2), codec.keyOf(part), row);
        }
        handles.forEach(ColumnFamilyHandle::close);
      }
    }
  }

  private void damageBlobs() throws IOException {
    try (Stream<Path> files = Files.list(dir.resolve("rocksdb"))) {
      List<Path> blobs = files.filter(file -> file.toString().endsWith(".blob")).toList();
      assertThat(blobs).isNotEmpty();
      for (Path blob : blobs) {
        byte[] bytes = Files.readAllBytes(blob);
        for (int at = PART_BYTES / 2; at < bytes.length; at += PART_BYTES) {
          bytes[at] ^= 1;
        }
        Files.write(blob, bytes);
      }
    }
  }

  private static void assertCorrupt(Runnable read, String message) {
    assertThatThrownBy(read::run)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(Code.CORRUPT))
        .hasMessageContaining(message);
  }
}
