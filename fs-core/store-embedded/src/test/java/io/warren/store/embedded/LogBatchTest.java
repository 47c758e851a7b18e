package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.WriteBatch;

/** The bytes are those that RocksDB itself makes of the same writes. */
class LogBatchTest {
  private static final int WRITES = 300;
  private static final int LONG_BYTES = 70_000;

  private static byte[] bytes(Random random, int lengthBytes) {
    byte[] bytes = new byte[lengthBytes];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] key(Table<?, ?> table, int number) {
    return ("%cx%05d".formatted((char) table.number(), number)).getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void isWhatRocksDbWouldWrite(@TempDir Path folder) throws Exception {
    try (Rocks rocks = new Rocks(folder.resolve("db"), folder, EmbeddedOptions.withoutSync());
        WriteBatch expected = new WriteBatch()) {
      Random random = new Random(7);
      WriteSet writes = new WriteSet();
      for (int i = 0; i < WRITES; i++) {
        byte[] key = key(i < WRITES / 2 ? Tables.INODES : Tables.FILE_CONTENTS_8K, i);
        ColumnFamilyHandle family = rocks.family(key);
        if (i % 3 == 0) {
          writes.delete(key);
          expected.delete(family, key);
        } else {
          byte[] value = bytes(random, i == 1 ? LONG_BYTES : random.nextInt(300));
          writes.put(key, value, "row");
          expected.put(family, key, value);
        }
      }
      LogBatch batch = new LogBatch(1);
      batch.add(writes, rocks);
      ColumnFamilyHandle changes = rocks.changes();
      for (int i = 0; i < WRITES; i++) {
        byte[] key = BigEndian.ofLong(i);
        byte[] value = bytes(random, i);
        batch.put(rocks.changesId(), key, value);
        expected.put(changes, key, value);
      }
      assertThat(batch.serialized()).isEqualTo(expected.data());
      batch.write(rocks);
      assertThat(rocks.db().get(changes, BigEndian.ofLong(200))).hasSize(200);
      assertThat(rocks.db().get(key(Tables.INODES, 1))).hasSize(LONG_BYTES);
    }
  }
}
