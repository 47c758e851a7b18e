package io.warren.namespace.snapshot;

import static io.warren.namespace.TestCluster.ALICE;
import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.Operation;
import io.warren.namespace.QuotaStatus;
import io.warren.namespace.TestCluster;
import io.warren.namespace.file.GetBlockLocations;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.quota.ContentSummary;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotTest {
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.namenode();
    cluster.mkdirs("/a");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private <R> R run(Operation<R> operation) {
    return cluster.at(0).run(operation, ROOT);
  }

  private static FsPath path(String text) {
    return FsPath.parse(text);
  }

  private void allow(String directory) {
    run(new SetSnapshottable(path(directory), true));
  }

  private void snapshot(String directory, String name) {
    run(new CreateSnapshot(path(directory), name));
  }

  private void deleteSnapshot(String directory, String name) {
    run(new DeleteSnapshot(path(directory), name));
  }

  /** Several threads free what deleted snapshots held; waits until so many inodes are left. */
  private void awaitFreed(int inodes) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (cluster.rows(Tables.INODES).size() > inodes
        || !cluster.rows(Tables.BLOCKS).isEmpty()
        || !cluster.rows(Tables.INODE_FORMS).isEmpty()) {
      assertThat(System.nanoTime()).as("time to free snapshots").isLessThan(deadline);
      new Housekeeping(cluster.at(1).namespace).run(tx -> {});
    }
    assertThat(cluster.rows(Tables.INODES)).hasSize(inodes);
  }

  private void delete(String path) {
    assertThat(run(new Delete(path(path), true))).isTrue();
  }

  private void rename(String from, String to) {
    run(new Rename(path(from), path(to), Rename.Rules.NO_OVERWRITE));
  }

  private Inode stat(String path) {
    Inode found = cluster.stat(path);
    if (found == null) {
      throw new AssertionError("missing: " + path);
    }
    return found;
  }

  private void assertRefused(Operation<?> operation, String words) {
    assertThatThrownBy(() -> run(operation))
        .isInstanceOf(NamespaceException.class)
        .hasMessageContaining(words);
  }

  @Test
  void aSnapshotKeepsWhatWasThere() {
    cluster.mkdirs("/a/sub/deep");
    cluster.createFile("/a/sub/f", ROOT, 3000);
    allow("/a");
    snapshot("/a", "s1");
    run(new SetPermission(path("/a/sub/f"), 0600));
    cluster.createFile("/a/sub/g");
    delete("/a/sub/deep");

    assertThat(cluster.list("/a/.snapshot")).containsExactly("s1");
    assertThat(cluster.list("/a/.snapshot/s1")).containsExactly("sub");
    assertThat(cluster.list("/a/.snapshot/s1/sub")).containsExactly("deep", "f");
    assertThat(stat("/a/.snapshot/s1/sub/f").mode()).isEqualTo(0644);
    assertThat(stat("/a/sub/f").mode()).isEqualTo(0600);
    assertThat(cluster.list("/a/sub")).containsExactly("f", "g");
  }

  @Test
  void aDeletedTreeIsReadAndFreedWithItsLastSnapshot() {
    cluster.mkdirs("/a/t/u");
    cluster.createFile("/a/t/u/f", ROOT, 5000);
    allow("/a");
    snapshot("/a", "s1");
    snapshot("/a", "s2");
    int blocks = cluster.rows(Tables.BLOCKS).size();
    delete("/a/t");
    assertThat(cluster.exists("/a/t")).isFalse();

    for (String name : List.of("s1", "s2")) {
      String file = "/a/.snapshot/" + name + "/t/u/f";
      assertThat(
              run(new GetBlockLocations(path(file), 0, 10_000, FileSettings.defaults()))
                  .settledLengthBytes())
          .isEqualTo(5000);
      ContentTotals totals = run(new ContentSummary(path("/a/.snapshot/" + name)));
      assertThat(totals.files()).isEqualTo(1);
      assertThat(totals.directories()).isEqualTo(3);
      assertThat(totals.lengthBytes()).isEqualTo(5000);
      assertThat(cluster.rows(Tables.BLOCKS)).hasSize(blocks);
      deleteSnapshot("/a", name);
    }
    awaitFreed(2);
  }

  @Test
  void whatOnlySnapshotsHoldIsCountedOnce() {
    cluster.mkdirs("/a/t/u");
    cluster.mkdirs("/a/alone");
    cluster.createFile("/a/t/u/f", ROOT, 5000);
    cluster.createFile("/a/t/g", ROOT, 300);
    cluster.createFile("/a/stays", ROOT, 70);
    cluster.createFile("/a/moves", ROOT, 8);
    allow("/a");
    snapshot("/a", "s1");
    cluster.createFile("/a/t/young", ROOT, 20);
    rename("/a/t/g", "/a/h");
    snapshot("/a", "s2");
    delete("/a/h");
    delete("/a/t");
    delete("/a/alone");
    rename("/a/moves", "/b");
    cluster.createFile("/a/new", ROOT, 1);

    for (String path : List.of("/", "/a")) {
      ContentTotals held = run(new HeldContents(path(path)));
      assertThat(held.lengthBytes()).as(path).isEqualTo(5320);
      assertThat(held.files()).as(path).isEqualTo(3);
      assertThat(held.directories()).as(path).isEqualTo(3);
    }
    // Usage without a quota counts it as well.
    QuotaStatus usage = run(new GetQuotaUsage(path("/a")));
    ContentTotals present = run(new ContentSummary(path("/a")));
    ContentTotals held = run(new HeldContents(path("/a")));
    assertThat(usage.namespaceUsed()).isEqualTo(present.names() + 6);
    assertThat(usage.spaceUsedBytes())
        .isEqualTo(present.spaceConsumedBytes() + held.spaceConsumedBytes());
    assertThat(run(new HeldContents(path("/b"))).names()).isZero();
    assertThat(run(new HeldContents(path("/a/stays"))).names()).isZero();
  }

  /** The directory, which was changed while there was a snapshot, remembers it. */
  @Test
  void aSnapshotThatIsGoneHoldsNothingMore() {
    cluster.mkdirs("/a/t/old");
    cluster.createFile("/a/t/old/f", ROOT, 5000);
    allow("/a");
    snapshot("/a", "s1");
    run(new SetPermission(path("/a/t"), 0700));
    deleteSnapshot("/a", "s1");
    run(new SetPermission(path("/a/t/old"), 0700));
    assertThat(cluster.at(1).run(new Delete(path("/a/t/old/f"), false), ROOT)).isTrue();
    rename("/a/t", "/b");
    delete("/b/old");
    // The root, /a and /b.
    awaitFreed(3);
  }

  /** What was moved out is held by the oldest snapshot although the newest of then is gone. */
  @Test
  void ofTheSnapshotsThatAMovedDirectoryRemembersThoseThatAreLeftCount() {
    cluster.mkdirs("/a/t");
    cluster.createFile("/a/t/f", ROOT, 5000);
    allow("/a");
    snapshot("/a", "s1");
    snapshot("/a", "s2");
    rename("/a/t", "/b");
    deleteSnapshot("/a", "s2");
    delete("/b/f");
    assertThat(stat("/a/.snapshot/s1/t/f").sizeBytes()).isEqualTo(5000);
    deleteSnapshot("/a", "s1");
    awaitFreed(3);
  }

  @Test
  void whatIsMovedOutStaysInTheSnapshotAsItWas() {
    cluster.mkdirs("/b");
    cluster.mkdirs("/a/d");
    cluster.createFile("/a/d/f", ROOT, 100);
    cluster.createFile("/a/d/g", ROOT, 200);
    allow("/a");
    snapshot("/a", "s");
    rename("/a/d", "/b/d");
    run(new SetPermission(path("/b/d/f"), 0600));
    delete("/b/d/g");
    cluster.createFile("/b/d/h");

    assertThat(cluster.list("/b/d")).containsExactly("f", "h");
    assertThat(cluster.list("/a/.snapshot/s/d")).containsExactly("f", "g");
    assertThat(stat("/a/.snapshot/s/d/f").mode()).isEqualTo(0644);
    delete("/b/d");
    assertThat(cluster.list("/a/.snapshot/s/d")).containsExactly("f", "g");
    deleteSnapshot("/a", "s");
    awaitFreed(3);
  }

  @Test
  void anAppendIsNotSeenInTheSnapshot() {
    Inode file = cluster.createFile("/a/f", ROOT, 1000);
    allow("/a");
    snapshot("/a", "s");
    cluster.inStore(
        tx -> {
          var block = tx.scan(io.warren.store.Scan.prefix(Tables.BLOCKS, 10, file.id())).get(0);
          tx.update(Tables.BLOCKS, block.withLength(1500));
          return true;
        });
    run(new GrowTestFile(path("/a/f"), 1500));
    FileSettings settings = FileSettings.defaults();
    assertThat(
            run(new GetBlockLocations(path("/a/.snapshot/s/f"), 0, 9000, settings))
                .settledLengthBytes())
        .isEqualTo(1000);
    assertThat(run(new GetBlockLocations(path("/a/f"), 0, 9000, settings)).settledLengthBytes())
        .isEqualTo(1500);
  }

  @Test
  void aChangeCostsOneRowWhateverTheTree() {
    for (int i = 0; i < 50; i++) {
      cluster.createFile("/a/f" + i);
    }
    allow("/a");
    snapshot("/a", "s");
    assertThat(cluster.rows(Tables.INODE_FORMS)).isEmpty();
    run(new SetPermission(path("/a/f7"), 0600));
    run(new SetPermission(path("/a/f7"), 0640));
    assertThat(cluster.rows(Tables.INODE_FORMS)).hasSize(1);
  }

  @Test
  void nothingInASnapshotCanBeChanged() {
    cluster.createFile("/a/f");
    allow("/a");
    snapshot("/a", "s");
    assertRefused(new SetPermission(path("/a/.snapshot/s/f"), 0600), "read-only snapshot");
    assertRefused(new Delete(path("/a/.snapshot/s/f"), true), "read-only snapshot");
    assertRefused(
        new Rename(path("/a/.snapshot/s/f"), path("/a/g"), Rename.Rules.NO_OVERWRITE),
        "read-only snapshot");
    assertThat(cluster.exists("/a/.snapshot/s/f")).isTrue();
  }

  @Test
  void rulesOfSnapshottableDirectories() {
    cluster.mkdirs("/a/sub");
    assertRefused(new CreateSnapshot(path("/a"), "s"), "not a snapshottable directory");
    allow("/a");
    allow("/a");
    assertRefused(new SetSnapshottable(path("/a/sub"), true), "Nested snapshottable");
    assertRefused(new SetSnapshottable(path("/"), true), "Nested snapshottable");
    snapshot("/a", "s");
    assertRefused(new CreateSnapshot(path("/a"), "s"), "already a snapshot with the same name");
    assertRefused(new CreateSnapshot(path("/a"), "x/y"), "valid name");
    assertRefused(new SetSnapshottable(path("/a"), false), "has snapshot(s)");
    assertRefused(new Delete(path("/a"), true), "already has snapshots");
    assertRefused(
        new Rename(path("/a"), path("/z"), Rename.Rules.NO_OVERWRITE), "already has snapshots");
    assertRefused(new DeleteSnapshot(path("/a"), "t"), "does not exist");
    run(new RenameSnapshot(path("/a"), "s", "t"));
    assertThat(cluster.list("/a/.snapshot")).containsExactly("t");
    deleteSnapshot("/a", "t");
    run(new SetSnapshottable(path("/a"), false));
    delete("/a");
    assertThat(cluster.rows(Tables.SNAPSHOTTABLE_DIRECTORIES)).isEmpty();
  }

  @Test
  void onlyOwnersTakeSnapshotsAndRightsAreThoseOfThen() {
    cluster.mkdirs("/home", 0777, ROOT);
    cluster.mkdirs("/home/alice", 0700, ALICE);
    cluster.createFile("/home/alice/f", ALICE, 10);
    allow("/home/alice");
    assertThatThrownBy(() -> cluster.at(0).run(new SetSnapshottable(path("/home"), false), ALICE))
        .isInstanceOf(NamespaceException.class);
    assertThat(cluster.at(0).run(new CreateSnapshot(path("/home/alice"), "s"), ALICE))
        .isEqualTo("s");
    run(new SetPermission(path("/home/alice"), 0755));
    assertThatThrownBy(
            () ->
                cluster
                    .at(0)
                    .run(new GetStatus(path("/home/alice/.snapshot/s/f")), TestCluster.CAROL))
        .isInstanceOf(NamespaceException.class)
        .extracting(e -> ((NamespaceException) e).code())
        .isEqualTo(NamespaceException.Code.ACCESS_DENIED);
    assertThat(cluster.at(0).run(new ListSnapshottable(), ALICE))
        .extracting(e -> e.path().toString())
        .containsExactly("/home/alice");
    assertThat(cluster.at(0).run(new ListSnapshottable(), TestCluster.CAROL)).isEmpty();
  }

  @Test
  void differencesNameRenamesAndWhatIsBelowThem() {
    cluster.mkdirs("/a/d");
    cluster.mkdirs("/a/keep");
    cluster.createFile("/a/d/f");
    cluster.createFile("/a/old");
    cluster.createFile("/a/keep/same");
    allow("/a");
    snapshot("/a", "s1");
    cluster.clock.advance(Duration.ofSeconds(5));
    rename("/a/d", "/a/e");
    run(new SetPermission(path("/a/e/f"), 0600));
    delete("/a/old");
    cluster.createFile("/a/new");
    snapshot("/a", "s2");
    delete("/a/new");

    List<String> lines =
        run(new SnapshotDiff(path("/a"), "s1", "s2", true)).stream()
            .map(SnapshotTest::line)
            .toList();
    assertThat(lines)
        .containsExactlyInAnyOrder(
            "MODIFY ", "RENAME d -> e", "MODIFY d/f", "DELETE old", "CREATE new");
    assertThat(run(new SnapshotDiff(path("/a"), "s2", "", true)).stream().map(SnapshotTest::line))
        .contains("DELETE new");
    assertRefused(new SnapshotDiff(path("/a"), "none", "", true), "Cannot find the snapshot");
  }

  private static String line(SnapshotDiff.Entry entry) {
    String source = joined(entry.source());
    List<Name> target = entry.target();
    return entry.kind() + " " + source + (target == null ? "" : " -> " + joined(target));
  }

  private static String joined(List<Name> path) {
    return String.join("/", path.stream().map(Name::toString).toList());
  }

  @Test
  void listingsOfSnapshotsArePaged() {
    for (int i = 0; i < 60; i++) {
      cluster.createFile(String.format("/a/f%02d", i));
    }
    allow("/a");
    snapshot("/a", "s");
    for (int i = 0; i < 60; i += 2) {
      delete(String.format("/a/f%02d", i));
      cluster.createFile(String.format("/a/g%02d", i));
    }
    List<String> expected = new java.util.ArrayList<>();
    for (int i = 0; i < 60; i++) {
      expected.add(String.format("f%02d", i));
    }
    for (int page : new int[] {1, 7, 50, 1000}) {
      assertThat(cluster.list(cluster.at(1), "/a/.snapshot/s", page)).isEqualTo(expected);
    }
    EntryStatus listed = run(new GetStatus(path("/a/.snapshot"))).orElseThrow();
    assertThat(listed.localName()).isEqualTo(".snapshot");
  }
}
