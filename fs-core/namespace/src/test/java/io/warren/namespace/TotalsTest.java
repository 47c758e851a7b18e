package io.warren.namespace;

import static io.warren.namespace.TestCluster.ALICE;
import static io.warren.namespace.TestCluster.BOB;
import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.DirectoryTotals;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.file.FileRemoval;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.operation.SetOwner;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.policy.SetStoragePolicy;
import io.warren.namespace.quota.ContentSummary;
import io.warren.namespace.totals.ReadTotals;
import io.warren.namespace.totals.ReadTotalsOf;
import io.warren.namespace.totals.TotalsCheck;
import io.warren.namespace.totals.TotalsCheck.Remedy;
import io.warren.namespace.totals.TotalsCounter;
import io.warren.namespace.totals.TotalsFolder;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What directories hold, told without a walk: exact at any time, and mended when it is not. */
class TotalsTest {
  private static final int COLD = 2;
  private static final long TURN_NANOS = TimeUnit.MINUTES.toNanos(1);

  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private void run(Operation<?> operation) {
    assertThat(cluster.at(0).run(operation, ROOT)).isNotNull();
  }

  private void rename(String from, String to) {
    run(new Rename(FsPath.parse(from), FsPath.parse(to), Rules.NO_OVERWRITE));
  }

  private ContentTotals known(String path) {
    return cluster.at(0).run(new ReadTotals(FsPath.parse(path)), ROOT).orElseThrow().totals();
  }

  private void assertHolds(String path, long files, long directories, long bytes) {
    ContentTotals totals = known(path);
    assertThat(List.of(totals.files(), totals.directories(), totals.lengthBytes()))
        .as(path)
        .isEqualTo(List.of(files, directories, bytes));
  }

  private long fold() {
    return new TotalsFolder(runner()).fold(tx -> {}, 100);
  }

  private long count() {
    return new TotalsCounter(cluster.at(0).namespace).count(tx -> {}, TURN_NANOS);
  }

  private TransactionRunner runner() {
    return cluster.at(0).namespace.runner();
  }

  /** Takes away what is known, as in a store from before there were totals. */
  private void forget() {
    runner()
        .run(
            TxOptions.write("test_forget"),
            tx -> {
              cluster
                  .rows(Tables.DIRECTORY_TOTALS)
                  .forEach(row -> tx.delete(Tables.DIRECTORY_TOTALS, row.directoryId()));
              cluster
                  .rows(Tables.DIRECTORY_TOTALS_CHANGES)
                  .forEach(row -> tx.delete(Tables.DIRECTORY_TOTALS_CHANGES, row.key()));
              TotalsState.uncounted(tx);
              return true;
            });
  }

  @Test
  void changesCountBeforeAndAfterTheyAreAdded() {
    cluster.mkdirs("/a/b/c");
    cluster.createFile("/a/b/c/f", ROOT, 100);
    cluster.createFile("/a/g", ROOT, 10);
    assertHolds("/", 2, 4, 110);
    assertHolds("/a/b", 1, 2, 100);
    assertThat(fold()).isEqualTo(5);
    assertThat(cluster.rows(Tables.DIRECTORY_TOTALS_CHANGES)).isEmpty();
    assertHolds("/", 2, 4, 110);
    assertHolds("/a/b", 1, 2, 100);
    assertHolds("/a/b/c", 1, 1, 100);
    run(new Delete(FsPath.parse("/a/g"), false));
    assertHolds("/", 1, 4, 100);
  }

  /** More than one transaction's worth, and in the midst of them a directory without totals. */
  @Test
  void oneCallAddsEverythingThatWaits() {
    for (String directory : List.of("/a", "/b", "/c")) {
      cluster.mkdirs(directory);
    }
    long inTheMiddle = cluster.createFile("/b/first").parentId();
    fold();
    runner()
        .run(
            TxOptions.write("test_forget_one"),
            tx -> {
              tx.delete(Tables.DIRECTORY_TOTALS, inTheMiddle);
              return true;
            });
    for (int i = 0; i < 900; i++) {
      cluster.createFile("/" + "abc".charAt(i % 3) + "/f" + i, ROOT, 1);
    }
    assertThat(fold()).isEqualTo(900);
    assertThat(cluster.rows(Tables.DIRECTORY_TOTALS_CHANGES)).isEmpty();
    assertHolds("/a", 300, 1, 300);
    assertHolds("/c", 300, 1, 300);
  }

  @Test
  void theCostDoesNotDependOnWhatIsBelow() {
    cluster.mkdirs("/wide");
    for (int d = 0; d < 20; d++) {
      cluster.mkdirs("/wide/d" + d);
      for (int f = 0; f < 30; f++) {
        cluster.createFile("/wide/d" + d + "/f" + f, ROOT, 1);
      }
    }
    fold();
    cluster.at(0).finished.clear();
    ContentTotals totals = cluster.at(0).run(new ContentSummary(FsPath.parse("/wide")), ROOT);
    assertThat(totals.files()).isEqualTo(600);
    assertThat(cluster.at(0).finished).hasSize(1);
    assertThat(cluster.at(0).finished.peek().stats().roundTrips()).isLessThanOrEqualTo(3);
  }

  @Test
  void aTreeTakesItsTotalsAlongWithChangesThatWait() {
    cluster.mkdirs("/from/tree/deep");
    cluster.mkdirs("/to");
    cluster.createFile("/from/tree/deep/f", ROOT, 7);
    fold();
    cluster.createFile("/from/tree/deep/g", ROOT, 5);
    rename("/from/tree", "/to/tree");
    cluster.createFile("/to/tree/deep/h", ROOT, 1);
    assertHolds("/from", 0, 1, 0);
    assertHolds("/to", 3, 3, 13);
    fold();
    assertHolds("/from", 0, 1, 0);
    assertHolds("/to", 3, 3, 13);
    assertHolds("/", 3, 5, 13);
  }

  @Test
  void aDeletedTreeIsGoneAtOnceWithChangesThatWait() {
    cluster.mkdirs("/keep/tree/deep");
    cluster.createFile("/keep/tree/deep/f", ROOT, 7);
    fold();
    cluster.createFile("/keep/tree/deep/g", ROOT, 5);
    run(new Delete(FsPath.parse("/keep/tree"), true));
    assertHolds("/", 0, 2, 0);
    fold();
    assertHolds("/", 0, 2, 0);
    assertThat(cluster.rows(Tables.DIRECTORY_TOTALS)).hasSize(2);
  }

  @Test
  void spaceFollowsPoliciesThatAreSetLater() {
    cluster.mkdirs("/p/q");
    cluster.createFile("/p/q/f", ROOT, 100);
    fold();
    cluster.createFile("/p/q/g", ROOT, 10);
    run(new SetStoragePolicy(FsPath.parse("/p"), COLD, Set.of()));
    PolicySpace cold = PolicySpace.of(COLD, 110, 330);
    assertThat(known("/").space()).isEqualTo(cold);
    fold();
    assertThat(known("/").space()).isEqualTo(cold);
    assertThat(known("/p/q").space()).isEqualTo(cold);
  }

  @Test
  void aDirectoryThatIsNotForAllIsWalkedForRights() {
    cluster.mkdirs("/open/closed");
    cluster.createFile("/open/closed/f", ROOT, 7);
    ContentSummary summary = new ContentSummary(FsPath.parse("/open"));
    assertThat(cluster.at(0).run(summary, ALICE).files()).isEqualTo(1);
    run(new SetPermission(FsPath.parse("/open/closed"), 0700));
    assertThatThrownBy(() -> cluster.at(0).run(summary, ALICE))
        .isInstanceOf(NamespaceException.class)
        .hasMessageContaining("Permission denied");
    assertThat(cluster.at(0).run(summary, ROOT).files()).isEqualTo(1);
  }

  /** Whoever may list what is closed to others is answered from totals, too. */
  @Test
  void onlyDirectoriesWithClosedOnesBelowThemAreSearched() {
    cluster.mkdirs("/home/alice/private/deep");
    cluster.mkdirs("/home/all/open/deep");
    for (int i = 0; i < 200; i++) {
      cluster.createFile("/home/alice/private/deep/f" + i, ROOT, 1);
      cluster.createFile("/home/all/open/deep/f" + i, ROOT, 1);
    }
    run(new SetOwner(FsPath.parse("/home/alice/private"), "alice", null));
    run(new SetPermission(FsPath.parse("/home/alice/private"), 0700));
    fold();
    ContentSummary summary = new ContentSummary(FsPath.parse("/home"));
    cluster.at(0).finished.clear();
    assertThat(cluster.at(0).run(summary, ALICE).files()).isEqualTo(400);
    assertThat(cluster.at(0).finished.stream().mapToInt(f -> f.stats().rowsRead()).sum())
        .isLessThan(40);
    assertThatThrownBy(() -> cluster.at(0).run(summary, BOB))
        .isInstanceOf(NamespaceException.class);
    cluster.mkdirs("/home/all/open/new", 0700, ROOT);
    assertThatThrownBy(() -> cluster.at(0).run(summary, ALICE))
        .isInstanceOf(NamespaceException.class);
  }

  @Test
  void aStoreFromBeforeIsCountedWhileItIsUsed() {
    cluster.mkdirs("/old/x/y");
    cluster.createFile("/old/x/y/f", ROOT, 7);
    forget();
    assertThat(cluster.at(0).run(new ReadTotals(FsPath.parse("/")), ROOT)).isEmpty();
    assertThat(cluster.at(0).run(new ContentSummary(FsPath.parse("/")), ROOT).files()).isOne();
    cluster.mkdirs("/new");
    cluster.createFile("/old/x/y/g", ROOT, 5);
    rename("/old/x", "/new/x");
    run(new SetStoragePolicy(FsPath.parse("/old"), COLD, Set.of()));
    assertThat(fold()).isPositive();
    cluster.createFile("/new/x/y/h", ROOT, 1);
    rename("/new/x/y", "/old/y");
    assertThat(count()).isEqualTo(4);
    assertHolds("/", 3, 5, 13);
    assertHolds("/old", 3, 2, 13);
    fold();
    assertHolds("/", 3, 5, 13);
    assertThat(known("/old").space()).isEqualTo(PolicySpace.of(COLD, 13, 39));
    assertThat(count()).isZero();
    assertThat(cluster.at(0).namespace.totalsStats().mended()).isZero();
  }

  @Test
  void whatIsWrongIsFoundAndMended() {
    cluster.mkdirs("/a/b");
    cluster.createFile("/a/b/f", ROOT, 7);
    fold();
    long rootId = Inode.ROOT_ID;
    runner()
        .run(
            TxOptions.write("test_spoil"),
            tx -> {
              tx.upsert(
                  Tables.DIRECTORY_TOTALS,
                  new DirectoryTotals(rootId, 0, 0, true, new byte[0], new byte[0]));
              return true;
            });
    TotalsCounter counter = new TotalsCounter(cluster.at(0).namespace);
    assertThat(counter.count(tx -> {}, TURN_NANOS)).isOne();
    assertThat(cluster.at(0).namespace.totalsStats().mended()).isOne();
    fold();
    assertHolds("/", 1, 3, 7);
    assertThat(counter.count(tx -> {}, TURN_NANOS)).isZero();
  }

  private Map<Long, Tally> below(CallContext caller, String... names) {
    List<Inode> siblings = Arrays.stream(names).map(this::inode).toList();
    return cluster.at(0).run(new ReadTotalsOf(siblings), caller);
  }

  @Test
  void directoriesOfAListingTellWhatIsInThem() {
    cluster.mkdirs("/list/a/deep");
    cluster.mkdirs("/list/b");
    cluster.createFile("/list/a/deep/f", ROOT, 7);
    fold();
    cluster.createFile("/list/a/deep/g", ROOT, 5);
    cluster.createFile("/list/b/h", ROOT, 3);
    cluster.createFile("/list/beside", ROOT, 1);
    Map<Long, Tally> below = below(ROOT, "a", "b", "beside");
    assertThat(below).containsOnlyKeys(inode("a").id(), inode("b").id());
    Tally inA = Objects.requireNonNull(below.get(inode("a").id()));
    assertThat(List.of(inA.files(), inA.directories())).isEqualTo(List.of(2L, 1L));
    assertThat(inA.space()).isEqualTo(PolicySpace.of(0, 12, 36));
    assertThat(Objects.requireNonNull(below.get(inode("b").id())).files()).isEqualTo(1);
    rename("/list/a/deep", "/list/b/deep");
    assertThat(Objects.requireNonNull(below(ROOT, "a").get(inode("a").id())).files()).isZero();
    assertThat(Objects.requireNonNull(below(ROOT, "b").get(inode("b").id())).files()).isEqualTo(3);
  }

  @Test
  void aListingTellsNothingOfWhatIsClosedToTheCaller() {
    cluster.mkdirs("/list/open");
    cluster.mkdirs("/list/within/closed");
    cluster.mkdirs("/list/shut");
    run(new SetPermission(FsPath.parse("/list/within/closed"), 0700));
    run(new SetPermission(FsPath.parse("/list/shut"), 0711));
    assertThat(below(ALICE, "open", "within", "shut")).containsOnlyKeys(inode("open").id());
    assertThat(below(ROOT, "open", "within", "shut")).hasSize(3);
  }

  @Test
  void aListingOfManyDirectoriesCostsNoMore() {
    for (int d = 0; d < 50; d++) {
      cluster.mkdirs("/many/d" + d);
      cluster.createFile("/many/d" + d + "/f", ROOT, 1);
    }
    cluster.at(0).finished.clear();
    List<Inode> siblings =
        cluster.rows(Tables.INODES).stream()
            .filter(row -> row.parentId() == inode("many").id())
            .toList();
    assertThat(cluster.at(0).run(new ReadTotalsOf(siblings), ROOT)).hasSize(50);
    assertThat(cluster.at(0).finished.peek().stats().roundTrips()).isLessThanOrEqualTo(2);
  }

  @Test
  void aTreeIsCheckedWhileItIsUsed() {
    for (int d = 0; d < 30; d++) {
      cluster.mkdirs("/tree/d" + d + "/e");
      cluster.createFile("/tree/d" + d + "/e/f", ROOT, 7);
    }
    cluster.mkdirs("/beside");
    fold();
    spoil("d7");
    spoil("beside");
    cluster.createFile("/tree/d7/g", ROOT, 5);
    TotalsCheck check = new TotalsCheck(cluster.at(0).namespace);
    List<TotalsCheck.Wrong> wrong = new ArrayList<>();
    long directories = 0;
    String cursor = null;
    do {
      TotalsCheck.Step step = check.step(FsPath.parse("/tree"), cursor, 9, Remedy.TELL, ROOT);
      directories += step.directories();
      wrong.addAll(step.wrong());
      cursor = step.cursor();
    } while (cursor != null);
    assertThat(directories).isEqualTo(61);
    assertThat(wrong.stream().map(each -> each.path().toString()))
        .containsExactly("/tree", "/tree/d7");
    Tally lacked = wrong.get(1).below();
    assertThat(List.of(lacked.files(), lacked.directories())).isEqualTo(List.of(1L, 1L));
    assertThat(wrong.get(0).below()).isEqualTo(lacked.negated());
    assertThat(cluster.at(0).namespace.totalsStats().mended()).isZero();
  }

  /** What is deleted meanwhile loses its rows one by one. */
  @Test
  void aCheckBesideDeletionsFindsNothing() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    TotalsCheck check = new TotalsCheck(cluster.at(0).namespace);
    FsPath root = FsPath.parse("/");
    try {
      for (int round = 0; round < 10; round++) {
        for (int d = 0; d < 20; d++) {
          cluster.mkdirs("/gone/d" + d + "/e");
          cluster.createFile("/gone/d" + d + "/e/f", ROOT, 7);
        }
        Future<?> deleted = thread.submit(() -> run(new Delete(FsPath.parse("/gone"), true)));
        do {
          assertThat(check.step(root, null, 1_000, Remedy.TELL, ROOT).wrong()).isEmpty();
          fold();
        } while (!deleted.isDone());
        deleted.get();
      }
    } finally {
      thread.shutdownNow();
    }
  }

  @Test
  void aTreeIsMendedWhenThatIsAsked() {
    cluster.mkdirs("/a/b");
    cluster.createFile("/a/b/f", ROOT, 7);
    fold();
    spoil("a");
    TotalsCheck check = new TotalsCheck(cluster.at(0).namespace);
    assertThat(check.step(FsPath.parse("/a/b"), null, 100, Remedy.MEND, ROOT).mended()).isZero();
    assertThat(check.step(FsPath.parse("/"), null, 100, Remedy.MEND, ROOT).mended()).isEqualTo(2);
    assertThat(cluster.at(0).namespace.totalsStats().mended()).isEqualTo(2);
    assertHolds("/", 1, 3, 7);
    fold();
    assertHolds("/a", 1, 2, 7);
    assertThat(check.step(FsPath.parse("/"), null, 100, Remedy.MEND, ROOT).wrongCount()).isZero();
  }

  /** Whoever counted before another one mended would add the same once more. */
  @Test
  void twoThatMendAtOnceMendOnce() {
    cluster.mkdirs("/a/b");
    cluster.createFile("/a/b/f", ROOT, 7);
    fold();
    spoil("a");
    TotalsCheck check = new TotalsCheck(cluster.at(0).namespace);
    AtomicBoolean first = new AtomicBoolean(true);
    LeaderFence other =
        tx -> {
          if (first.getAndSet(false)) {
            check.step(FsPath.parse("/"), null, 100, Remedy.MEND, ROOT);
          }
        };
    assertThat(new TotalsCounter(cluster.at(0).namespace).count(other, TURN_NANOS)).isZero();
    assertThat(first).isFalse();
    fold();
    assertHolds("/", 1, 3, 7);
    assertHolds("/a", 1, 2, 7);
  }

  @Test
  void whatIsNotCountedYetIsNotChecked() {
    cluster.mkdirs("/a");
    forget();
    TotalsCheck check = new TotalsCheck(cluster.at(0).namespace);
    assertThatThrownBy(() -> check.step(FsPath.parse("/"), null, 100, Remedy.TELL, ROOT))
        .isInstanceOf(NamespaceException.class)
        .hasMessageContaining("still being counted");
  }

  private void spoil(String name) {
    Inode directory = inode(name);
    runner()
        .run(
            TxOptions.write("test_spoil"),
            tx -> {
              tx.upsert(
                  Tables.DIRECTORY_TOTALS,
                  new DirectoryTotals(
                      directory.id(),
                      directory.parentId(),
                      directory.storagePolicy(),
                      true,
                      new byte[0],
                      new byte[0]));
              return true;
            });
  }

  /** Rows of a deleted tree go one by one, and what is left of it counts what is gone. */
  @Test
  void whatWasDeletedIsNotMended() {
    cluster.mkdirs("/a/tree/deep");
    for (int f = 0; f < 3; f++) {
      cluster.createFile("/a/tree/deep/f" + f, ROOT, 7);
    }
    fold();
    Inode file = inode("f0");
    cluster.at(0).namespace.inTransaction(new DetachOnly(FsPath.parse("/a/tree")), ROOT);
    runner()
        .run(
            TxOptions.write("test_free_one"),
            tx -> {
              tx.delete(Tables.INODES, file.key());
              return true;
            });
    assertThat(count()).isZero();
    assertThat(cluster.at(0).namespace.totalsStats().mended()).isZero();
    fold();
    assertHolds("/", 0, 2, 0);
  }

  private Inode inode(String name) {
    return cluster.rows(Tables.INODES).stream()
        .filter(row -> row.name().toString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Takes a tree out and leaves its rows to nobody. */
  private record DetachOnly(FsPath path) implements InodeOperation<Boolean> {
    @Override
    public String name() {
      return "test_detach";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public Boolean execute(OperationTx tx) {
      FileRemoval.detach(tx, tx.lock(PathLock.parentAndLast(path)).requireLast(), 0);
      return true;
    }
  }
}
