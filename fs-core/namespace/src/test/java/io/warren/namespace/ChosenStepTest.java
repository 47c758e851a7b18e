package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.MoveInodeToTrash;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.subtree.LookAtInodes;
import io.warren.namespace.subtree.ModeSetting;
import io.warren.namespace.subtree.OwnerSetting;
import io.warren.namespace.subtree.StepResult;
import io.warren.namespace.subtree.SubtreeChange;
import io.warren.namespace.subtree.SubtreeChange.Chosen;
import io.warren.namespace.subtree.SubtreeStep;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps over inodes that were chosen one by one act on what is still as it was chosen. */
class ChosenStepTest {
  private static final SubtreeChange CHOWN = new OwnerSetting("alice", "staff");
  private static final int FILES = SubtreeStep.NAMED_MAX - 1;
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.mkdirs("/top/sub");
    for (int i = 0; i < FILES; i++) {
      cluster.createFile(file(i), ROOT, 10);
    }
    cluster.createFile("/top/sub/below", ROOT, 10);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private static String file(int number) {
    return String.format("/top/f%03d", number);
  }

  private Inode inode(String path) {
    return Objects.requireNonNull(cluster.stat(path), path);
  }

  private <R> R run(Operation<R> operation) {
    return cluster.at(0).run(operation, ROOT);
  }

  private Map<Long, Long> chosen() {
    Map<Long, Long> times = new HashMap<>();
    for (int i = 0; i < FILES; i++) {
      times.put(inode(file(i)).id(), inode(file(i)).logicalTime());
    }
    times.put(inode("/top/sub").id(), inode("/top/sub").logicalTime());
    return times;
  }

  private void chown(String path, String owner) {
    TestJob.once(cluster.at(0), inode(path).id(), null, 1, new OwnerSetting(owner, null));
  }

  @Test
  void eachIsChangedOnceAndNothingBelowIt() {
    int owner = inode("/top/sub/below").ownerId();
    TestJob job = TestJob.taken(cluster.at(0));
    SubtreeStep step = SubtreeStep.choosing(new Chosen(CHOWN, chosen()), job.next());
    StepResult done = run(step);
    assertThat(done.changed()).isEqualTo(FILES + 1L);
    assertThat(done.attributes()).hasSize(FILES + 1);
    assertThat(done.cursor()).isNull();
    assertThat(done.errors()).isEmpty();
    assertThat(done).extracting("files", "directories").containsExactly((long) FILES, 1L);
    long time = inode(file(0)).logicalTime();
    StepResult again = run(step);
    assertThat(again.attributes()).isEqualTo(done.attributes());
    assertThat(inode(file(0)).logicalTime()).isEqualTo(time);
    assertThat(inode("/top/sub/below").ownerId()).isEqualTo(owner);
    Invariants.check(cluster);
  }

  @Test
  void whatChangedSinceOrIsGoneIsLeftAndTold() {
    Map<Long, Long> chosen = chosen();
    chown(file(1), "bob");
    run(new Delete(FsPath.parse(file(2)), false));
    cluster.mkdirs("/elsewhere");
    run(new Rename(FsPath.parse(file(3)), FsPath.parse("/elsewhere/f"), Rules.NO_OVERWRITE));
    int owner = inode(file(1)).ownerId();

    StepResult dry = run(SubtreeStep.choosing(new Chosen(CHOWN, chosen), null));
    StepResult done =
        run(SubtreeStep.choosing(new Chosen(CHOWN, chosen), TestJob.taken(cluster.at(0)).next()));
    for (StepResult result : List.of(dry, done)) {
      Set<String> told = new HashSet<>();
      result.errors().forEach(error -> told.add(error.code() + " " + error.path()));
      // A rename is a change of the inode, too.
      assertThat(told)
          .hasSize(3)
          .contains("changed_since " + file(1), "changed_since /elsewhere/f");
      assertThat(result.changed()).isEqualTo(FILES + 1L - 3);
    }
    assertThat(dry.attributes()).hasSize((int) Math.min(dry.changed(), SubtreeStep.EXAMPLES_MAX));
    assertThat(inode(file(1)).ownerId()).isEqualTo(owner);

    chosen.replaceAll((id, time) -> Chosen.ANY_TIME);
    StepResult all =
        run(SubtreeStep.choosing(new Chosen(CHOWN, chosen), TestJob.taken(cluster.at(0)).next()));
    assertThat(all.changed()).isEqualTo(2);
    assertThat(all.errors()).extracting("code").containsExactly("gone");
    Invariants.check(cluster);
  }

  @Test
  void aMoveToTheTrashIsRefusedOnceTheInodeChanged() {
    Inode before = inode(file(0));
    chown(file(0), "bob");
    TestJob job = TestJob.taken(cluster.at(0));
    assertThatThrownBy(
            () -> run(new MoveInodeToTrash(before.id(), "alice", before.logicalTime(), job.next())))
        .isInstanceOf(NamespaceException.class)
        .extracting("code")
        .isEqualTo(NamespaceException.Code.CHANGED_SINCE);
    assertThat(cluster.exists(file(0))).isTrue();
    long time = inode("/top").logicalTime();
    MoveInodeToTrash.Moved moved =
        run(new MoveInodeToTrash(inode("/top").id(), "alice", time, job.next()));
    assertThat(moved.files()).isEqualTo(FILES + 1L);
    assertThat(cluster.exists("/top")).isFalse();
    Invariants.check(cluster);
  }

  @Test
  void inodesAreLookedAtWhereverTheyAre() {
    long moved = inode(file(0)).id();
    run(new Rename(FsPath.parse(file(0)), FsPath.parse("/moved"), Rules.NO_OVERWRITE));
    LookAtInodes.Found found = run(new LookAtInodes(Set.of(moved, 999_999_999L)));
    assertThat(found.missing()).containsExactly(999_999_999L);
    assertThat(found.inodes()).hasSize(1);
    assertThat(found.inodes().get(0).path()).hasToString("/moved");
    assertThat(found.inodes().get(0).inode()).isEqualTo(inode("/moved"));
  }

  @Test
  void stepsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> SubtreeStep.choosing(new Chosen(CHOWN, Map.of()), null))
        .isInstanceOf(NamespaceException.class);
    assertThatThrownBy(() -> new Chosen(new SubtreeChange.Delete(), Map.of(1L, 1L)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ModeSetting(07777, null)).isInstanceOf(NamespaceException.class);
  }
}
