package io.warren.namespace;

import static io.warren.namespace.TestCluster.ALICE;
import static io.warren.namespace.TestCluster.BOB;
import static io.warren.namespace.TestCluster.CAROL;
import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.operation.CheckAccess;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.operation.SetOwner;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.operation.SetReplication;
import io.warren.namespace.operation.SetTimes;
import io.warren.namespace.quota.ContentSummary;
import io.warren.namespace.rights.Access;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what: owner alice, group staff (bob is in it), others (carol). */
class PermissionTest {
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.mkdirs("/home");
    own("/home", "alice", "staff");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private void own(String path, String owner, String group) {
    cluster.at(0).run(new SetOwner(FsPath.parse(path), owner, group), ROOT);
  }

  private void mode(String path, int mode) {
    cluster.at(0).run(new SetPermission(FsPath.parse(path), mode), ROOT);
  }

  private static FsPath p(String path) {
    return FsPath.parse(path);
  }

  private void allowed(Operation<?> operation, CallContext call) {
    Object answer = cluster.at(0).run(operation, call);
    assertThat(answer).isNotNull();
  }

  private void denied(Operation<?> operation, CallContext call) {
    assertThatThrownBy(() -> cluster.at(0).run(operation, call))
        .as("%s by %s", operation, call.user())
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(Code.ACCESS_DENIED));
  }

  @Test
  void exactlyOneClassOfBitsDecides() {
    cluster.createFile("/home/f", ALICE, 0);
    own("/home/f", "alice", "staff");
    CallContext[] callers = {ALICE, BOB, CAROL};
    for (int cls = 0; cls < 3; cls++) {
      for (Access granted : Access.values()) {
        int others = (07 << 6 | 07 << 3 | 07) & ~(07 << (6 - 3 * cls));
        mode("/home/f", others | granted.bits() << (6 - 3 * cls));
        for (Access asked : Access.values()) {
          Operation<Boolean> check = new CheckAccess(p("/home/f"), asked);
          if ((granted.bits() & asked.bits()) == asked.bits()) {
            allowed(check, callers[cls]);
          } else {
            denied(check, callers[cls]);
          }
          allowed(check, ROOT);
        }
      }
    }
  }

  @Test
  void everyAncestorMustBePassable() {
    cluster.mkdirs("/home/d/e");
    cluster.createFile("/home/d/e/f");
    mode("/home/d", 0700);
    denied(new GetStatus(p("/home/d/e/f")), BOB);
    denied(new GetStatus(p("/home/d/e/missing")), BOB);
    denied(new GetListing(p("/home/d/e"), null, 10), BOB);
    denied(new Mkdirs(p("/home/d/e/x"), 0755, true), BOB);
    denied(new Delete(p("/home/d/e/f"), false), BOB);
    allowed(new GetStatus(p("/home/d")), BOB);
    mode("/home/d", 0711);
    allowed(new GetStatus(p("/home/d/e/f")), BOB);
    denied(new GetListing(p("/home/d"), null, 10), BOB);
    mode("/home/d", 0744);
    denied(new GetListing(p("/home/d"), null, 10), BOB);
    mode("/home/d", 0755);
    allowed(new GetListing(p("/home/d"), null, 10), BOB);
  }

  @Test
  void childrenNeedWriteOnTheParent() {
    mode("/home", 0755);
    denied(new Mkdirs(p("/home/x"), 0755, true), BOB);
    denied(new Mkdirs(p("/home/x/y"), 0755, true), BOB);
    allowed(new Mkdirs(p("/home"), 0755, true), CAROL);
    cluster.createFile("/home/f", ALICE, 0);
    denied(new Delete(p("/home/f"), false), BOB);
    denied(new Rename(p("/home/f"), p("/home/g"), Rules.LEGACY), BOB);
    cluster.mkdirs("/open", 0777, ROOT);
    mode("/open", 0777);
    denied(new Rename(p("/home/f"), p("/open/g"), Rules.LEGACY), BOB);
    cluster.createFile("/open/b", BOB, 0);
    denied(new Rename(p("/open/b"), p("/home/b"), Rules.LEGACY), BOB);
    mode("/home", 0775);
    allowed(new Rename(p("/open/b"), p("/home/b"), Rules.LEGACY), BOB);
    allowed(new Delete(p("/home/f"), false), BOB);
  }

  @Test
  void theStickyBitProtectsChildren() {
    mode("/home", 01777);
    cluster.createFile("/home/b", BOB, 0);
    denied(new Delete(p("/home/b"), false), CAROL);
    denied(new Rename(p("/home/b"), p("/home/c"), Rules.LEGACY), CAROL);
    cluster.createFile("/home/c", CAROL, 0);
    denied(new Rename(p("/home/c"), p("/home/b"), Rules.OVERWRITE), CAROL);
    allowed(new Rename(p("/home/b"), p("/home/b2"), Rules.LEGACY), BOB);
    allowed(new Delete(p("/home/b2"), false), ALICE);
    allowed(new Delete(p("/home/c"), false), CAROL);
  }

  @Test
  void attributesBelongToTheOwner() {
    cluster.createFile("/home/f", ALICE, 0);
    own("/home/f", "alice", "staff");
    denied(new SetPermission(p("/home/f"), 0777), BOB);
    allowed(new SetPermission(p("/home/f"), 0664), ALICE);
    denied(new SetOwner(p("/home/f"), "bob", null), ALICE);
    denied(new SetOwner(p("/home/f"), "bob", null), BOB);
    denied(new SetOwner(p("/home/f"), null, "ops"), ALICE);
    allowed(new SetOwner(p("/home/f"), "alice", "staff"), ALICE);
    own("/home/f", "bob", "staff");
    allowed(new SetOwner(p("/home/f"), null, "ops"), BOB);
    allowed(new SetOwner(p("/home/f"), "carol", "guests"), ROOT);
    denied(new SetTimes(p("/home/f"), 1, 1), BOB);
    denied(new SetReplication(p("/home/f"), 2), BOB);
    allowed(new SetTimes(p("/home/f"), 1, 1), CAROL);
    allowed(new SetReplication(p("/home/f"), 2), CAROL);
  }

  @Test
  void aRecursiveDeleteNeedsAllRightsToDirectoriesWithChildren() {
    mode("/home", 0777);
    allowed(new Mkdirs(p("/home/t/in/deep"), 0755, true), BOB);
    cluster.createFile("/home/t/in/f", BOB, 0);
    own("/home/t/in", "carol", "guests");
    denied(new Delete(p("/home/t"), true), BOB);
    assertThat(cluster.list("/home/t/in")).containsExactly("deep", "f");
    allowed(new Mkdirs(p("/home/t/after"), 0755, true), BOB);
    own("/home/t/in", "bob", "staff");
    own("/home/t/in/deep", "carol", "guests");
    mode("/home/t/in/deep", 0);
    allowed(new Delete(p("/home/t"), true), BOB);
    assertThat(cluster.exists("/home/t")).isFalse();
  }

  /**
   * The trash's emptier deletes with all rights, so a move to the trash needs those of a delete.
   */
  @Test
  void whatMayNotBeDeletedMayNotBeMovedToTheTrash() {
    mode("/home", 0777);
    allowed(new Mkdirs(p("/home/t/in"), 0755, true), CAROL);
    cluster.createFile("/home/t/in/f", CAROL, 0);
    denied(new Rename(p("/home/t"), p("/home/trash"), Rules.NO_OVERWRITE, true), BOB);
    assertThat(cluster.exists("/home/t/in/f")).isTrue();
    allowed(new Rename(p("/home/t"), p("/home/trash"), Rules.NO_OVERWRITE), BOB);
    allowed(new Rename(p("/home/trash"), p("/home/t"), Rules.NO_OVERWRITE, true), CAROL);
  }

  @Test
  void aSummaryNeedsToReadEveryDirectory() {
    cluster.mkdirs("/home/d/secret");
    mode("/home/d/secret", 0700);
    denied(new ContentSummary(p("/home")), BOB);
    mode("/home/d/secret", 0755);
    ContentTotals totals = cluster.at(0).run(new ContentSummary(p("/home")), BOB);
    assertThat(totals.directories()).isEqualTo(3);
  }

  @Test
  void aDenialNamesTheInode() {
    mode("/home", 0700);
    assertThatThrownBy(() -> cluster.at(0).run(new GetStatus(p("/home/x")), CAROL))
        .isInstanceOfSatisfying(
            NamespaceException.class,
            e -> {
              assertThat(String.valueOf(e.facts().get("path"))).isEqualTo("/home");
              assertThat(e.facts())
                  .containsEntry("user", "carol")
                  .containsEntry("owner", "alice")
                  .containsEntry("group", "staff")
                  .containsEntry("mode", "700")
                  .containsEntry("access", Access.EXECUTE);
            });
  }
}
