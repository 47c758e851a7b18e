package io.warren.namespace;

import static io.warren.namespace.TestCluster.ALICE;
import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.DirectoryRepartition;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.quota.ContentSummary;
import io.warren.namespace.repartition.ChildMover;
import io.warren.namespace.repartition.DirectoryPartitioning;
import io.warren.namespace.repartition.GetPartitioning;
import io.warren.namespace.repartition.Repartition;
import io.warren.namespace.subtree.ModeSetting;
import io.warren.namespace.subtree.StepResult;
import io.warren.namespace.subtree.SubtreeChange;
import io.warren.namespace.subtree.SubtreeStep;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.FaultInjectingStore;
import io.warren.store.testkit.FaultInjectingStore.Moment;
import io.warren.store.testkit.ReadCommittedStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Switching the partitioning of a directory's children, step by step. */
class RepartitionTest {
  private static final FsPath DIRECTORY = FsPath.parse("/h/d");
  private static final int CHILDREN = 23;
  private static final int PER_TRANSACTION = 5;
  private static final int CALLS_MAX = 1_000;

  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.namenode();
    cluster.mkdirs(DIRECTORY.toString());
    for (int i = 0; i < CHILDREN; i++) {
      cluster.createFile(file(i));
    }
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private static String file(int i) {
    return DIRECTORY + "/f%02d".formatted(i);
  }

  private static List<String> names() {
    return IntStream.range(0, CHILDREN).mapToObj("f%02d"::formatted).toList();
  }

  private long begin(ChildrenPartitioning target) {
    return cluster.at(0).run(new Repartition(DIRECTORY, target), ROOT);
  }

  private ChildMover mover(int namenode) {
    return new ChildMover(cluster.at(namenode).namespace, PER_TRANSACTION);
  }

  private DirectoryPartitioning present() {
    return cluster.at(0).run(new GetPartitioning(DIRECTORY), ROOT);
  }

  private List<Inode> childRows() {
    long id = Objects.requireNonNull(cluster.stat(DIRECTORY.toString())).id();
    return cluster.rows(Tables.INODES).stream().filter(i -> i.parentId() == id).toList();
  }

  private void checkSettled(ChildrenPartitioning state) {
    assertThat(present().state()).isEqualTo(state);
    assertThat(cluster.rows(Tables.DIRECTORY_REPARTITIONS)).isEmpty();
    assertThat(childRows()).hasSize(CHILDREN);
    Inode directory = Objects.requireNonNull(cluster.stat(DIRECTORY.toString()));
    for (Inode child : childRows()) {
      assertThat(child.key()).isEqualTo(Partitioning.childKey(directory, child.name()));
    }
    for (int namenode = 0; namenode < 2; namenode++) {
      assertThat(cluster.list(cluster.at(namenode), DIRECTORY.toString(), 4)).isEqualTo(names());
    }
    Invariants.check(cluster);
  }

  @Test
  void tellsWhereChildrenAreAndWhereTheyWouldBe() {
    long id = begin(ChildrenPartitioning.HASHED);
    assertThat(present().present()).isEqualTo(Map.of(id, CHILDREN));
    assertThat(present().byParent()).isEqualTo(Map.of(id, CHILDREN));
    assertThat(present().hashed()).hasSize(Partitioning.BUCKETS);
    mover(0).move(id, 2);
    assertThat(present().present()).containsEntry(id, CHILDREN - 2 * PER_TRANSACTION);
    mover(0).move(id, CALLS_MAX);
    Map<Long, Integer> rows =
        childRows().stream()
            .collect(Collectors.toMap(Inode::partitionId, child -> 1, Integer::sum));
    assertThat(present().present()).isEqualTo(rows);
    assertThat(present().hashed()).containsAllEntriesOf(rows);
    assertThat(present().hashed().values().stream().mapToInt(each -> each).sum())
        .isEqualTo(CHILDREN);
  }

  @Test
  void childrenGoThereAndBackWithoutAnEvent() {
    long head = cluster.store.feed().head();
    long id = begin(ChildrenPartitioning.HASHED);
    assertThat(mover(0).move(id, Integer.MAX_VALUE)).isTrue();
    checkSettled(ChildrenPartitioning.HASHED);
    assertThat(childRows().stream().map(Inode::partitionId).distinct().count()).isGreaterThan(5);
    begin(ChildrenPartitioning.BY_PARENT);
    assertThat(mover(1).move(id, Integer.MAX_VALUE)).isTrue();
    checkSettled(ChildrenPartitioning.BY_PARENT);
    assertThat(cluster.store.feed().head()).isEqualTo(head);
  }

  @Test
  void askingAgainChangesNothing() {
    begin(ChildrenPartitioning.BY_PARENT);
    assertThat(present().state()).isEqualTo(ChildrenPartitioning.BY_PARENT);
    long id = begin(ChildrenPartitioning.HASHED);
    mover(0).move(id, 2);
    long version = Objects.requireNonNull(cluster.stat(DIRECTORY.toString())).childrenVersion();
    assertThat(begin(ChildrenPartitioning.HASHED)).isEqualTo(id);
    assertThat(Objects.requireNonNull(cluster.stat(DIRECTORY.toString())).childrenVersion())
        .isEqualTo(version);
    assertThat(present().work()).extracting(DirectoryRepartition::moved).isEqualTo(10L);
  }

  @Test
  void everyOperationFindsEveryChildAtEveryStage() {
    long id = begin(ChildrenPartitioning.HASHED);
    ChildMover mover = mover(0);
    boolean settled = false;
    while (!settled) {
      for (int namenode = 0; namenode < 2; namenode++) {
        TestCluster.Namenode nn = cluster.at(namenode);
        assertThat(cluster.list(nn, DIRECTORY.toString(), 4)).isEqualTo(names());
        assertThat(nn.run(new ContentSummary(DIRECTORY), ROOT).files()).isEqualTo(CHILDREN);
        renameThereAndBack(nn);
        refuseDuplicate(nn);
        createAndDelete(nn);
      }
      settled = mover.move(id, 1);
    }
    checkSettled(ChildrenPartitioning.HASHED);
  }

  private static void renameThereAndBack(TestCluster.Namenode nn) {
    for (int i = 0; i < CHILDREN; i += 7) {
      FsPath from = FsPath.parse(file(i));
      FsPath to = FsPath.parse(DIRECTORY + "/other");
      assertThat(nn.run(new Rename(from, to, Rules.LEGACY), ROOT)).isTrue();
      assertThat(nn.run(new Rename(to, from, Rules.LEGACY), ROOT)).isTrue();
    }
  }

  private static void refuseDuplicate(TestCluster.Namenode nn) {
    for (int i = 0; i < CHILDREN; i++) {
      FsPath path = FsPath.parse(file(i));
      assertThatThrownBy(() -> nn.run(new TestCluster.CreateTestFile(path, 0), ROOT))
          .isInstanceOfSatisfying(
              NamespaceException.class,
              e -> assertThat(e.code()).isEqualTo(NamespaceException.Code.ALREADY_EXISTS));
    }
  }

  private static void createAndDelete(TestCluster.Namenode nn) {
    FsPath path = FsPath.parse(DIRECTORY + "/new");
    nn.run(new TestCluster.CreateTestFile(path, 0), ROOT);
    assertThat(nn.run(new Delete(path, false), ROOT)).isTrue();
    assertThat(nn.run(new Delete(path, false), ROOT)).isFalse();
  }

  @Test
  void aNamenodeThatMissedTheWholeSwitchMakesNoDuplicate() {
    TestCluster.Namenode stale = cluster.at(1);
    assertThat(cluster.list(stale, DIRECTORY.toString(), 100)).hasSize(CHILDREN);
    long id = begin(ChildrenPartitioning.HASHED);
    refuseDuplicate(stale);
    mover(0).move(id, Integer.MAX_VALUE);
    refuseDuplicate(stale);
    checkSettled(ChildrenPartitioning.HASHED);
  }

  @Test
  void aRunningSwitchCanBeTurnedRound() {
    long id = begin(ChildrenPartitioning.HASHED);
    ChildMover mover = mover(0);
    mover.move(id, 3);
    begin(ChildrenPartitioning.BY_PARENT);
    assertThat(present().state()).isEqualTo(ChildrenPartitioning.TO_BY_PARENT);
    assertThat(cluster.list(DIRECTORY.toString())).isEqualTo(names());
    assertThat(mover.move(id, Integer.MAX_VALUE)).isTrue();
    checkSettled(ChildrenPartitioning.BY_PARENT);
  }

  @Test
  void aDirectoryDeletedHalfWayLeavesNothing() {
    long id = begin(ChildrenPartitioning.HASHED);
    mover(0).move(id, 2);
    assertThat(cluster.at(1).run(new Delete(DIRECTORY, true), ROOT)).isTrue();
    new Housekeeping(cluster.at(0).namespace).run(tx -> {});
    assertThat(cluster.rows(Tables.INODES)).hasSize(2);
    assertThat(cluster.rows(Tables.DIRECTORY_REPARTITIONS)).isEmpty();
    Invariants.check(cluster);
  }

  /** Everything moves between the walk of a job's step and the transaction that changes it. */
  @Test
  void aStepOfAJobFindsWhatMovedMeanwhile(@TempDir Path other) {
    ReadCommittedStore store =
        new ReadCommittedStore(EmbeddedStore.open(other, EmbeddedOptions.withoutSync()));
    try (TestCluster torn = new TestCluster(store)) {
      TestCluster.Namenode nn = torn.namenode();
      NamespaceFormat.formatIfEmpty(nn.namespace);
      torn.mkdirs(DIRECTORY.toString());
      for (int i = 0; i < CHILDREN; i++) {
        torn.createFile(file(i));
      }
      AtomicInteger reads = new AtomicInteger();
      store.betweenReads(reads::incrementAndGet);
      step(nn, 0700, true);
      int walked = reads.get();
      assertThat(walked).isPositive();
      ChildrenPartitioning target = ChildrenPartitioning.HASHED;
      for (int at = 1; at <= walked + 1; at++) {
        int chosen = at;
        ChildrenPartitioning next = target;
        reads.set(0);
        store.betweenReads(
            () -> {
              if (reads.incrementAndGet() == chosen) {
                long id = nn.run(new Repartition(DIRECTORY, next), ROOT);
                new ChildMover(nn.namespace).move(id, Integer.MAX_VALUE);
              }
            });
        StepResult result = step(nn, at % 2 == 0 ? 0750 : 0700, false);
        assertThat(result.errors()).as("moved at read %d of %d", at, walked).isEmpty();
        assertThat(result.changed()).isEqualTo(CHILDREN + 1);
        target = target(target);
      }
    }
  }

  private StepResult step(TestCluster.Namenode nn, int mode, boolean dryRun) {
    SubtreeChange change = new ModeSetting(mode, mode);
    long id = Objects.requireNonNull(cluster.stat(DIRECTORY.toString())).id();
    return dryRun
        ? nn.run(new SubtreeStep(id, null, 1_000, true, change, null), ROOT)
        : TestJob.once(nn, id, null, 1_000, change);
  }

  @Test
  void theFirstLevelsHashAsManyAsAreSet() {
    for (int levels = 1; levels <= 3; levels++) {
      TestCluster.Namenode nn = cluster.withHashedLevels(levels).namenode();
      String top = "/levels" + levels;
      nn.run(new Mkdirs(FsPath.parse(top + "/b/c"), 0755, true), ROOT);
      nn.run(new TestCluster.CreateTestFile(FsPath.parse(top + "/b/c/f"), 0), ROOT);
      String[] paths = {"/", top, top + "/b", top + "/b/c"};
      for (int depth = 0; depth < paths.length; depth++) {
        assertThat(Objects.requireNonNull(cluster.stat(paths[depth])).childrenPartitioning())
            .as("%s with %d levels", paths[depth], levels)
            .isEqualTo(
                depth < levels ? ChildrenPartitioning.HASHED : ChildrenPartitioning.BY_PARENT);
      }
      assertThat(cluster.list(top + "/b/c")).containsExactly("f");
    }
    Invariants.check(cluster);
  }

  @Test
  void onlyTheSuperuserMay() {
    assertThatThrownBy(
            () -> cluster.at(0).run(new Repartition(DIRECTORY, ChildrenPartitioning.HASHED), ALICE))
        .isInstanceOfSatisfying(
            NamespaceException.class,
            e -> assertThat(e.code()).isEqualTo(NamespaceException.Code.ACCESS_DENIED));
    assertThatThrownBy(
            () ->
                cluster
                    .at(0)
                    .run(new Repartition(FsPath.parse(file(0)), ChildrenPartitioning.HASHED), ROOT))
        .isInstanceOf(NamespaceException.class);
  }

  @Test
  void aNamenodeThatDiesAtAnyStoreCallLeavesItToTheLeader() {
    FaultInjectingStore faulty = new FaultInjectingStore(cluster.store);
    ChildrenPartitioning target = ChildrenPartitioning.HASHED;
    for (Moment moment : Moment.values()) {
      boolean died = true;
      int call = 1;
      for (; died && call < CALLS_MAX; call++) {
        died = dieAt(faulty, call, moment, target);
        new Housekeeping(cluster.at(0).namespace).run(tx -> {});
        boolean settledAsAsked = present().state() == target;
        assertThat(settledAsAsked || present().state() == target(target)).isTrue();
        checkSettled(present().state());
        if (settledAsAsked) {
          target = target(target);
        }
      }
      assertThat(call).isBetween(40, CALLS_MAX - 1);
    }
  }

  private static ChildrenPartitioning target(ChildrenPartitioning other) {
    return other == ChildrenPartitioning.HASHED
        ? ChildrenPartitioning.BY_PARENT
        : ChildrenPartitioning.HASHED;
  }

  private boolean dieAt(
      FaultInjectingStore faulty, int call, Moment moment, ChildrenPartitioning target) {
    TestCluster.Namenode victim = cluster.namenodeOver(faulty);
    victim.run(new GetPartitioning(DIRECTORY), ROOT);
    faulty.reset();
    faulty.killAt(call, moment, Code.CLOSED);
    try {
      long id = victim.run(new Repartition(DIRECTORY, target), ROOT);
      new ChildMover(victim.namespace, PER_TRANSACTION).move(id, Integer.MAX_VALUE);
    } catch (StoreException e) {
      assertThat(e.code()).isEqualTo(Code.CLOSED);
    }
    boolean died = faulty.triggered();
    faulty.reset();
    victim.die();
    victim.namespace.close();
    List<String> listed = new ArrayList<>(cluster.list(cluster.at(1), DIRECTORY.toString(), 4));
    assertThat(listed).as("after call %d", call).isEqualTo(names());
    return died;
  }
}
