package io.warren.namespace.snapshot;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.Partitioning;
import io.warren.namespace.TestCluster;
import io.warren.namespace.TestInvariants;
import io.warren.namespace.file.GetBlockLocations;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.StoreException;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories: a snapshot always shows the tree that was there when it was taken. */
class SnapshotHistoryTest {
  private static final int STEPS = 1_200;
  private static final int STEPS_BETWEEN = 50;
  private static final List<String> ROOTS = List.of("/a", "/b", "/c");

  /** A snapshot and the tree that was seen when it was taken. */
  private record Taken(String root, String name, Map<String, String> tree) {}

  private static Map<String, String> walk(TestCluster cluster, int namenode, String root) {
    Map<String, String> tree = new TreeMap<>();
    walk(cluster, cluster.at(namenode), root, "", tree);
    return tree;
  }

  private static void walk(
      TestCluster cluster,
      TestCluster.Namenode namenode,
      String at,
      String below,
      Map<String, String> tree) {
    for (String name : cluster.list(namenode, at, 7)) {
      String path = at + "/" + name;
      EntryStatus status =
          namenode
              .run(new io.warren.namespace.operation.GetStatus(FsPath.parse(path)), ROOT)
              .orElseThrow(() -> new AssertionError("listed and missing: " + path));
      Inode inode = status.inode();
      tree.put(
          below + "/" + name,
          inode.id()
              + " "
              + inode.kind()
              + " "
              + inode.sizeBytes()
              + " "
              + Integer.toOctalString(inode.mode()));
      if (inode.isDirectory()) {
        walk(cluster, namenode, path, below + "/" + name, tree);
      } else {
        long length =
            namenode
                .run(
                    new GetBlockLocations(
                        FsPath.parse(path), 0, Long.MAX_VALUE, FileSettings.defaults()),
                    ROOT)
                .settledLengthBytes();
        assertThat(length).as("length of %s", path).isEqualTo(inode.sizeBytes());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void everySnapshotShowsItsMoment(long seed, @TempDir Path folder) {
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    try (TestCluster cluster = TestCluster.open(folder)) {
      cluster.namenode();
      ROOTS.forEach(cluster::mkdirs);
      for (String root : List.of("/a", "/b")) {
        cluster.at(0).run(new SetSnapshottable(FsPath.parse(root), true), ROOT);
      }
      Map<String, Taken> taken = new LinkedHashMap<>();
      for (int step = 0; step < STEPS; step++) {
        cluster.clock.advance(Duration.ofMillis(400));
        TestCluster.Namenode namenode = cluster.at(random.nextInt(2));
        if (random.nextInt(40) == 0) {
          String root = ROOTS.get(random.nextInt(2));
          String name = "s" + step;
          Map<String, String> tree = walk(cluster, 0, root);
          namenode.run(new CreateSnapshot(FsPath.parse(root), name), ROOT);
          taken.put(name, new Taken(root, name, tree));
        } else if (random.nextInt(60) == 0 && !taken.isEmpty()) {
          Taken gone = new ArrayList<>(taken.values()).get(random.nextInt(taken.size()));
          namenode.run(new DeleteSnapshot(FsPath.parse(gone.root()), gone.name()), ROOT);
          taken.remove(gone.name());
          new Housekeeping(cluster.at(0).namespace).run(tx -> {});
        } else {
          change(cluster, namenode, random, step);
        }
        if (step % 100 == 99) {
          taken.values().forEach(snapshot -> assertShown(cluster, snapshot, random.nextInt(2)));
        }
      }
      taken.values().forEach(snapshot -> assertShown(cluster, snapshot, 0));
      for (Taken snapshot : taken.values()) {
        cluster.at(1).run(new DeleteSnapshot(FsPath.parse(snapshot.root()), snapshot.name()), ROOT);
      }
      awaitFreed(cluster);
      TestInvariants.check(cluster);
    }
  }

  /** Every namenode that deleted a snapshot frees in the background what it held. */
  private static void awaitFreed(TestCluster cluster) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    List<Object> left;
    do {
      new Housekeeping(cluster.at(0).namespace).run(tx -> {});
      left = new ArrayList<>(cluster.rows(Tables.INODE_FORMS));
      cluster.rows(Tables.INODES).stream().filter(Partitioning::isAway).forEach(left::add);
    } while (!left.isEmpty() && System.nanoTime() < deadline);
    assertThat(left).as("what snapshots held that are gone").isEmpty();
  }

  private static void assertShown(TestCluster cluster, Taken snapshot, int namenode) {
    assertThat(walk(cluster, namenode, snapshot.root() + "/.snapshot/" + snapshot.name()))
        .as("snapshot %s of %s", snapshot.name(), snapshot.root())
        .isEqualTo(snapshot.tree());
  }

  private static void change(
      TestCluster cluster, TestCluster.Namenode namenode, Random random, int step) {
    String path = randomPath(random);
    try {
      switch (random.nextInt(8)) {
        case 0, 1 -> namenode.run(new Mkdirs(FsPath.parse(path), 0755, true), ROOT);
        case 2, 3 ->
            namenode.run(
                new TestCluster.CreateTestFile(FsPath.parse(path), random.nextInt(3) * 1000L, 1),
                ROOT);
        case 4 -> namenode.run(new Delete(FsPath.parse(path), true), ROOT);
        case 5 ->
            namenode.run(new SetPermission(FsPath.parse(path), 0700 + random.nextInt(64)), ROOT);
        default ->
            namenode.run(
                new Rename(
                    FsPath.parse(path),
                    FsPath.parse(randomPath(random)),
                    random.nextBoolean() ? Rename.Rules.OVERWRITE : Rename.Rules.NO_OVERWRITE),
                ROOT);
      }
    } catch (NamespaceException e) {
      // Most random paths do not fit; what fits is enough.
      assertThat(e.code()).as("step %s: %s", step, e).isNotNull();
    }
  }

  private static String randomPath(Random random) {
    StringBuilder path = new StringBuilder(ROOTS.get(random.nextInt(ROOTS.size())));
    int depth = 1 + random.nextInt(3);
    for (int i = 0; i < depth; i++) {
      path.append('/').append((char) ('k' + random.nextInt(5)));
    }
    return path.toString();
  }

  @Test
  void aSnapshotDoesNotChangeWhileWritersWork(@TempDir Path folder) throws Exception {
    long seed = 77;
    System.out.println("seed " + seed);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    AtomicBoolean stop = new AtomicBoolean();
    try (TestCluster cluster = TestCluster.open(folder)) {
      cluster.namenode();
      ROOTS.forEach(cluster::mkdirs);
      cluster.at(0).run(new SetSnapshottable(FsPath.parse("/a"), true), ROOT);
      AtomicInteger steps = new AtomicInteger();
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Random random = new Random(seed + i);
        TestCluster.Namenode namenode = cluster.at(i % 2);
        Runnable writer =
            () -> {
              while (!stop.get()) {
                try {
                  change(cluster, namenode, random, steps.getAndIncrement());
                } catch (StoreException e) {
                  assertThat(e.retriable()).as("%s", e).isTrue();
                }
              }
            };
        writers.add(threads.submit(writer));
      }
      Map<String, Map<String, String>> seen = new LinkedHashMap<>();
      for (int i = 0; i < 25; i++) {
        String name = "s" + i;
        // However the machine divides its time: each snapshot is of another tree than the last.
        int wanted = STEPS_BETWEEN * (i + 1);
        while (steps.get() < wanted && writers.stream().noneMatch(Future::isDone)) {
          Thread.sleep(1);
        }
        cluster.at(i % 2).run(new CreateSnapshot(FsPath.parse("/a"), name), ROOT);
        seen.put(name, walk(cluster, (i + 1) % 2, "/a/.snapshot/" + name));
      }
      stop.set(true);
      for (Future<?> writer : writers) {
        writer.get();
      }
      seen.forEach((name, tree) -> assertShown(cluster, new Taken("/a", name, tree), 0));
    } finally {
      threads.shutdownNow();
    }
  }
}
