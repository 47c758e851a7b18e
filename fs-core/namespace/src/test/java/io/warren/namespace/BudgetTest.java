package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Name;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.store.Store;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.LockRulesStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The budgets on the embedded store, and what only a store with snapshots can promise. */
class BudgetTest extends OperationBudget {
  private static final String DEEP = "/a/b/c/d/e/f";

  @Override
  protected Store openStore(Path folder) {
    return new LockRulesStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync()));
  }

  private static int roundTrips(TestCluster.Namenode nn, Operation<?> operation) {
    nn.finished.clear();
    Object answer = nn.run(operation, ROOT);
    assertThat(answer).isNotNull();
    return nn.finished.stream().mapToInt(f -> f.stats().roundTrips()).sum();
  }

  @Test
  void readsInASnapshotAreOneRoundTripAndAStaleHintCostsABatch(@TempDir Path folder) {
    try (TestCluster cluster = TestCluster.open(folder)) {
      TestCluster.Namenode nn = cluster.at(0);
      cluster.mkdirs(DEEP);
      cluster.createFile(DEEP + "/file");
      cluster.stat(DEEP + "/file");
      FsPath deep = FsPath.parse(DEEP);
      assertThat(roundTrips(nn, new GetStatus(deep.child(FsPath.parse("/file").last()))))
          .isEqualTo(1);
      assertThat(roundTrips(nn, new GetListing(deep, null, 1000))).isEqualTo(1);
      TestCluster.Namenode other = cluster.namenode();
      other.run(
          new Rename(FsPath.parse("/a/b/c/d"), FsPath.parse("/a/b/c/z"), Rules.NO_OVERWRITE), ROOT);
      other.run(new Mkdirs(deep, 0755, true), ROOT);
      assertThat(cluster.exists(DEEP + "/file")).isFalse();
      assertThat(cluster.exists("/a/b/c/z/e/f/file")).isTrue();
      assertThat(roundTrips(nn, new GetStatus(FsPath.parse("/a/b/c/z/e/f/file")))).isEqualTo(1);
    }
  }

  @Test
  void childrenThatAreSpreadOverPartitionsAreScannedOnce(@TempDir Path folder) {
    try (TestCluster cluster = TestCluster.open(folder)) {
      TestCluster.Namenode nn = cluster.at(0);
      cluster.mkdirs("/spread");
      for (int i = 0; i < 40; i++) {
        cluster.createFile("/spread/file" + i);
      }
      nn.finished.clear();
      GetListing page = new GetListing(FsPath.parse("/spread"), Name.of("file10"), 20);
      assertThat(nn.run(page, ROOT).orElseThrow().entries())
          .extracting(EntryStatus::localName)
          .hasSize(20)
          .startsWith("file11", "file12")
          .isSorted();
      assertThat(nn.finished.stream().mapToInt(f -> f.stats().prunedScans()).sum()).isZero();
      assertThat(nn.finished.stream().mapToInt(f -> f.stats().indexScans()).sum()).isOne();
    }
  }
}
