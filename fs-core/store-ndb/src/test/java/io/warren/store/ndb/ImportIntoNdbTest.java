package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.migrate.StockImage;
import io.warren.migrate.cluster.StoreClaim;
import io.warren.migrate.image.ImageFile;
import io.warren.migrate.load.ImageImport;
import io.warren.namespace.Liveness;
import io.warren.namespace.Namespace;
import io.warren.namespace.NamespaceConfig;
import io.warren.namespace.UnfinishedImport;
import io.warren.store.LockMode;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stock NameNode tells, a cluster tells that was filled with its image. */
class ImportIntoNdbTest {
  private static final long SEED = Long.getLong("warren.import.seed", 7);
  private static final int STEPS = Integer.getInteger("warren.import.steps", 350);
  private static final int SNAPSHOT_LINES_MIN = 100;

  @TempDir private Path folder = Path.of("");

  private static Namespace over(Store store) {
    return new Namespace(
        new TransactionRunner(store, TransactionRunner.Listener.NONE),
        Clock.systemUTC(),
        NamespaceConfig.defaults("root"),
        Liveness.ALONE);
  }

  private static boolean isClaimed(Store store) {
    return new TransactionRunner(store, TransactionRunner.Listener.NONE)
        .run(
            TxOptions.read("claim"),
            tx -> UnfinishedImport.claim(tx, LockMode.READ_COMMITTED).isPresent());
  }

  @Test
  void anImageWithSnapshotsIsToldTheSameAfterOneThatWasBrokenOff() throws Exception {
    StockImage image = StockImage.ofHistory(folder.resolve("stock"), SEED, STEPS);
    assertThat(image.snapshots()).hasSizeGreaterThan(SNAPSHOT_LINES_MIN);
    NdbOptions options = TestCluster.get().options();
    List<String> cluster =
        List.of("--ndb-connect", options.connectString(), "--ndb-database", options.database());
    Path report = folder.resolve("report.json");
    try (NdbStore store = TestCluster.get().emptyStore()) {
      breakOff(store, image);
      assertThat(isClaimed(store)).isTrue();
    }
    assertThatThrownBy(() -> NamenodeOnNdb.start(folder.resolve("before"), Map.of()))
        .hasMessageContaining("an import that has not ended, of broken: wait for it");
    assertThat(image.importInto(report, cluster)).isZero();
    try (NdbStore store = TestCluster.get().anotherStore();
        Namespace namespace = over(store)) {
      assertThat(isClaimed(store)).isFalse();
      assertThat(image.differencesTo(namespace)).isEmpty();
      JsonNode told = new ObjectMapper().readTree(Files.readString(report));
      assertThat(told.at("/taken/former states that snapshots hold").asLong()).isPositive();
      assertThat(told.at("/block_pool_id").asText()).startsWith("BP-");
      // Another one finds a file system.
      assertThat(image.importInto(folder.resolve("other.json"), cluster)).isEqualTo(1);
      assertThat(folder.resolve("other.json")).doesNotExist();
      assertThat(image.differencesTo(namespace)).isEmpty();
    }
  }

  @Test
  void aNamenodeServesWhatWasImportedAndIsLeftAlone() throws Exception {
    StockImage image = StockImage.ofHistory(folder.resolve("stock"), SEED, STEPS / 2);
    TestCluster.get().emptyStore().close();
    NdbOptions options = TestCluster.get().options();
    List<String> cluster =
        List.of("--ndb-connect", options.connectString(), "--ndb-database", options.database());
    assertThat(image.importInto(folder.resolve("report.json"), cluster)).isZero();
    try (NamenodeOnNdb namenode = NamenodeOnNdb.start(folder.resolve("after"), Map.of());
        FileSystem files = FileSystem.newInstance(namenode.uri(), new HdfsConfiguration());
        NdbStore store = TestCluster.get().anotherStore()) {
      assertThat(files.listStatus(new org.apache.hadoop.fs.Path("/"))).hasSizeGreaterThan(2);
      assertThatThrownBy(() -> StoreClaim.of(store, "another", StoreClaim.Patience.USUAL))
          .hasMessageContaining("Namenodes run on this cluster")
          .hasMessageContaining("nn1");
      assertThat(isClaimed(store)).isFalse();
      assertThat(files.listStatus(new org.apache.hadoop.fs.Path("/"))).hasSizeGreaterThan(2);
    }
  }

  /** All rows are there but for the end, as of an importer that was killed. */
  private static void breakOff(Store store, StockImage image) throws Exception {
    try (StoreClaim claim = StoreClaim.of(store, "broken", StoreClaim.Patience.USUAL);
        Namespace namespace = over(claim.claimed(store))) {
      new ImageImport(ImageFile.open(image.file()), namespace, false, written -> {}).run();
    }
  }
}
