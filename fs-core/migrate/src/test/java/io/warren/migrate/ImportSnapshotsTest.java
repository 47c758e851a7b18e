package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.Partitioning;
import io.warren.namespace.snapshot.CreateSnapshot;
import io.warren.namespace.snapshot.DeleteSnapshot;
import io.warren.namespace.snapshot.SnapshotGarbage;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a stock NameNode tells of its snapshots, Warren tells after the import of its image, and
 * still does while one snapshot after the other is deleted.
 */
class ImportSnapshotsTest {
  private static final long SEED = Long.getLong("warren.snapshots.seed", 7);
  private static final int STEPS = Integer.getInteger("warren.snapshots.steps", 350);
  private static final CallContext ROOT = CallContext.system("root");

  @TempDir private Path folder = Path.of("");

  @Test
  void theSnapshotsOfARandomHistoryAreTheSame() throws Exception {
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      SnapshotHistory history = new SnapshotHistory(stock.files(), SEED, true);
      for (int i = 0; i < STEPS; i++) {
        history.step();
      }
      history.end();
      Map<String, String> tree = SameTree.inImages(SameTree.uncounted(SameTree.of(stock)));
      Map<String, String> snapshots = SameTree.inImages(SameSnapshots.of(stock));
      Path image = stock.saveImage();
      Path at = Stores.imported(image, folder.resolve("store"));
      try (Store store = EmbeddedStore.open(at, EmbeddedOptions.withoutSync());
          Namespace namespace = Stores.over(store)) {
        assertThat(snapshots).hasSizeGreaterThan(100);
        assertThat(SameTree.differences(snapshots, SameSnapshots.of(namespace))).isEmpty();
        assertThat(SameTree.differences(tree, SameTree.uncounted(SameTree.of(namespace))))
            .isEmpty();
        List<Map<String, String>> told = SameDifferences.of(stock, namespace);
        assertThat(told.get(0)).hasSizeGreaterThan(20);
        assertThat(SameTree.differences(told.get(0), told.get(1))).isEmpty();
        JsonNode report = new ObjectMapper().readTree(Files.readString(Path.of(at + ".json")));
        assertThat(report.path("left_out").has("snapshots")).isFalse();
        assertThat(report.path("taken").path("former states that snapshots hold").asLong())
            .isPositive();
        String next = namespace.run(new CreateSnapshot(FsPath.parse("/d0"), "next"), ROOT);
        deleteAll(stock, namespace, history, next);
        assertThat(SameTree.differences(tree, SameTree.uncounted(SameTree.of(namespace))))
            .isEmpty();
      }
    }
  }

  private static void deleteAll(
      StockFileSystem stock, Namespace namespace, SnapshotHistory history, String next)
      throws Exception {
    namespace.run(new DeleteSnapshot(FsPath.parse("/d0"), next), ROOT);
    for (org.apache.hadoop.fs.Path taken : history.taken()) {
      org.apache.hadoop.fs.Path directory = taken.getParent().getParent();
      stock.files().deleteSnapshot(directory, taken.getName());
      namespace.run(
          new DeleteSnapshot(FsPath.parse(directory.toUri().getPath()), taken.getName()), ROOT);
      new SnapshotGarbage(namespace).sweep(LeaderFence.NONE);
      assertThat(
              SameTree.differences(
                  SameTree.inImages(SameSnapshots.of(stock)), SameSnapshots.of(namespace)))
          .as("without " + taken)
          .isEmpty();
    }
    new SnapshotGarbage(namespace).sweep(LeaderFence.NONE);
    namespace
        .runner()
        .run(
            TxOptions.read("left"),
            tx -> {
              long area = Partitioning.RETAINED_ID;
              assertThat(tx.scan(Scan.prefix(Tables.INODE_FORMS, 10))).isEmpty();
              assertThat(tx.scan(Scan.prefix(Tables.INODES, 10, area, area))).isEmpty();
              return true;
            });
  }
}
