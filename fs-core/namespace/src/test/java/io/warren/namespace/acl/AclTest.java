package io.warren.namespace.acl;

import static io.warren.namespace.TestCluster.ALICE;
import static io.warren.namespace.TestCluster.BOB;
import static io.warren.namespace.TestCluster.CAROL;
import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.InodeAcl;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.CreateMode;
import io.warren.namespace.FsPath;
import io.warren.namespace.Operation;
import io.warren.namespace.TestCluster;
import io.warren.namespace.operation.CheckAccess;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.SetOwner;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.rights.Access;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.rights.AclEntry.Scope;
import io.warren.namespace.rights.AclText;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ACLs of stored inodes: who passes, what children inherit, what it costs, what is left. */
class AclTest {
  private static final FsPath TOP = FsPath.parse("/top");
  private static final FsPath DIR = FsPath.parse("/top/dir");

  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.mkdirs("/top/dir");
    cluster.at(0).run(new SetOwner(TOP, "alice", "staff"), ROOT);
    cluster.at(0).run(new SetOwner(DIR, "alice", "staff"), ROOT);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  /** Entries as setfacl writes them, of both scopes. */
  static List<AclEntry> entries(String text) {
    List<AclEntry> entries = new ArrayList<>();
    for (String one : text.split(",")) {
      boolean isDefault = one.startsWith("default:");
      String plain = isDefault ? one.substring("default:".length()) : one;
      entries.addAll(AclText.decode(plain, isDefault ? Scope.DEFAULT : Scope.ACCESS));
    }
    return entries;
  }

  private void modify(FsPath path, String spec) {
    cluster.at(0).run(new SetAcl(path, new AclChange.Modify(entries(spec))), ALICE);
  }

  private boolean allowed(Operation<?> operation, CallContext call) {
    try {
      cluster.at(0).run(operation, call);
      return true;
    } catch (NamespaceException e) {
      assertThat(e.code()).isEqualTo(Code.ACCESS_DENIED);
      return false;
    }
  }

  private boolean allowed(FsPath path, Access access, CallContext call) {
    return allowed(new CheckAccess(path, access), call);
  }

  @Test
  void entriesDecideInTheirOrderUnderTheMask() {
    cluster.at(0).run(new SetPermission(DIR, 0770), ALICE);
    modify(DIR, "user:bob:r--,group:guests:rwx");
    assertThat(allowed(DIR, Access.READ, BOB)).isTrue();
    assertThat(allowed(DIR, Access.WRITE, BOB)).as("a user's entry counts before groups").isFalse();
    assertThat(allowed(DIR, Access.ALL, CAROL)).isTrue();
    modify(DIR, "mask::r-x");
    assertThat(allowed(DIR, Access.READ_EXECUTE, CAROL)).isTrue();
    assertThat(allowed(DIR, Access.WRITE, CAROL)).isFalse();
    assertThat(allowed(DIR, Access.ALL, ALICE)).as("the mask spares the owner").isTrue();
    cluster.at(0).run(new SetPermission(DIR, 0777), ALICE);
    assertThat(allowed(DIR, Access.WRITE, CAROL)).as("chmod sets the mask").isTrue();
    modify(DIR, "group:guests:---");
    assertThat(allowed(DIR, Access.READ, CAROL)).as("whom an entry is about is no other").isFalse();
  }

  @Test
  void anAclOnTheWayGuardsThePath() {
    cluster.mkdirs("/top/dir/below");
    FsPath below = FsPath.parse("/top/dir/below");
    cluster.at(0).run(new SetPermission(DIR, 0700), ALICE);
    assertThat(allowed(new GetStatus(below), BOB)).isFalse();
    modify(DIR, "user:bob:--x");
    assertThat(allowed(new GetStatus(below), BOB)).isTrue();
    assertThat(allowed(new GetStatus(below), CAROL)).isFalse();
  }

  @Test
  void childrenInheritAndTheUmaskCountsOnlyWithoutADefaultAcl() {
    modify(DIR, "default:user:bob:rwx,default:other::r-x");
    Mkdirs make = new Mkdirs(FsPath.parse("/top/dir/a/b"), new CreateMode(0700, 0775), true, null);
    cluster.at(0).run(make, ALICE);
    GetAcl.Answer b = cluster.at(0).run(new GetAcl(FsPath.parse("/top/dir/a/b")), ALICE);
    assertThat(b.status().inode().mode()).isEqualTo(0775);
    assertThat(b.beyondMode())
        .isEqualTo(
            entries(
                "user:bob:rwx,group::r-x,default:user::rwx,default:user:bob:rwx,"
                    + "default:group::r-x,default:mask::rwx,default:other::r-x"));
    cluster.at(0).run(new SetAcl(DIR, new AclChange.RemoveDefaults()), ALICE);
    cluster
        .at(0)
        .run(new Mkdirs(FsPath.parse("/top/dir/c"), new CreateMode(0700, 0775), true, null), ALICE);
    assertThat(cluster.at(0).run(new GetAcl(FsPath.parse("/top/dir/c")), ALICE).beyondMode())
        .isEmpty();
    assertThat(cluster.stat("/top/dir/c")).isNotNull().extracting("mode").isEqualTo(0700);
  }

  @Test
  void removingAllLeavesTheGroupsOwnRights() {
    cluster.at(0).run(new SetPermission(DIR, 01750), ALICE);
    modify(DIR, "user:bob:rwx,default:user:bob:r--");
    assertThat(cluster.stat("/top/dir")).isNotNull().extracting("mode").isEqualTo(01770);
    cluster.at(0).run(new SetAcl(DIR, new AclChange.RemoveAll()), ALICE);
    assertThat(cluster.stat("/top/dir")).isNotNull().extracting("mode").isEqualTo(01750);
    assertThat(cluster.rows(Tables.ACLS)).isEmpty();
  }

  @Test
  void badAclsAreRefused() {
    cluster.createFile("/top/f", ALICE, 0);
    assertRefused(FsPath.parse("/top/f"), "default:user:bob:rwx", "only directories");
    assertRefused(DIR, "mask:bob:rwx", "must not have a name");
    assertRefused(DIR, "user:bob:rwx,user:bob:r--", "multiple entries");
    StringBuilder many = new StringBuilder("user:u0:rwx");
    for (int i = 1; i < 32; i++) {
      many.append(",user:u").append(i).append(":rwx");
    }
    assertRefused(DIR, many.toString(), "too many entries");
    assertThat(cluster.rows(Tables.ACLS)).isEmpty();
  }

  private void assertRefused(FsPath path, String spec, String why) {
    assertThatThrownBy(() -> modify(path, spec))
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID_ACL))
        .hasMessageContaining(why);
  }

  @Test
  void onlyTheOwnerChangesAnAcl() {
    AclChange change = new AclChange.Modify(entries("user:bob:rwx"));
    assertThat(allowed(new SetAcl(DIR, change), BOB)).isFalse();
    assertThat(allowed(new SetAcl(DIR, change), ALICE)).isTrue();
    assertThat(allowed(new SetAcl(DIR, change), ROOT)).isTrue();
  }

  @Test
  void theLongestNamesFitTheRow() {
    StringBuilder spec = new StringBuilder("mask::r--");
    for (int i = 0; i < 28; i++) {
      spec.append(",user:").append((char) ('a' + i % 26)).append("x".repeat(252)).append(10 + i);
      spec.append(":rwx");
    }
    modify(DIR, spec.toString());
    assertThat(cluster.rows(Tables.ACLS)).hasSize(1);
    assertThat(cluster.at(0).run(new GetAcl(DIR), ALICE).beyondMode()).hasSize(29);
  }

  @Test
  void deletingTakesTheRowsAlong() {
    modify(DIR, "user:bob:rwx,default:user:bob:rwx");
    cluster.mkdirs("/top/dir/a/b");
    assertThat(cluster.rows(Tables.ACLS)).hasSize(3).extracting(InodeAcl::defaults).isNotEmpty();
    cluster.at(0).run(new Delete(DIR, true), ROOT);
    assertThat(cluster.rows(Tables.ACLS)).isEmpty();
  }

  private int roundTrips(Operation<?> operation, CallContext call) {
    cluster.at(0).finished.clear();
    cluster.at(0).run(operation, call);
    return cluster.at(0).finished.stream().mapToInt(f -> f.stats().roundTrips()).sum();
  }

  @Test
  void onlyAPathWithAclsCostsOneBatchMore() {
    cluster.mkdirs("/top/dir/below");
    GetStatus stat = new GetStatus(FsPath.parse("/top/dir/below"));
    cluster.at(0).run(stat, BOB);
    int before = roundTrips(stat, BOB);
    modify(TOP, "user:bob:--x");
    modify(DIR, "user:bob:--x");
    cluster.at(0).run(stat, BOB);
    assertThat(roundTrips(stat, BOB)).isEqualTo(before + 1);
    assertThat(roundTrips(stat, ALICE)).isEqualTo(before);
    assertThat(roundTrips(stat, ROOT)).isEqualTo(before);
  }
}
