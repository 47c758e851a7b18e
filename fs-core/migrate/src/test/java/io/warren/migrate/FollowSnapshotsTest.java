package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.migrate.edits.LocalEdits;
import io.warren.migrate.edits.Passing;
import io.warren.migrate.follow.Follower;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.store.Store;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that follows a stock NameNode has its snapshots, too. */
class FollowSnapshotsTest {
  private static final long SEED = Long.getLong("warren.snapshots.seed", 11);
  private static final int STEPS = Integer.getInteger("warren.snapshots.steps", 240);
  private static final int TURNS = 6;
  private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(60);

  @TempDir private Path folder = Path.of("");

  @Test
  void theSnapshotsOfARandomHistoryAreFollowed() throws Exception {
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      SnapshotHistory history = new SnapshotHistory(stock.files(), SEED, false);
      for (int i = 0; i < STEPS / 3; i++) {
        history.step();
      }
      Path image = stock.saveImage();
      try (Store store =
              EmbeddedStore.open(
                  Stores.imported(image, folder.resolve("store")), EmbeddedOptions.withoutSync());
          Namespace namespace = Stores.over(store)) {
        for (int turn = 0; turn < TURNS; turn++) {
          for (int i = 0; i < STEPS / TURNS; i++) {
            history.step();
          }
          Map<String, String> tree = SameTree.besideSnapshots(SameTree.of(stock));
          follow(namespace, stock);
          assertThat(SameTree.differences(tree, SameTree.besideSnapshots(SameTree.of(namespace))))
              .isEmpty();
          assertThat(
                  SameTree.differences(
                      SameSnapshots.comparable(SameSnapshots.of(stock)),
                      SameSnapshots.comparable(SameSnapshots.of(namespace))))
              .as("turn " + turn)
              .isEmpty();
        }
        assertThat(SameSnapshots.of(namespace)).hasSizeGreaterThan(100);
      }
    }
  }

  @Test
  void aStoreWithoutSnapshotsSaysHowToGoOn() throws Exception {
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      DistributedFileSystem files = stock.files();
      var kept = new org.apache.hadoop.fs.Path("/kept");
      files.mkdirs(new org.apache.hadoop.fs.Path(kept, "gone/below"));
      files.allowSnapshot(kept);
      files.createSnapshot(kept, "s1");
      files.delete(new org.apache.hadoop.fs.Path(kept, "gone"), true);
      Path image = stock.saveImage();
      Path at = Stores.imported(image, folder.resolve("store"), "--without-snapshots");
      try (Store store = EmbeddedStore.open(at, EmbeddedOptions.withoutSync());
          Namespace namespace = Stores.over(store)) {
        assertThat(SameSnapshots.of(namespace)).isEmpty();
        files.createSnapshot(kept, "s2");
        files.mkdirs(new org.apache.hadoop.fs.Path("/after"));
        try (Follower follower = follower(namespace, stock)) {
          follower.turn(LeaderFence.NONE, TURN_NANOS);
          assertThat(follower.state().stoppedBy()).contains("--pass").contains("snapshots");
        }
        try (Follower follower = follower(namespace, stock, Passing.SNAPSHOTS)) {
          follower.turn(LeaderFence.NONE, TURN_NANOS);
          assertThat(follower.state().stoppedBy()).isNull();
        }
        assertThat(SameTree.differences(SameTree.of(stock), SameTree.of(namespace))).isEmpty();
      }
    }
  }

  private static Follower follower(Namespace namespace, StockFileSystem stock, Passing... passing) {
    Path names = stock.names();
    return new Follower(namespace, names.toString(), Set.of(passing), () -> new LocalEdits(names));
  }

  private static void follow(Namespace namespace, StockFileSystem stock) {
    try (Follower follower = follower(namespace, stock)) {
      follower.turn(LeaderFence.NONE, TURN_NANOS);
      assertThat(follower.state().stoppedBy()).isNull();
      assertThat(follower.state().lagTransactions()).isZero();
    }
  }
}
