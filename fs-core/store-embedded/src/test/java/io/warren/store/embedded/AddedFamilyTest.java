package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.ContentKey;
import io.warren.model.ContentPart;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.Samples;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Stores of versions before small files have no column family for their bytes. */
class AddedFamilyTest {
  @Test
  void aStoreFromBeforeGetsTheFamilyOfContents(@TempDir Path dir) throws RocksDBException {
    try (EmbeddedStore store = EmbeddedStore.open(dir, EmbeddedOptions.withoutSync());
        Tx tx = store.begin(TxOptions.write("test"))) {
      tx.insert(Tables.INODES, Samples.file(7, 7, "old", 100));
      tx.commit();
    }
    dropContents(dir);
    ContentPart part = new ContentPart(100, 0, 1, new byte[] {1});
    try (EmbeddedStore store = EmbeddedStore.open(dir, EmbeddedOptions.withoutSync());
        Tx tx = store.begin(TxOptions.write("test"))) {
      tx.insert(Tables.FILE_CONTENTS_1K, part);
      tx.commit();
    }
    try (EmbeddedStore store = EmbeddedStore.open(dir, EmbeddedOptions.withoutSync());
        Tx tx = store.begin(TxOptions.read("test"))) {
      assertThat(tx.get(Tables.FILE_CONTENTS_1K, new ContentKey(100, 0), LockMode.READ_COMMITTED))
          .usingRecursiveComparison()
          .isEqualTo(part);
      assertThat(tx.getUnique(Tables.INODES, Tables.INODES_BY_ID, 100L)).isNotNull();
    }
  }

  private static void dropContents(Path dir) throws RocksDBException {
    List<ColumnFamilyDescriptor> families =
        List.of(
            new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY),
            new ColumnFamilyDescriptor("changes".getBytes(StandardCharsets.UTF_8)),
            new ColumnFamilyDescriptor("contents".getBytes(StandardCharsets.UTF_8)));
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try (DBOptions options = new DBOptions();
        RocksDB db = RocksDB.open(options, dir.resolve("rocksdb").toString(), families, handles)) {
      db.dropColumnFamily(handles.get(2));
      handles.forEach(ColumnFamilyHandle::close);
    }
  }
}
