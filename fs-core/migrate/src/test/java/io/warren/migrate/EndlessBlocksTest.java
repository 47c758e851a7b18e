package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.migrate.image.ImageException;
import io.warren.migrate.image.ImageFile;
import io.warren.migrate.load.ImageImport;
import io.warren.namespace.Namespace;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.namenode.INodeFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Images that say of blocks that they are longer than any can be. */
class EndlessBlocksTest {
  private static final int BLOCK_BYTES = 1024;
  private static final org.apache.hadoop.fs.Path DIRECTORY = new org.apache.hadoop.fs.Path("/d");
  private static final org.apache.hadoop.fs.Path FILE =
      new org.apache.hadoop.fs.Path(DIRECTORY, "f");

  @TempDir private Path folder = Path.of("");

  /** A file of two blocks. */
  private static void write(DistributedFileSystem files) throws IOException {
    files.mkdirs(DIRECTORY);
    try (FSDataOutputStream out = files.create(FILE, false, 4096, (short) 1, BLOCK_BYTES)) {
      out.write(new byte[2 * BLOCK_BYTES]);
    }
  }

  /** Has the NameNode take both blocks of the file for longer than they are. */
  private static void stretch(StockFileSystem stock, long lengthBytes) throws IOException {
    INodeFile file = stock.namesystem().getFSDirectory().getINode(FILE.toUri().getPath()).asFile();
    for (BlockInfo block : file.getBlocks()) {
      block.setNumBytes(lengthBytes);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, 1L << 52, -1})
  void aFileWithAnEndlessBlockIsRefusedByPath(long lengthBytes) throws Exception {
    Path image;
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      write(stock.files());
      stretch(stock, lengthBytes);
      image = stock.saveImage();
    }
    try (Store store = EmbeddedStore.open(folder.resolve("store"), EmbeddedOptions.withoutSync());
        Namespace namespace = Stores.over(store)) {
      ImageImport refused = new ImageImport(ImageFile.open(image), namespace, false, written -> {});
      assertThatThrownBy(refused::run)
          .isInstanceOf(ImageException.class)
          .hasMessageContaining("longer than one can be")
          .hasMessageContaining("path=/d/f")
          .hasMessageContaining("lengthBytes=" + lengthBytes);
      assertThat(rows(namespace)).isZero();
    }
  }

  private static int rows(Namespace namespace) {
    return namespace
        .runner()
        .run(TxOptions.read("rows"), tx -> tx.scan(Scan.prefix(Tables.INODES, 10)).size());
  }

  /** Of blocks that it has freed a NameNode says so; a snapshot keeps the length of the file. */
  @Test
  void freedBlocksOfASnapshotAreTold() throws Exception {
    Path image;
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      write(stock.files());
      stock.files().allowSnapshot(DIRECTORY);
      stock.files().createSnapshot(DIRECTORY, "s");
      INodeFile file =
          stock.namesystem().getFSDirectory().getINode(FILE.toUri().getPath()).asFile();
      BlockInfo[] blocks = file.getBlocks();
      assertThat(stock.files().truncate(FILE, 0)).isTrue();
      for (BlockInfo block : blocks) {
        block.setNumBytes(Long.MAX_VALUE);
      }
      image = stock.saveImage();
    }
    Path at = Stores.imported(image, folder.resolve("store"));
    JsonNode report = new ObjectMapper().readTree(Files.readString(Path.of(at + ".json")));
    assertThat(
            report.at("/left_out/files with fewer blocks than bytes in a snapshot/count").asLong())
        .isEqualTo(1);
    try (Store store = EmbeddedStore.open(at, EmbeddedOptions.withoutSync());
        Namespace namespace = Stores.over(store)) {
      Map<String, String> told = SameSnapshots.of(namespace);
      assertThat(told.get("/d/.snapshot/s/f")).endsWith(" " + 2 * BLOCK_BYTES);
    }
  }
}
