package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.operation.SetReplication;
import io.warren.namespace.operation.SetTimes;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each operation answers and leaves behind. */
class OperationsTest {
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private boolean mkdir(String path, boolean createParent) {
    return cluster.at(0).run(new Mkdirs(FsPath.parse(path), 0755, createParent), ROOT);
  }

  private boolean rename(String from, String to, Rules rules) {
    return cluster.at(0).run(new Rename(FsPath.parse(from), FsPath.parse(to), rules), ROOT);
  }

  private boolean delete(String path, boolean recursive) {
    boolean deleted = cluster.at(0).run(new Delete(FsPath.parse(path), recursive), ROOT);
    cluster.awaitFreed();
    return deleted;
  }

  private Inode inode(String path) {
    return Objects.requireNonNull(cluster.stat(path), path);
  }

  private static void assertCode(Code code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void mkdirsMakesParentsAndIsTrueForAnExistingDirectory() {
    assertThat(mkdir("/a/b/c", true)).isTrue();
    assertThat(mkdir("/a/b/c", false)).isTrue();
    assertThat(mkdir("/", true)).isTrue();
    assertThat(inode("/a").childrenPartitioning()).isEqualTo(ChildrenPartitioning.HASHED);
    assertThat(inode("/a/b").childrenPartitioning()).isEqualTo(ChildrenPartitioning.BY_PARENT);
    assertThat(inode("/a/b").partitionId()).isNotEqualTo(inode("/a").id());
    assertThat(inode("/a/b/c").partitionId()).isEqualTo(inode("/a/b").id());
  }

  @Test
  void mkdirsGivesImplicitRightsToParentsOnly() {
    cluster.mkdirs("/p/q", 0444, ROOT);
    assertThat(inode("/p").mode()).isEqualTo(0744);
    assertThat(inode("/p/q").mode()).isEqualTo(0444);
  }

  @Test
  void mkdirsRefusesWhatCantBe() {
    cluster.createFile("/f");
    assertCode(Code.ALREADY_EXISTS, () -> mkdir("/f", true));
    assertCode(Code.PARENT_NOT_DIRECTORY, () -> mkdir("/f/x", true));
    assertCode(Code.NOT_FOUND, () -> mkdir("/no/x", false));
    assertCode(Code.INVALID_PATH, () -> mkdir("/a:b", true));
    assertCode(Code.INVALID_PATH, () -> mkdir("/.reserved/x", true));
    assertThat(cluster.list("/")).containsExactly("f");
  }

  @Test
  void pathsHaveLimits() {
    assertCode(Code.INVALID_PATH, () -> FsPath.parse("relative"));
    assertCode(Code.INVALID_PATH, () -> FsPath.parse("/a//b"));
    assertCode(Code.INVALID_PATH, () -> FsPath.parse("/a/../b"));
    assertCode(Code.INVALID_PATH, () -> FsPath.parse("/" + "x".repeat(256)));
    assertCode(Code.INVALID_PATH, () -> FsPath.parse("/a".repeat(1001)));
    assertCode(Code.INVALID_PATH, () -> FsPath.parse("/" + "x/".repeat(4001)));
    assertThat(FsPath.parse("/a".repeat(1000)).depth()).isEqualTo(1000);
    assertThat(FsPath.parse("/a/")).isEqualTo(FsPath.parse("/a"));
    assertThat(FsPath.parse("/a\nb/ü").toString()).isEqualTo("/a\nb/ü");
  }

  @Test
  void aDirectoryTreeOfTheGreatestDepthWorks() {
    String deep = "/d".repeat(1000);
    assertThat(mkdir(deep, true)).isTrue();
    assertThat(inode(deep).isDirectory()).isTrue();
    assertThat(delete("/d", true)).isTrue();
    assertThat(cluster.exists("/d")).isFalse();
    assertThat(inodeRows()).isEqualTo(1);
  }

  @Test
  void listingIsInByteOrderInPagesForBothPartitionings() {
    for (String parent : List.of("/", "/one", "/one/two")) {
      if (!parent.equals("/")) {
        cluster.mkdirs(parent);
      }
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 150; i++) {
        String name = "n%03d".formatted((i * 37) % 150);
        cluster.createFile((parent.equals("/") ? "" : parent) + "/" + name);
      }
      for (int i = 0; i < 150; i++) {
        expected.add("n%03d".formatted(i));
      }
      for (int page : List.of(1, 7, 150, 1000)) {
        List<String> names = cluster.list(cluster.at(0), parent, page);
        names.remove("one");
        names.remove("two");
        assertThat(names).as("%s by %d", parent, page).isEqualTo(expected);
      }
    }
  }

  @Test
  void listingOfAFileIsTheFileAndOfNothingIsEmpty() {
    cluster.createFile("/f");
    ListingPage page =
        cluster.at(0).run(new GetListing(FsPath.parse("/f"), null, 10), ROOT).orElseThrow();
    assertThat(page.entries()).hasSize(1);
    assertThat(page.entries().get(0).localName()).isEqualTo("f");
    assertThat(cluster.at(0).run(new GetListing(FsPath.parse("/no"), null, 10), ROOT)).isEmpty();
    assertCode(
        Code.PARENT_NOT_DIRECTORY,
        () -> cluster.at(0).run(new GetListing(FsPath.parse("/f/x"), null, 10), ROOT));
  }

  @Test
  void statCountsChildrenOnRequest() {
    cluster.createFile("/d1");
    mkdir("/d2", false);
    cluster.createFile("/d2/x");
    EntryStatus root =
        cluster.at(0).run(new GetStatus(FsPath.ROOT, GetStatus.Count.MANY), ROOT).orElseThrow();
    assertThat(root.childrenCount()).isEqualTo(2);
    assertThat(root.owner()).isEqualTo("hdfs");
    assertThat(root.group()).isEqualTo("supergroup");
  }

  @Test
  void legacyRenameAnswersFalseForWhatCantBeDone() {
    mkdir("/d/sub", true);
    cluster.createFile("/f");
    cluster.createFile("/g");
    assertThat(rename("/no", "/x", Rules.LEGACY)).isFalse();
    assertThat(rename("/f", "/no/x", Rules.LEGACY)).isFalse();
    assertThat(rename("/f", "/g", Rules.LEGACY)).isFalse();
    assertThat(rename("/d", "/d/sub/d", Rules.LEGACY)).isFalse();
    assertThat(rename("/d", "/d", Rules.LEGACY)).isFalse();
    assertThat(rename("/", "/d/x", Rules.LEGACY)).isFalse();
    assertThat(rename("/f", "/f", Rules.LEGACY)).isTrue();
    assertThat(rename("/f", "/", Rules.LEGACY)).isTrue();
    assertCode(Code.PARENT_NOT_DIRECTORY, () -> rename("/f", "/g/x", Rules.LEGACY));
    assertThat(cluster.list("/")).containsExactly("d", "f", "g");
  }

  @Test
  void legacyRenameMovesIntoADirectoryWithColdAndWarmHints() {
    mkdir("/d", false);
    Inode file = cluster.createFile("/f");
    cluster.at(0).namespace.forgetHints();
    assertThat(rename("/f", "/d", Rules.LEGACY)).isTrue();
    assertThat(inode("/d/f").id()).isEqualTo(file.id());
    assertThat(rename("/d/f", "/", Rules.LEGACY)).isTrue();
    assertThat(inode("/f").id()).isEqualTo(file.id());
  }

  @Test
  void renameOfADirectoryKeepsEveryIdAndWritesOneRow() {
    mkdir("/a/b/c", true);
    mkdir("/z", false);
    Inode file = cluster.createFile("/a/b/c/f");
    Inode directory = inode("/a/b");
    cluster.clock.advance(Duration.ofSeconds(5));
    long before = cluster.store.feed().head();
    assertThat(rename("/a/b", "/z/new", Rules.NO_OVERWRITE)).isTrue();
    assertThat(inode("/z/new").id()).isEqualTo(directory.id());
    assertThat(inode("/z/new/c/f").id()).isEqualTo(file.id());
    assertThat(cluster.exists("/a/b")).isFalse();
    assertThat(inode("/z/new").subtreeLockOwner()).isZero();
    List<Change> renames =
        cluster.feedAfter(before).stream()
            .filter(c -> c.operation() == ChangeOperation.RENAME)
            .toList();
    assertThat(renames).hasSize(1);
    Change renamed = renames.get(0);
    assertThat(renamed.inodeId()).isEqualTo(directory.id());
    assertThat(renamed.logicalTime()).isEqualTo(directory.logicalTime() + 1);
    assertThat(String.valueOf(renamed.beforeName())).isEqualTo("b");
    assertThat(renamed.beforeParentId()).isEqualTo(inode("/a").id());
    assertThat(cluster.feedAfter(before)).allMatch(c -> c.inodeId() != file.id());
    assertThat(subtreeRows()).isZero();
  }

  @Test
  void rename2SaysWhyNot() {
    mkdir("/d/full", true);
    mkdir("/empty", false);
    cluster.createFile("/f");
    cluster.createFile("/g");
    assertCode(Code.NOT_FOUND, () -> rename("/no", "/x", Rules.OVERWRITE));
    assertCode(Code.NOT_FOUND, () -> rename("/f", "/no/x", Rules.OVERWRITE));
    assertCode(Code.ALREADY_EXISTS, () -> rename("/f", "/g", Rules.NO_OVERWRITE));
    assertCode(Code.ALREADY_EXISTS, () -> rename("/f", "/f", Rules.OVERWRITE));
    assertCode(Code.INVALID_ARGUMENT, () -> rename("/d", "/d/full/x", Rules.OVERWRITE));
    assertCode(Code.INVALID_ARGUMENT, () -> rename("/f", "/empty", Rules.OVERWRITE));
    assertCode(Code.INVALID_ARGUMENT, () -> rename("/empty", "/f", Rules.OVERWRITE));
    assertCode(Code.INVALID_ARGUMENT, () -> rename("/f", "/", Rules.OVERWRITE));
    assertCode(Code.DIRECTORY_NOT_EMPTY, () -> rename("/empty", "/d", Rules.OVERWRITE));
    assertCode(Code.PARENT_NOT_DIRECTORY, () -> rename("/f", "/g/x", Rules.OVERWRITE));
    Inode file = inode("/f");
    assertThat(rename("/f", "/g", Rules.OVERWRITE)).isTrue();
    assertThat(inode("/g").id()).isEqualTo(file.id());
    assertThat(cluster.exists("/f")).isFalse();
    Inode full = inode("/d");
    assertThat(rename("/d", "/empty", Rules.OVERWRITE)).isTrue();
    assertThat(inode("/empty").id()).isEqualTo(full.id());
    assertThat(subtreeRows()).isZero();
  }

  @Test
  void deleteFollowsHdfs() {
    mkdir("/d/e", true);
    cluster.createFile("/d/e/f");
    assertThat(delete("/no", true)).isFalse();
    assertThat(delete("/no/deeper", true)).isFalse();
    assertThat(delete("/", true)).isFalse();
    assertCode(Code.DIRECTORY_NOT_EMPTY, () -> delete("/d", false));
    assertThat(delete("/d/e/f", false)).isTrue();
    assertThat(delete("/d/e", false)).isTrue();
    assertThat(delete("/d", true)).isTrue();
    assertThat(cluster.list("/")).isEmpty();
    assertThat(inodeRows()).isEqualTo(1);
  }

  @Test
  void recursiveDeleteLeavesNothingBehindAndTellsOfEveryInode() {
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      mkdir("/big/d" + i, true);
      ids.add(inode("/big/d" + i).id());
      for (int j = 0; j < 30; j++) {
        ids.add(cluster.createFile("/big/d" + i + "/f" + j).id());
      }
    }
    ids.add(inode("/big").id());
    long before = cluster.store.feed().head();
    assertThat(delete("/big", true)).isTrue();
    assertThat(inodeRows()).isEqualTo(1);
    assertThat(subtreeRows()).isZero();
    List<Long> deleted =
        cluster.feedAfter(before).stream()
            .filter(c -> c.operation() == ChangeOperation.DELETE)
            .map(Change::inodeId)
            .toList();
    assertThat(deleted).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(
            cluster.at(0).finished.stream()
                .mapToInt(f -> f.stats().rowsWritten())
                .max()
                .orElseThrow())
        .isLessThanOrEqualTo(1000);
  }

  @Test
  void attributesChangeOnlyWhenTheyDiffer() {
    Inode file = cluster.createFile("/f");
    long before = cluster.store.feed().head();
    TestCluster.Namenode nn = cluster.at(0);
    FsPath path = FsPath.parse("/f");
    assertThat(nn.run(new SetPermission(path, 0600), ROOT)).isTrue();
    assertThat(nn.run(new SetPermission(path, 0600), ROOT)).isFalse();
    assertThat(nn.run(new SetTimes(path, 5, SetTimes.KEEP), ROOT)).isTrue();
    assertThat(nn.run(new SetReplication(path, 2), ROOT)).isTrue();
    assertThat(nn.run(new SetReplication(FsPath.ROOT, 2), ROOT)).isFalse();
    assertCode(Code.INVALID_ARGUMENT, () -> nn.run(new SetReplication(path, 0), ROOT));
    Inode after = inode("/f");
    assertThat(after.mode()).isEqualTo(0600);
    assertThat(after.mtimeMs()).isEqualTo(5);
    assertThat(after.atimeMs()).isEqualTo(file.atimeMs());
    assertThat(after.replication()).isEqualTo(2);
    assertThat(cluster.feedAfter(before))
        .extracting(Change::logicalTime)
        .containsExactly(2L, 3L, 4L);
  }

  @Test
  void theRootsAttributesChangeToo() {
    assertThat(cluster.at(0).run(new SetPermission(FsPath.ROOT, 01777), ROOT)).isTrue();
    assertThat(inode("/").mode()).isEqualTo(01777);
  }

  @Test
  void aParentsTimeIsWrittenAtMostOncePerSecond() {
    mkdir("/d", false);
    long madeAtMs = inode("/d").mtimeMs();
    cluster.clock.advance(Duration.ofMillis(300));
    cluster.createFile("/d/a");
    assertThat(inode("/d").mtimeMs()).isEqualTo(madeAtMs);
    cluster.clock.advance(Duration.ofMillis(800));
    long before = cluster.store.feed().head();
    cluster.createFile("/d/b");
    cluster.createFile("/d/c");
    assertThat(inode("/d").mtimeMs()).isEqualTo(madeAtMs + 1100);
    assertThat(cluster.feedAfter(before)).hasSize(3);
  }

  @Test
  void eachChangedInodeHasOneChangePerTransaction() {
    mkdir("/a/b/c", true);
    cluster.clock.advance(Duration.ofSeconds(2));
    long before = cluster.store.feed().head();
    cluster.createFile("/a/b/c/f");
    assertThat(cluster.feedAfter(before))
        .extracting(Change::operation)
        .containsExactlyInAnyOrder(ChangeOperation.CREATE, ChangeOperation.UPDATE);
  }

  private long inodeRows() {
    return cluster.rows(Tables.INODES).size();
  }

  private long subtreeRows() {
    return cluster.rows(Tables.SUBTREE_OPERATIONS).size();
  }

  @Test
  void anInodeIsFoundByItsIdWhereverItIs() {
    mkdir("/a/b", true);
    Inode file = cluster.createFile("/a/b/f");
    assertThat(pathById(file.id())).isEqualTo("/a/b/f");
    rename("/a", "/z", Rules.NO_OVERWRITE);
    assertThat(pathById(file.id())).isEqualTo("/z/b/f");
    cluster.at(0).namespace.forgetHints();
    assertThat(pathById(file.id())).isEqualTo("/z/b/f");
    delete("/z", true);
    assertThat(pathById(file.id())).isEqualTo("none");
  }

  private String pathById(long id) {
    return cluster
        .at(0)
        .run(
            new InodeOperation<String>() {
              @Override
              public String name() {
                return "path_by_id";
              }

              @Override
              public boolean mutates() {
                return true;
              }

              @Override
              public String execute(OperationTx tx) {
                ResolvedPath found = tx.lockById(id, LockMode.EXCLUSIVE);
                return found == null ? "none" : found.path().toString();
              }
            },
            ROOT);
  }
}
