package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.namespace.Liveness;
import io.warren.namespace.Namespace;
import io.warren.namespace.NamespaceConfig;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * There and back: a stock file system's image, imported and exported, is that file system again for
 * a stock NameNode over the same datanode.
 */
class ExportRoundTripTest {
  private static final long SEED = Long.getLong("warren.export.seed", 21);
  private static final int STEPS = Integer.getInteger("warren.export.steps", 260);

  @TempDir private Path folder = Path.of("");

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  private static void write(DistributedFileSystem files, String name, byte[] bytes)
      throws IOException {
    try (FSDataOutputStream out = files.create(path(name), true, 4096, (short) 1, 1024)) {
      out.write(bytes);
    }
  }

  /** A random history, and what it does not have. */
  private static void fill(DistributedFileSystem files) throws IOException {
    StockHistory history = new StockHistory(files, SEED);
    for (int i = 0; i < STEPS; i++) {
      history.step();
    }
    history.end();
    for (String name : List.of("ärger", "az", "a\u4e2d", "\ud83d\udc07")) {
      files.mkdirs(path("/names/" + name));
    }
    write(files, "/names/bytes", bytes());
    files.createSymlink(path("/names/bytes"), path("/names/link"), false);
    files.setQuota(path("/"), 1_000_000, 1L << 50);
    files.setQuotaByStorageType(path("/"), StorageType.SSD, 1L << 40);
    files.setStoragePolicy(path("/"), "HOT");
  }

  private static byte[] bytes() {
    byte[] bytes = new byte[2_500];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31);
    }
    return bytes;
  }

  private static Map<String, String> summaries(DistributedFileSystem files) throws IOException {
    Map<String, String> told = new TreeMap<>();
    for (FileStatus each : files.listStatus(path("/"))) {
      String name = each.getPath().toUri().getPath();
      ContentSummary summary = files.getContentSummary(path(name));
      told.put(name, summary.toString());
    }
    told.put("/", files.getQuotaUsage(path("/")).toString(false, true, List.of(StorageType.SSD)));
    return told;
  }

  @Test
  void thereAndBackIsTheSame() throws Exception {
    Path image;
    Map<String, String> before;
    Map<String, String> summariesBefore;
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), true)) {
      fill(stock.files());
      image = stock.saveImage();
    }
    // As the old NameNode would tell it after a restart: it forgets some of what no image keeps.
    try (StockFileSystem stock =
        StockFileSystem.loading(
            Stores.imageAlone(image, folder.resolve("alone")), folder.resolve("stock"))) {
      before = SameTree.of(stock);
      summariesBefore = summaries(stock.files());
    }
    assertThat(before).hasSizeGreaterThan(100);
    Path names = folder.resolve("names");
    assertThat(Stores.export(Stores.imported(image, folder.resolve("store")), names)).isZero();
    try (StockFileSystem again = StockFileSystem.loading(names, folder.resolve("stock"))) {
      assertThat(SameTree.differences(before, SameTree.of(again))).isEmpty();
      assertThat(summaries(again.files())).isEqualTo(summariesBefore);
      try (FSDataInputStream in = again.files().open(path("/names/bytes"))) {
        assertThat(in.readAllBytes()).isEqualTo(bytes());
      }
      // It is a file system that is used on, and whose next image is one, too.
      write(again.files(), "/names/new", bytes());
      again.files().rename(path("/names/bytes"), path("/names/moved"));
      Map<String, String> changed = SameTree.of(again);
      Path newer = again.saveImage();
      try (Store store =
              EmbeddedStore.open(
                  Stores.imported(newer, folder.resolve("second")), EmbeddedOptions.withoutSync());
          Namespace namespace =
              new Namespace(
                  new TransactionRunner(store, TransactionRunner.Listener.NONE),
                  Clock.systemUTC(),
                  NamespaceConfig.defaults("root"),
                  Liveness.ALONE)) {
        Map<String, String> ours = SameTree.of(namespace);
        ours.keySet().removeIf(key -> key.startsWith("/ quota"));
        assertThat(SameTree.differences(changed, ours)).isEmpty();
      }
    }
  }
}
