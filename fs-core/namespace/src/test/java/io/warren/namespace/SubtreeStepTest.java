package io.warren.namespace;

import static io.warren.namespace.TestCluster.ALICE;
import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.MoveToTrash;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.subtree.ModeSetting;
import io.warren.namespace.subtree.OwnerSetting;
import io.warren.namespace.subtree.StepResult;
import io.warren.namespace.subtree.SubtreeChange;
import io.warren.namespace.subtree.SubtreeStep;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bounded steps over a subtree, and the trash. */
class SubtreeStepTest {
  private static final SubtreeChange CHOWN = new OwnerSetting("alice", "staff");
  private static final long NO_INODE = 1_000_000_000L;
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    for (int i = 0; i < 6; i++) {
      cluster.mkdirs("/top/d" + i + "/in");
      for (int j = 0; j < 5; j++) {
        cluster.createFile("/top/d" + i + "/in/f" + j, ROOT, 10);
      }
      cluster.createFile("/top/x" + i, ROOT, 1);
    }
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private StepResult step(
      String path, @Nullable String cursor, int limit, boolean dryRun, SubtreeChange change) {
    Inode root = cluster.stat(path);
    long id = root == null ? NO_INODE : root.id();
    return dryRun || change instanceof SubtreeChange.Count
        ? cluster.at(0).run(new SubtreeStep(id, cursor, limit, true, change, null), ROOT)
        : TestJob.once(cluster.at(0), id, cursor, limit, change);
  }

  private List<StepResult> all(String path, int limit, boolean dryRun, SubtreeChange change) {
    List<StepResult> results = new ArrayList<>();
    String cursor = null;
    do {
      StepResult result = step(path, cursor, limit, dryRun, change);
      assertThat(result.files() + result.directories()).isLessThanOrEqualTo(limit);
      assertThat(result.errors()).isEmpty();
      results.add(result);
      cursor = result.cursor();
    } while (cursor != null);
    return results;
  }

  private static long changed(List<StepResult> results) {
    return results.stream().mapToLong(StepResult::changed).sum();
  }

  @Test
  void aLookTellsTheFirstThatItWouldChange() {
    StepResult look = step("/top", null, 1000, true, CHOWN);
    assertThat(look.changed()).isEqualTo(49);
    assertThat(look.attributes()).hasSize(SubtreeStep.EXAMPLES_MAX);
    StepResult done = step("/top", null, 1000, false, CHOWN);
    assertThat(done.attributes().subList(0, SubtreeStep.EXAMPLES_MAX)).isEqualTo(look.attributes());
    assertThat(step("/top", null, 1000, true, CHOWN).attributes()).isEmpty();
    assertThat(step("/top", null, 1000, true, new SubtreeChange.Delete()).attributes()).isEmpty();
  }

  @Test
  void whatChangedOrLeftTheTrashIsNotDeleted() {
    FsPath file = cluster.at(0).run(new MoveToTrash(FsPath.parse("/top/x0"), "alice"), ROOT);
    FsPath tree = cluster.at(0).run(new MoveToTrash(FsPath.parse("/top/d0"), "alice"), ROOT);
    long time = Objects.requireNonNull(cluster.stat(tree.toString())).logicalTime();
    assertCode(
        Code.CHANGED_SINCE, tree.toString(), null, 5, new SubtreeChange.Delete(time + 1, true));
    assertCode(Code.CHANGED_SINCE, "/top/x1", null, 5, new SubtreeChange.Delete(null, true));
    StepResult first = step(tree.toString(), null, 3, false, new SubtreeChange.Delete(time, true));
    assertThat(first.changed()).isEqualTo(3);
    // Somebody takes the rest back.
    cluster.at(0).run(new Rename(tree, FsPath.parse("/saved"), Rules.NO_OVERWRITE), ROOT);
    assertCode(
        Code.CHANGED_SINCE, "/saved", first.cursor(), 5, new SubtreeChange.Delete(time, true));
    assertThat(step("/saved", null, 9, false, new SubtreeChange.Count()).files()).isEqualTo(2);
    assertThat(step(file.toString(), null, 5, false, new SubtreeChange.Delete(null, true)).files())
        .isEqualTo(1);
    assertThat(cluster.exists(file.toString())).isFalse();
  }

  @Test
  void countsAreExactWhateverTheStepSize() {
    for (int limit : List.of(1, 2, 7, 1000)) {
      List<StepResult> results = all("/top", limit, false, new SubtreeChange.Count());
      assertThat(results.stream().mapToLong(StepResult::files).sum()).isEqualTo(36);
      assertThat(results.stream().mapToLong(StepResult::directories).sum()).isEqualTo(13);
      assertThat(results.stream().mapToLong(StepResult::lengthBytes).sum()).isEqualTo(306);
      assertThat(results.stream().mapToLong(StepResult::spaceConsumedBytes).sum()).isEqualTo(918);
    }
    assertThat(step("/top/x0", null, 10, false, new SubtreeChange.Count()).files()).isEqualTo(1);
    assertThat(changed(all("/", 5, true, CHOWN))).isEqualTo(50);
  }

  @Test
  void aDryRunChangesNothingAndTheRunChangesWhatItSaid() {
    long before = cluster.store.feed().head();
    assertThat(changed(all("/top", 10, true, CHOWN))).isEqualTo(49);
    assertThat(cluster.feedAfter(before)).isEmpty();
    assertThat(changed(all("/top", 10, false, CHOWN))).isEqualTo(49);
    assertThat(cluster.feedAfter(before)).hasSize(49);
    assertThat(changed(all("/top", 10, false, CHOWN))).isZero();
    assertThat(cluster.feedAfter(before)).hasSize(49);
    EntryStatus status =
        cluster.at(0).namespace.status(Objects.requireNonNull(cluster.stat("/top/d3/in/f2")), 0);
    assertThat(status.owner()).isEqualTo("alice");
    assertThat(status.group()).isEqualTo("staff");
    Invariants.check(cluster);
  }

  @Test
  void modesAreSetForTheKindAskedFor() {
    all("/top", 9, false, new ModeSetting(0640, null));
    assertThat(Objects.requireNonNull(cluster.stat("/top/x1")).mode()).isEqualTo(0640);
    assertThat(Objects.requireNonNull(cluster.stat("/top/d1")).mode()).isEqualTo(0755);
    all("/top", 9, false, new ModeSetting(null, 01750));
    assertThat(Objects.requireNonNull(cluster.stat("/top/d1/in")).mode()).isEqualTo(01750);
    assertThatThrownBy(() -> step("/top", null, 9, true, new ModeSetting(-1, 0)))
        .isInstanceOf(NamespaceException.class);
  }

  @Test
  void aStepOfAnotherJobGoesOnFromTheCursorAndDoesNothingTwice() {
    StepResult first = step("/top", null, 10, false, CHOWN);
    StepResult second = step("/top", first.cursor(), 10, false, CHOWN);
    StepResult again = step("/top", first.cursor(), 10, false, CHOWN);
    assertThat(second.changed()).isEqualTo(10);
    assertThat(again.changed()).isZero();
    assertThat(again.cursor()).isEqualTo(second.cursor());
    assertThat(again.atPath()).isEqualTo(second.atPath());
  }

  @Test
  void theWalkSurvivesChangesUnderItsCursor() {
    StepResult first = step("/top", null, 4, false, CHOWN);
    assertThat(first.atPath()).isEqualTo("/top/d0/in/f0");
    cluster.at(0).run(new Delete(FsPath.parse("/top/d0"), true), ROOT);
    cluster
        .at(0)
        .run(
            new Rename(FsPath.parse("/top/d5"), FsPath.parse("/top/zz"), Rules.NO_OVERWRITE), ROOT);
    cluster.createFile("/top/d1/new");
    String cursor = first.cursor();
    while (cursor != null) {
      StepResult result = step("/top", cursor, 4, false, CHOWN);
      cursor = result.cursor();
    }
    for (Inode inode : cluster.rows(Tables.INODES)) {
      if (!inode.isRoot()) {
        assertThat(cluster.at(0).namespace.status(inode, 0).owner()).isEqualTo("alice");
      }
    }
  }

  @Test
  void deletingGoesBottomUpInBoundedSteps() {
    cluster
        .at(0)
        .run(new SetQuota(FsPath.parse("/top/d2"), QuotaLimit.of(500), QuotaLimit.KEEP), ROOT);
    cluster.at(0).run(new SetQuota(FsPath.ROOT, QuotaLimit.of(5000), QuotaLimit.KEEP), ROOT);
    assertThat(changed(all("/top", 7, true, new SubtreeChange.Delete()))).isEqualTo(49);
    StepResult first = step("/top", null, 7, false, new SubtreeChange.Delete());
    Invariants.check(cluster);
    assertThat(first.changed()).isEqualTo(7);
    String cursor = first.cursor();
    long changed = 7;
    while (cursor != null) {
      StepResult result = step("/top", cursor, 7, false, new SubtreeChange.Delete());
      assertThat(result.inodeId()).isEqualTo(first.inodeId());
      changed += result.changed();
      cursor = result.cursor();
    }
    assertThat(changed).isEqualTo(49);
    assertThat(cluster.exists("/top")).isFalse();
    Invariants.check(cluster);
  }

  @Test
  void aStepIsGuardedByTheInodeAndItsCursor() {
    Inode top = Objects.requireNonNull(cluster.stat("/top"));
    StepResult first = step("/top", null, 5, false, new SubtreeChange.Count());
    assertThat(first.inodeId()).isEqualTo(top.id());
    cluster
        .at(0)
        .run(new Rename(FsPath.parse("/top"), FsPath.parse("/old"), Rules.NO_OVERWRITE), ROOT);
    cluster.mkdirs("/top");
    assertCode(Code.INVALID_ARGUMENT, "/top", first.cursor(), 5, new SubtreeChange.Count());
    assertThat(step("/old", first.cursor(), 5, false, new SubtreeChange.Count()).path())
        .isEqualTo("/old");
    assertCode(Code.INVALID_ARGUMENT, "/top", "nonsense!", 5, new SubtreeChange.Count());
    assertCode(Code.INVALID_ARGUMENT, "/old", first.cursor(), 5, new SubtreeChange.Delete());
    assertCode(Code.INVALID_ARGUMENT, "/old", null, 1001, new SubtreeChange.Count());
    assertCode(Code.INVALID_ARGUMENT, "/", null, 10, new SubtreeChange.Delete());
    assertCode(Code.NOT_FOUND, "/none", null, 10, new SubtreeChange.Count());
    assertThatThrownBy(
            () ->
                cluster
                    .at(0)
                    .run(
                        new SubtreeStep(top.id(), null, 5, true, new SubtreeChange.Count(), null),
                        ALICE))
        .isInstanceOf(NamespaceException.class);
  }

  private void assertCode(
      Code code, String path, @Nullable String cursor, int limit, SubtreeChange change) {
    assertThatThrownBy(() -> step(path, cursor, limit, false, change))
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private String trash(String path) {
    return cluster.at(0).run(new MoveToTrash(FsPath.parse(path), "alice"), ROOT).toString();
  }

  @Test
  void theTrashKeepsParentsAndGivesClashesTheTime() {
    assertThat(trash("/top/d1/in/f0")).isEqualTo("/user/alice/.Trash/Current/top/d1/in/f0");
    cluster.createFile("/top/d1/in/f0");
    String second = trash("/top/d1/in/f0");
    assertThat(second).startsWith("/user/alice/.Trash/Current/top/d1/in/f017");
    assertThat(trash("/top/x0")).isEqualTo("/user/alice/.Trash/Current/top/x0");
    cluster.mkdirs("/top/x0");
    cluster.createFile("/top/x0/below");
    assertThat(trash("/top/x0/below")).startsWith("/user/alice/.Trash/Current/top/x017");
    assertThat(trash("/top/d2")).isEqualTo("/user/alice/.Trash/Current/top/d2");
    assertThat(cluster.list("/user/alice/.Trash/Current/top/d2/in")).hasSize(5);
    EntryStatus current =
        cluster
            .at(0)
            .namespace
            .status(Objects.requireNonNull(cluster.stat("/user/alice/.Trash/Current")), 0);
    assertThat(current.owner()).isEqualTo("alice");
    assertThat(current.inode().mode()).isEqualTo(0700);
    assertThat(Objects.requireNonNull(cluster.stat("/user")).mode()).isEqualTo(0755);
    Invariants.check(cluster);
  }

  @Test
  void theTrashRefusesItselfAndWhatIsAboveIt() {
    trash("/top/x1");
    for (String path : List.of("/", "/user", "/user/alice", "/user/alice/.Trash/Current/top/x1")) {
      assertThatThrownBy(() -> trash(path))
          .isInstanceOfSatisfying(
              NamespaceException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID_ARGUMENT));
    }
    assertThatThrownBy(() -> trash("/none"))
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND));
  }
}
