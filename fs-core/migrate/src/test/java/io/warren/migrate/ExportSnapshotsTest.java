package io.warren.migrate;

import static io.warren.namespace.operation.Rename.Rules.NO_OVERWRITE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.migrate.image.ImageFile;
import io.warren.migrate.image.ImageReferences;
import io.warren.namespace.file.FileFixture;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.snapshot.CreateSnapshot;
import io.warren.namespace.snapshot.SetSnapshottable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.protocol.SnapshotStatus;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * There and back with snapshots: what a stock NameNode tells of them, another one tells that starts
 * from the export of the import of its image, and still does while one snapshot after the other is
 * deleted.
 */
class ExportSnapshotsTest {
  private static final int STEPS = Integer.getInteger("warren.export.steps", 150);

  /** So many inodes at least are in more than one place in a history of renames. */
  private static final int MOVED_MIN = 3;

  private static final int OWN_STEPS = Integer.getInteger("warren.export.ownSteps", 300);

  private static final int MOVES = Integer.getInteger("warren.export.moves", 200);

  @TempDir private Path folder = Path.of("");

  private static org.apache.hadoop.fs.Path path(String text) {
    return new org.apache.hadoop.fs.Path(text);
  }

  /** What a NameNode tells. */
  private record Told(
      Map<String, String> tree, Map<String, String> snapshots, Map<String, String> differences) {
    static Told of(StockFileSystem stock) throws IOException {
      stock.files().setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
      return new Told(
          SameTree.uncounted(SameTree.of(stock)),
          SameSnapshots.of(stock),
          new TreeMap<>(SameDifferences.of(stock)));
    }
  }

  private Path stockImage(long seed) throws Exception {
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), true)) {
      SnapshotHistory history = new SnapshotHistory(stock.files(), seed, true);
      for (int i = 0; i < STEPS; i++) {
        history.step();
      }
      history.end();
      return stock.saveImage();
    }
  }

  /** Deletes all snapshots in some order; returns the name directory of what is left. */
  private void deleteAll(StockFileSystem stock, Map<String, String> told, Random random)
      throws Exception {
    Map<String, String> left = new TreeMap<>(told);
    List<org.apache.hadoop.fs.Path> all = snapshots(stock.files());
    Collections.shuffle(all, random);
    for (org.apache.hadoop.fs.Path taken : all) {
      org.apache.hadoop.fs.Path directory = taken.getParent().getParent();
      stock.files().deleteSnapshot(directory, taken.getName());
      forget(taken, left);
      Map<String, String> now = SameSnapshots.of(stock);
      now.keySet().removeIf(key -> key.endsWith(" snapshots"));
      assertThat(SameTree.differences(left, now)).as("without " + taken).isEmpty();
    }
  }

  private static void forget(org.apache.hadoop.fs.Path taken, Map<String, String> told) {
    String path = taken.toUri().getPath();
    String directory = taken.getParent().getParent().toUri().getPath();
    told.entrySet()
        .removeIf(
            each ->
                each.getKey().equals(path)
                    || each.getKey().startsWith(path + "/")
                    || each.getKey().startsWith(path + " ")
                    || each.getKey().endsWith(" snapshots")
                    || (each.getKey().startsWith(directory + " snapshot ")
                        && each.getValue().startsWith(taken.getName() + " ")));
  }

  private static List<org.apache.hadoop.fs.Path> snapshots(DistributedFileSystem files)
      throws IOException {
    List<org.apache.hadoop.fs.Path> all = new ArrayList<>();
    for (SnapshottableDirectoryStatus each : files.getSnapshottableDirListing()) {
      for (SnapshotStatus taken : files.getSnapshotListing(each.getFullPath())) {
        String name = taken.getDirStatus().getLocalName();
        all.add(path(each.getFullPath() + "/.snapshot/" + name));
      }
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(longs = {7})
  void thereAndBackTheSnapshotsAreTheSame(long seed) throws Exception {
    System.out.println("seed " + seed);
    thereAndBack(stockImage(seed), seed, 0);
  }

  /** What was renamed is in several directories, some of which are deleted. */
  @ParameterizedTest
  @ValueSource(longs = {51})
  void thereAndBackWhatWasRenamedIsTheSame(long seed) throws Exception {
    System.out.println("seed " + seed);
    Path image;
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), true)) {
      StockMoves moves = new StockMoves(stock.files(), seed);
      for (int i = 0; i < MOVES; i++) {
        moves.step();
      }
      image = stock.saveImage();
    }
    thereAndBack(image, seed, MOVED_MIN);
  }

  private void thereAndBack(Path image, long seed, int movedMin) throws Exception {
    Path alone = Stores.imageAlone(image, folder.resolve("alone"));
    Told before;
    try (StockFileSystem stock = StockFileSystem.loading(alone, folder.resolve("stock"))) {
      before = Told.of(stock);
    }
    Path names = folder.resolve("names");
    Stores.export(Stores.imported(image, folder.resolve("store")), names);
    assertThat(leftOut(names)).isSubsetOf("former symbolic links");
    assertThat(moved(names)).isGreaterThanOrEqualTo(movedMin);
    try (StockFileSystem again = StockFileSystem.loading(names, folder.resolve("stock"))) {
      Told after = Told.of(again);
      assertThat(SameTree.differences(before.tree(), after.tree())).isEmpty();
      assertThat(SameTree.differences(before.snapshots(), after.snapshots())).isEmpty();
      // A NameNode loses sight of some renames while it deletes snapshots.
      if (movedMin == 0) {
        assertThat(SameTree.differences(before.differences(), after.differences())).isEmpty();
      }
      deleteAll(again, after.snapshots(), new Random(seed));
      again.saveImage();
    }
    try (StockFileSystem again = StockFileSystem.loading(names, folder.resolve("stock"))) {
      assertThat(SameTree.differences(children(before.tree()), children(Told.of(again).tree())))
          .isEmpty();
    }
  }

  /** Whoever goes on there renames, deletes and takes snapshots as if it had always been there. */
  @ParameterizedTest
  @ValueSource(longs = {21})
  void aNameNodeGoesOnFromAnExport(long seed) throws Exception {
    System.out.println("seed " + seed);
    Path image = stockImage(seed);
    Path names = folder.resolve("names");
    Stores.export(Stores.imported(image, folder.resolve("store")), names);
    Told left;
    try (StockFileSystem again = StockFileSystem.loading(names, folder.resolve("stock"))) {
      again.files().setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
      Map<String, String> before = SameSnapshots.of(again);
      SnapshotHistory history = new SnapshotHistory(again.files(), ~seed, false);
      for (int i = 0; i < STEPS / 2; i++) {
        history.step();
      }
      assertThat(history.taken()).isNotEmpty();
      Map<String, String> now = SameSnapshots.of(again);
      now.keySet().retainAll(before.keySet());
      before.keySet().removeIf(key -> key.endsWith(" snapshots"));
      now.keySet().removeIf(key -> key.endsWith(" snapshots"));
      // A NameNode lets times of directories in snapshots rise, and tells today's policies.
      assertThat(SameTree.differences(withoutTimes(before), withoutTimes(now))).isEmpty();
      again.saveImage();
      left = Told.of(again);
    }
    try (StockFileSystem again = StockFileSystem.loading(names, folder.resolve("stock"))) {
      Told told = Told.of(again);
      assertThat(SameTree.differences(withoutTimes(left.tree()), withoutTimes(told.tree())))
          .isEmpty();
      assertThat(
              SameTree.differences(withoutTimes(left.snapshots()), withoutTimes(told.snapshots())))
          .isEmpty();
      deleteAll(again, told.snapshots(), new Random(seed));
      again.saveImage();
    }
    Map<String, String> tree = SameTree.inImages(children(left.tree()));
    try (StockFileSystem again = StockFileSystem.loading(names, folder.resolve("stock"))) {
      assertThat(SameTree.differences(tree, children(Told.of(again).tree()))).isEmpty();
    }
  }

  private static Map<String, String> withoutTimes(Map<String, String> told) {
    Map<String, String> without = new TreeMap<>(told);
    without.replaceAll(
        (what, value) -> value.replaceAll("^(\\d+ directory \\S+ \\S+ \\d+) \\d+ \\d+", "$1 0 0"));
    return without;
  }

  /** Without the directories whose snapshots were deleted, which is a change of theirs. */
  private static Map<String, String> children(Map<String, String> tree) {
    Map<String, String> children = new TreeMap<>(tree);
    children.keySet().removeIf(key -> key.matches("/[a-z]\\d?"));
    return children;
  }

  /** Deleted trees are kept in one piece, with all that was made in them after a snapshot. */
  @ParameterizedTest
  @ValueSource(longs = {1})
  void snapshotsOfWarrensOwnAreTold(long seed) throws Exception {
    System.out.println("seed " + seed);
    Path store = folder.resolve("store");
    Map<String, String> tree;
    Map<String, String> snapshots;
    try (FileFixture files = new FileFixture(store)) {
      WarrenHistory history = new WarrenHistory(files, seed);
      for (int i = 0; i < OWN_STEPS; i++) {
        history.step();
      }
      tree = SameTree.inImages(SameTree.uncounted(SameTree.of(files.first)));
      snapshots = untimed(SameTree.inImages(SameSnapshots.of(files.first)));
    }
    assertThat(snapshots).hasSizeGreaterThan(50);
    Path names = folder.resolve("names");
    Stores.export(store, names);
    assertThat(leftOut(names)).isSubsetOf("times of directories in their own snapshots");
    assertThat(moved(names)).isPositive();
    try (StockFileSystem stock = StockFileSystem.loading(names, folder)) {
      Told told = Told.of(stock);
      assertThat(SameTree.differences(tree, told.tree())).isEmpty();
      assertThat(SameTree.differences(snapshots, untimed(told.snapshots()))).isEmpty();
      assertThat(told.differences()).hasSizeGreaterThan(20);
      deleteAll(stock, told.snapshots(), new Random(seed));
      stock.saveImage();
    }
    try (StockFileSystem stock = StockFileSystem.loading(names, folder)) {
      assertThat(SameTree.differences(children(tree), children(Told.of(stock).tree()))).isEmpty();
    }
  }

  @Test
  void snapshotsOfTheRootAreTold() throws Exception {
    Path store = folder.resolve("store");
    Map<String, String> snapshots;
    try (FileFixture files = new FileFixture(store)) {
      files.run(new Mkdirs(FileFixture.path("/x/y"), 0777, true));
      files.write("/x/y/f", "w", FileFixture.BLOCK_BYTES, 5);
      files.first.run(new SetSnapshottable(FileFixture.path("/"), true), FileFixture.ROOT);
      files.first.run(new CreateSnapshot(FileFixture.path("/"), "whole"), FileFixture.ROOT);
      files.run(new Rename(FileFixture.path("/x/y/f"), FileFixture.path("/g"), NO_OVERWRITE));
      files.run(new Delete(FileFixture.path("/x"), true));
      snapshots = SameTree.inImages(SameSnapshots.of(files.first));
    }
    Path names = folder.resolve("names");
    assertThat(Stores.export(store, names)).isZero();
    try (StockFileSystem stock = StockFileSystem.loading(names, folder)) {
      Told told = Told.of(stock);
      assertThat(SameTree.differences(snapshots, told.snapshots())).isEmpty();
      assertThat(told.differences().keySet()).anyMatch(line -> line.contains(": CREATE g"));
      stock.files().deleteSnapshot(path("/"), "whole");
      assertThat(stock.files().getFileStatus(path("/g")).getLen())
          .isEqualTo(FileFixture.BLOCK_BYTES + 5);
      stock.saveImage();
    }
    try (StockFileSystem stock = StockFileSystem.loading(names, folder)) {
      assertThat(stock.files().listStatus(path("/"))).hasSize(1);
    }
  }

  /** A NameNode has one time for a snapshot and for its directory in it. */
  private static Map<String, String> untimed(Map<String, String> told) {
    Map<String, String> untimed = new TreeMap<>(told);
    untimed.replaceAll(
        (what, value) ->
            what.matches(".*/\\.snapshot/[^/ ]+")
                ? value.replaceAll("^(\\d+ directory \\S+ \\S+ \\d+) \\d+", "$1 0")
                : value);
    return untimed;
  }

  /** How many inodes an image holds by reference, since snapshots have them elsewhere. */
  private static long moved(Path names) throws IOException {
    Path image;
    try (Stream<Path> files = Files.list(names.resolve("current"))) {
      image =
          files
              .filter(file -> file.getFileName().toString().matches("fsimage_\\d+"))
              .findFirst()
              .orElseThrow();
    }
    AtomicLong count = new AtomicLong();
    ImageReferences.read(ImageFile.open(image)).forEachInode(id -> count.incrementAndGet());
    return count.get();
  }

  private static Set<String> leftOut(Path names) throws IOException {
    Set<String> what = new TreeSet<>();
    new ObjectMapper()
        .readTree(Files.readString(Path.of(names + ".json")))
        .path("left_out")
        .fieldNames()
        .forEachRemaining(what::add);
    return what;
  }
}
