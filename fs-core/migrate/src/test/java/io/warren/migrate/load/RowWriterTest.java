package io.warren.migrate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.migrate.image.ImageException;
import io.warren.model.BlockLookup;
import io.warren.model.Inode;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.Samples;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows go past transactions, and two that are one to the store are found all the same. */
class RowWriterTest {
  private Store store;
  private TransactionRunner runner;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = EmbeddedStore.open(folder, EmbeddedOptions.withoutSync());
    runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aPlaceIsOneInodes() {
    Inode inode = Samples.directory(5, 5, "name", 7);
    try (RowWriter writer = new RowWriter(runner)) {
      writer.insert(inode);
      writer.insert(Samples.directory(5, 5, "other", 8));
      writer.insert(Samples.directory(5, 5, "name", 9));
      assertThatThrownBy(writer::flush)
          .isInstanceOf(ImageException.class)
          .hasMessageContaining("two inodes of one name")
          .hasMessageContaining("name=name");
    }
    List<Inode> kept =
        runner.run(TxOptions.read("kept"), tx -> tx.scan(Scan.prefix(Tables.INODES, 10)));
    assertThat(kept).containsExactly(inode, Samples.directory(5, 5, "other", 8));
  }

  @Test
  void aBlockIsOneFiles() {
    try (RowWriter writer = new RowWriter(runner)) {
      writer.insert(new BlockLookup(1_073_741_825L, 7));
      writer.insert(new BlockLookup(Long.MIN_VALUE, 7));
      assertThatThrownBy(() -> writer.insert(new BlockLookup(Long.MIN_VALUE, 8)))
          .isInstanceOf(ImageException.class)
          .hasMessageContaining("one block in two files");
    }
  }
}
