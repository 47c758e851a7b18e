package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.blocks.FileSystemFormat;
import io.warren.blocks.FileSystemIdentity;
import io.warren.migrate.edits.EditsSources;
import io.warren.migrate.edits.LocalEdits;
import io.warren.migrate.edits.Passing;
import io.warren.migrate.follow.Follower;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.FaultInjectingStore;
import io.warren.store.testkit.FaultInjectingStore.Moment;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.qjournal.MiniJournalCluster;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that was imported from a live stock NameNode follows its edits. */
class FollowTest {
  private static final long SEED = Long.getLong("warren.follow.seed", 21);
  private static final int STEPS = Integer.getInteger("warren.follow.steps", 260);
  private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int DEATHS = 13;
  private static final ErasureCodingPolicy CODING =
      new ErasureCodingPolicy(new ECSchema("rs", 2, 1), 1 << 20);

  @TempDir private Path folder = Path.of("");

  private static Follower follower(Namespace namespace, Path names, Passing... passing) {
    return new Follower(namespace, names.toString(), Set.of(passing), () -> new LocalEdits(names));
  }

  /** A random history, followed while it happens by followers that die again and again. */
  @Test
  void theCopyIsTheOriginalWhateverDies() throws Exception {
    Random random = new Random(SEED);
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      StockHistory history = new StockHistory(stock.files(), SEED);
      for (int i = 0; i < STEPS / 10; i++) {
        history.step();
      }
      Path image = stock.saveImage();
      try (Store inner =
          EmbeddedStore.open(
              Stores.imported(image, folder.resolve("store")), EmbeddedOptions.withoutSync())) {
        FaultInjectingStore store = new FaultInjectingStore(inner);
        for (int death = 0; death < DEATHS; death++) {
          for (int i = 0; i < STEPS / DEATHS; i++) {
            history.step();
          }
          if (death % 5 == 3) {
            stock.rollEdits();
          }
          dieSomewhere(store, stock.names(), random);
        }
        history.end();
        Map<String, String> original = SameTree.of(stock);
        Namespace namespace = Stores.over(inner);
        try (Follower last = follower(namespace, stock.names())) {
          last.turn(LeaderFence.NONE, TURN_NANOS);
          assertThat(last.state().stoppedBy()).isNull();
          assertThat(last.state().lagTransactions()).isZero();
          assertThat(last.state().lagSeconds(System.currentTimeMillis())).isLessThan(60);
        }
        assertThat(original).hasSizeGreaterThan(50);
        assertThat(SameTree.differences(original, SameTree.of(namespace))).isEmpty();
        namespace.close();
      }
    }
  }

  /** A follower of a process that ends at some call to the store, or after it. */
  private static void dieSomewhere(FaultInjectingStore store, Path names, Random random) {
    store.reset();
    store.killAt(
        1 + random.nextInt(1_500),
        random.nextBoolean() ? Moment.BEFORE : Moment.AFTER,
        StoreException.Code.COMMIT_UNKNOWN);
    Namespace namespace = Stores.over(store);
    try (Follower follower = follower(namespace, names)) {
      follower.turn(LeaderFence.NONE, TURN_NANOS);
    } catch (StoreException e) {
      assertThat(store.triggered()).isTrue();
    }
    namespace.close();
    store.reset();
  }

  @Test
  void journalNodesAreFollowedAsWell() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setBoolean("dfs.ha.tail-edits.in-progress", true);
    try (MiniJournalCluster journals =
        new MiniJournalCluster.Builder(conf)
            .baseDir(folder.resolve("journals").toString())
            .numJournalNodes(3)
            .build()) {
      journals.waitActive();
      String location = journals.getQuorumJournalURI("history").toString();
      try (StockFileSystem stock =
          new StockFileSystem(folder.resolve("stock"), false, URI.create(location))) {
        stock.files().mkdirs(new org.apache.hadoop.fs.Path("/a"));
        Path image = stock.saveImage();
        try (Store store =
                EmbeddedStore.open(
                    Stores.imported(image, folder.resolve("store")),
                    EmbeddedOptions.withoutSync());
            Namespace namespace = Stores.over(store)) {
          FileSystemIdentity identity =
              FileSystemFormat.loadOrCreate(namespace.runner(), Clock.systemUTC());
          stock.files().mkdirs(new org.apache.hadoop.fs.Path("/b"));
          try (Follower follower =
              new Follower(
                  namespace,
                  location,
                  Set.of(),
                  () -> EditsSources.open(location, identity, conf))) {
            follower.turn(LeaderFence.NONE, TURN_NANOS);
            stock.rollEdits();
            stock.files().mkdirs(new org.apache.hadoop.fs.Path("/c"));
            follower.turn(LeaderFence.NONE, TURN_NANOS);
            assertThat(follower.state().waitingFor()).isNull();
            assertThat(SameTree.of(namespace)).isEqualTo(SameTree.of(stock));
          }
        }
      }
    }
  }

  @Test
  void whatCanNotBeReadIsWaitedForAndWhatIsGoneIsTold() throws Exception {
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      DistributedFileSystem files = stock.files();
      files.mkdirs(new org.apache.hadoop.fs.Path("/a"));
      Path image = stock.saveImage();
      Path copy = folder.resolve("copy");
      try (Store store =
              EmbeddedStore.open(
                  Stores.imported(image, folder.resolve("store")), EmbeddedOptions.withoutSync());
          Namespace namespace = Stores.over(store)) {
        files.mkdirs(new org.apache.hadoop.fs.Path("/b"), FsPermission.getDirDefault());
        files.mkdirs(new org.apache.hadoop.fs.Path("/c"), FsPermission.getDirDefault());
        copyAll(stock.names(), copy);
        tear(copy);
        try (Follower follower = follower(namespace, copy)) {
          follower.turn(LeaderFence.NONE, TURN_NANOS);
          // The last one is not whole yet.
          assertThat(follower.state().stoppedBy()).isNull();
          assertThat(SameTree.of(namespace)).containsKey("/b").doesNotContainKey("/c");
          copyAll(stock.names(), copy);
          follower.turn(LeaderFence.NONE, TURN_NANOS);
          assertThat(SameTree.of(namespace)).containsKey("/c");
        }
        files.mkdirs(new org.apache.hadoop.fs.Path("/purged"));
        stock.rollEdits();
        Path purged = folder.resolve("purged");
        copyAll(stock.names(), purged);
        deleteFinished(purged);
        try (Follower follower = follower(namespace, purged)) {
          follower.turn(LeaderFence.NONE, TURN_NANOS);
          assertThat(follower.state().stoppedBy()).contains("Edits are missing").contains("oldest");
          assertThat(SameTree.of(namespace)).doesNotContainKey("/purged");
        }
      }
    }
  }

  private static void deleteFinished(Path names) throws IOException {
    try (Stream<Path> segments = Files.list(names)) {
      for (Path segment :
          segments.filter(f -> !f.getFileName().toString().contains("inprogress")).toList()) {
        Files.delete(segment);
      }
    }
  }

  private static void copyAll(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> segments = Files.list(from)) {
      for (Path segment :
          segments.filter(f -> f.getFileName().toString().startsWith("edits_")).toList()) {
        Files.copy(
            segment,
            to.resolve(segment.getFileName()),
            java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** Cuts the last edit of the segment in progress in two, as a crash would. */
  private static void tear(Path names) throws IOException {
    Path segment;
    try (Stream<Path> segments = Files.list(names)) {
      segment =
          segments
              .filter(f -> f.getFileName().toString().startsWith("edits_inprogress"))
              .findFirst()
              .orElseThrow();
    }
    try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
      long end = file.length();
      do {
        file.seek(--end);
      } while (file.readUnsignedByte() == 0xff);
      file.setLength(end - 5);
    }
  }

  @Test
  void theEndIsThatOfTheSegmentThatGrows() throws Exception {
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      Path image = stock.saveImage();
      try (Store store =
              EmbeddedStore.open(
                  Stores.imported(image, folder.resolve("store")), EmbeddedOptions.withoutSync());
          Namespace namespace = Stores.over(store);
          Follower follower = follower(namespace, stock.names())) {
        stock.files().mkdirs(new org.apache.hadoop.fs.Path("/finished"));
        stock.rollEdits();
        stock.files().mkdirs(new org.apache.hadoop.fs.Path("/growing"));
        follower.turn(LeaderFence.NONE, TURN_NANOS);
        assertThat(follower.state().atEndAtMs()).isPositive();
        assertThat(SameTree.of(namespace)).isEqualTo(SameTree.of(stock)).containsKey("/growing");
      }
    }
  }

  @Test
  void whatIsNotTakenStopsItByName() throws Exception {
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      DistributedFileSystem files = stock.files();
      files.mkdirs(new org.apache.hadoop.fs.Path("/a"));
      Path image = stock.saveImage();
      try (Store store =
              EmbeddedStore.open(
                  Stores.imported(image, folder.resolve("store")), EmbeddedOptions.withoutSync());
          Namespace namespace = Stores.over(store)) {
        files.mkdirs(new org.apache.hadoop.fs.Path("/before"));
        files.addCachePool(new CachePoolInfo("first"));
        files.mkdirs(new org.apache.hadoop.fs.Path("/after"));
        try (Follower follower = follower(namespace, stock.names())) {
          follower.turn(LeaderFence.NONE, TURN_NANOS);
          assertThat(follower.state().stoppedBy()).contains("add_cache_pool").contains("cache");
          assertThat(SameTree.of(namespace)).containsKey("/before").doesNotContainKey("/after");
        }
        files.addCachePool(new CachePoolInfo("pool"));
        files.addErasureCodingPolicies(new ErasureCodingPolicy[] {CODING});
        files.enableErasureCodingPolicy(CODING.getName());
        files.mkdirs(new org.apache.hadoop.fs.Path("/later"));
        try (Follower follower = follower(namespace, stock.names(), Passing.values())) {
          follower.turn(LeaderFence.NONE, TURN_NANOS);
          assertThat(follower.state().stoppedBy()).isNull();
          assertThat(SameTree.of(namespace)).containsKey("/after").containsKey("/later");
          var later = new org.apache.hadoop.fs.Path("/later");
          files.setErasureCodingPolicy(later, CODING.getName());
          files.create(new org.apache.hadoop.fs.Path(later, "file")).close();
          follower.turn(LeaderFence.NONE, TURN_NANOS);
          assertThat(follower.state().stoppedBy()).contains("erasure-coding policy that is not a");
        }
      }
    }
  }
}
