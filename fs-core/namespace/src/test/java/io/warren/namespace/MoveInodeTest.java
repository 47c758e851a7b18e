package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.MoveInode;
import io.warren.namespace.operation.MoveInode.Origin;
import io.warren.namespace.operation.MoveInodeToTrash;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What jobs move, also back out of the trash, is moved once, and replaces nothing. */
class MoveInodeTest {
  private static final FsPath PLACE = FsPath.parse("/data/in/tree");
  private TestCluster cluster;
  private long tree;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.mkdirs("/data/in/tree/d");
    cluster.createFile("/data/in/tree/d/f", ROOT, 10);
    tree = Objects.requireNonNull(cluster.stat("/data/in/tree")).id();
    TestJob job = TestJob.taken(cluster.at(0));
    run(new MoveInodeToTrash(tree, "alice", job.next()));
    assertThat(cluster.exists("/data/in/tree")).isFalse();
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private <R> R run(Operation<R> operation) {
    return cluster.at(0).run(operation, ROOT);
  }

  private MoveInode restore(TestJob job) {
    return new MoveInode(tree, PLACE, new Origin.InTrash(), null, job.next());
  }

  private void refused(Code code) {
    TestJob job = TestJob.taken(cluster.at(0));
    assertThatThrownBy(() -> run(restore(job)))
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void itComesBackOnceWithMissingParents() {
    run(new Delete(FsPath.parse("/data"), true));
    TestJob job = TestJob.taken(cluster.at(0));
    MoveInodeToTrash.Moved moved = run(restore(job));
    assertThat(moved.files()).isEqualTo(1);
    assertThat(moved.directories()).isEqualTo(2);
    assertThat(Objects.requireNonNull(cluster.stat("/data/in/tree")).id()).isEqualTo(tree);
    assertThat(cluster.exists("/data/in/tree/d/f")).isTrue();
    run(new Rename(PLACE, FsPath.parse("/data/other"), Rules.NO_OVERWRITE));
    job.take(cluster.at(0));
    assertThat(run(restore(job))).isEqualTo(moved);
    assertThat(cluster.exists("/data/other")).isTrue();
    Invariants.check(cluster);
  }

  @Test
  void itIsFoundWhereverItLiesInTheTrash() {
    run(
        new Rename(
            FsPath.parse("/user/alice/.Trash/Current"),
            FsPath.parse("/user/alice/.Trash/231115000000"),
            Rules.NO_OVERWRITE));
    run(restore(TestJob.taken(cluster.at(0))));
    assertThat(cluster.exists("/data/in/tree/d/f")).isTrue();
  }

  @Test
  void whatHasTheNameNowStays() {
    Inode taken = cluster.createFile("/data/in/tree");
    refused(Code.ALREADY_EXISTS);
    assertThat(Objects.requireNonNull(cluster.stat("/data/in/tree")).id()).isEqualTo(taken.id());
  }

  @Test
  void whatChangedSinceItWasChosenStays() {
    FsPath there = FsPath.parse("/user/alice/.Trash/Current/data/in/tree");
    FsPath beside = FsPath.parse("/user/alice/.Trash/Current/data/in/other");
    long chosen = Objects.requireNonNull(cluster.stat(there.toString())).logicalTime();
    run(new Rename(there, beside, Rules.NO_OVERWRITE));
    TestJob job = TestJob.taken(cluster.at(0));
    assertThatThrownBy(
            () -> run(new MoveInode(tree, PLACE, new Origin.InTrash(), chosen, job.next())))
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(Code.CHANGED_SINCE));
    assertThat(cluster.exists("/data/in/tree")).isFalse();
    long now = Objects.requireNonNull(cluster.stat(beside.toString())).logicalTime();
    run(new MoveInode(tree, PLACE, new Origin.InTrash(), now, job.next()));
    assertThat(cluster.exists("/data/in/tree/d/f")).isTrue();
  }

  @Test
  void whatSomebodyTookFromTheTrashOrEmptiedIsToldApart() {
    run(
        new Rename(
            FsPath.parse("/user/alice/.Trash/Current/data/in/tree"),
            FsPath.parse("/mine"),
            Rules.NO_OVERWRITE));
    refused(Code.CHANGED_SINCE);
    run(new Delete(FsPath.parse("/mine"), true));
    refused(Code.NOT_FOUND);
    assertThat(cluster.exists("/data/in/tree")).isFalse();
  }

  @Test
  void itIsMovedFromWhereItShallBeAlone() {
    run(restore(TestJob.taken(cluster.at(0))));
    FsPath elsewhere = FsPath.parse("/archive/2026/tree");
    TestJob job = TestJob.taken(cluster.at(0));
    MoveInode move = new MoveInode(tree, elsewhere, new Origin.Anywhere(), null, job.next());
    MoveInodeToTrash.Moved moved = run(move);
    assertThat(moved.trashPath()).isEqualTo("/archive/2026/tree");
    assertThat(run(move)).isEqualTo(moved);
    assertThat(cluster.exists("/archive/2026/tree/d/f")).isTrue();
    assertThat(cluster.exists("/data/in/tree")).isFalse();

    Origin there = new Origin.At(elsewhere);
    run(new Rename(elsewhere, FsPath.parse("/archive/other"), Rules.NO_OVERWRITE));
    TestJob back = TestJob.taken(cluster.at(0));
    assertThatThrownBy(() -> run(new MoveInode(tree, PLACE, there, null, back.next())))
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(Code.CHANGED_SINCE));
    run(new Rename(FsPath.parse("/archive/other"), elsewhere, Rules.NO_OVERWRITE));
    run(new MoveInode(tree, PLACE, there, null, back.next()));
    assertThat(cluster.exists("/data/in/tree/d/f")).isTrue();
    Invariants.check(cluster);
  }

  @Test
  void nothingIsMovedIntoItself() {
    run(restore(TestJob.taken(cluster.at(0))));
    for (String within : List.of("/data/in/tree", "/data/in/tree/new/place")) {
      TestJob job = TestJob.taken(cluster.at(0));
      FsPath to = FsPath.parse(within);
      MoveInode move = new MoveInode(tree, to, new Origin.Anywhere(), null, job.next());
      assertThatThrownBy(() -> run(move))
          .isInstanceOfSatisfying(
              NamespaceException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID_ARGUMENT));
    }
    assertThat(cluster.exists("/data/in/tree/new")).isFalse();
  }
}
