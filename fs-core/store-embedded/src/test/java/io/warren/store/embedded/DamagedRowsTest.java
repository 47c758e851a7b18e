package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Inode;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A row that the disk has damaged is an error, and never looks as if it were not there. */
class DamagedRowsTest {
  private static final int ROWS = 400;

  private final Path dir;
  private final List<Inode> inodes =
      IntStream.range(0, ROWS).mapToObj(i -> Samples.file(7, 7, "file" + i, 100 + i)).toList();

  DamagedRowsTest(@TempDir Path dir) {
    this.dir = dir;
  }

  @Test
  void aBatchOfReadsTellsOfDamage() throws IOException {
    writeAndDamage();
    try (EmbeddedStore store = open();
        Tx tx = store.begin(TxOptions.read("test"))) {
      ReadBatch batch = tx.batch();
      inodes.forEach(inode -> batch.get(Tables.INODES, inode.key(), LockMode.READ_COMMITTED));
      assertCorrupt(batch::execute);
    }
  }

  @Test
  void soDoReadsOfSingleRowsWithAndWithoutLocks() throws IOException {
    writeAndDamage();
    for (LockMode lock : List.of(LockMode.READ_COMMITTED, LockMode.SHARED, LockMode.EXCLUSIVE)) {
      try (EmbeddedStore store = open();
          Tx tx = store.begin(TxOptions.write("test"))) {
        assertCorrupt(() -> inodes.forEach(inode -> tx.get(Tables.INODES, inode.key(), lock)));
      }
    }
  }

  private void writeAndDamage() throws IOException {
    try (EmbeddedStore store = open();
        Tx tx = store.begin(TxOptions.write("test"))) {
      inodes.forEach(inode -> tx.insert(Tables.INODES, inode));
      tx.commit();
    }
    // What was in the log is in a table's file once the store was opened again.
    open().close();
    try (Stream<Path> files = Files.list(dir.resolve("rocksdb"))) {
      List<Path> tables = files.filter(file -> file.toString().endsWith(".sst")).toList();
      assertThat(tables).isNotEmpty();
      for (Path table : tables) {
        byte[] bytes = Files.readAllBytes(table);
        // The data are at the front; what tells of the file itself is at its end.
        for (int at = 100; at < bytes.length / 2; at += 1_000) {
          bytes[at] ^= 1;
        }
        Files.write(table, bytes);
      }
    }
  }

  private EmbeddedStore open() {
    return EmbeddedStore.open(dir, EmbeddedOptions.withoutSync());
  }

  private static void assertCorrupt(Runnable read) {
    assertThatThrownBy(read::run)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(Code.CORRUPT));
  }
}
