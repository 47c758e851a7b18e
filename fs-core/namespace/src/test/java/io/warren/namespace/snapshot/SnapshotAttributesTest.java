package io.warren.namespace.snapshot;

import static io.warren.namespace.TestCluster.ALICE;
import static io.warren.namespace.TestCluster.BOB;
import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.NamespaceException;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.NamespaceFormat;
import io.warren.namespace.Operation;
import io.warren.namespace.TestCluster;
import io.warren.namespace.acl.AclChange;
import io.warren.namespace.acl.GetAcl;
import io.warren.namespace.acl.SetAcl;
import io.warren.namespace.operation.CheckAccess;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.SetOwner;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.rights.Access;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.xattr.GetXattrs;
import io.warren.namespace.xattr.RemoveXattr;
import io.warren.namespace.xattr.SetXattr;
import io.warren.namespace.xattr.Xattr;
import io.warren.namespace.xattr.XattrLimits;
import io.warren.namespace.xattr.XattrName;
import io.warren.store.Store;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.ReadCommittedStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ACLs and extended attributes are those of the snapshot, with and without reads of one moment. */
class SnapshotAttributesTest {
  private static final FsPath TOP = FsPath.parse("/a");
  private static final FsPath FILE = FsPath.parse("/a/f");
  private static final FsPath KEPT = FsPath.parse("/a/.snapshot/s1/f");
  private static final XattrName COLOUR = new XattrName(XattrName.Namespace.USER, "colour");

  @TempDir Path folder = Path.of("unset");

  private TestCluster open(boolean snapshots) {
    Store store = EmbeddedStore.open(folder.resolve("store"), EmbeddedOptions.withoutSync());
    TestCluster cluster = new TestCluster(snapshots ? store : new ReadCommittedStore(store));
    NamespaceFormat.formatIfEmpty(cluster.namenode().namespace);
    cluster.mkdirs("/a");
    run(cluster, new SetPermission(TOP, 0755));
    cluster.createFile("/a/f", ROOT, 0);
    run(cluster, new SetOwner(FILE, "alice", "staff"));
    run(cluster, new SetPermission(FILE, 0600));
    return cluster;
  }

  private static <R> R run(TestCluster cluster, Operation<R> operation) {
    return cluster.at(0).run(operation, ROOT);
  }

  private static void grant(TestCluster cluster, String user) {
    AclEntry entry = new AclEntry(AclEntry.Scope.ACCESS, AclEntry.Type.USER, user, Access.READ);
    run(cluster, new SetAcl(FILE, new AclChange.Modify(List.of(entry))));
  }

  private static void colour(TestCluster cluster, String value) {
    Xattr xattr = new Xattr(COLOUR, value.getBytes(StandardCharsets.UTF_8));
    run(cluster, new SetXattr(FILE, xattr, true, true, XattrLimits.DEFAULT));
  }

  private static List<String> colours(TestCluster cluster, FsPath path) {
    return run(cluster, new GetXattrs(path, List.of(), false)).stream()
        .map(xattr -> new String(xattr.value(), StandardCharsets.UTF_8))
        .toList();
  }

  private static boolean reads(TestCluster cluster, FsPath path, CallContext call) {
    try {
      cluster.at(0).run(new CheckAccess(path, Access.READ), call);
      return true;
    } catch (NamespaceException e) {
      assertThat(e.code()).isEqualTo(NamespaceException.Code.ACCESS_DENIED);
      return false;
    }
  }

  private static void snapshot(TestCluster cluster, String name) {
    run(cluster, new SetSnapshottable(TOP, true));
    run(cluster, new CreateSnapshot(TOP, name));
  }

  private static List<String> differences(TestCluster cluster, String from, String to) {
    return run(cluster, new SnapshotDiff(TOP, from, to, true)).stream()
        .map(e -> e.kind() + " " + e.source())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAttributeAloneIsADifference(boolean snapshots) {
    try (TestCluster cluster = open(snapshots)) {
      colour(cluster, "red");
      snapshot(cluster, "s1");
      assertThat(differences(cluster, "s1", "")).isEmpty();
      colour(cluster, "blue");
      assertThat(differences(cluster, "s1", "")).containsExactly("MODIFY [f]");
      snapshot(cluster, "s2");
      grant(cluster, "bob");
      snapshot(cluster, "s3");
      assertThat(differences(cluster, "s1", "s2")).containsExactly("MODIFY [f]");
      assertThat(differences(cluster, "s2", "s3")).containsExactly("MODIFY [f]");
      colour(cluster, "red");
      assertThat(differences(cluster, "s3", "")).containsExactly("MODIFY [f]");
      colour(cluster, "blue");
      assertThat(differences(cluster, "s3", "")).isEmpty();
    }
  }

  /** A thread of the namenode frees what the deleted snapshot held; another sweep does no harm. */
  private static void awaitFreed(TestCluster cluster) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!cluster.rows(Tables.INODE_FORMS).isEmpty()) {
      assertThat(System.nanoTime()).as("time to free the snapshot").isLessThan(deadline);
      new SnapshotGarbage(cluster.at(0).namespace).sweep(LeaderFence.NONE);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void laterChangesLeaveThemAsTheyWere(boolean snapshots) {
    try (TestCluster cluster = open(snapshots)) {
      grant(cluster, "bob");
      colour(cluster, "red");
      snapshot(cluster, "s1");
      assertThat(colours(cluster, KEPT)).containsExactly("red");
      assertThat(reads(cluster, KEPT, BOB)).isTrue();

      run(cluster, new SetAcl(FILE, new AclChange.RemoveAll()));
      colour(cluster, "blue");
      assertThat(reads(cluster, FILE, BOB)).isFalse();
      assertThat(reads(cluster, KEPT, BOB)).isTrue();
      assertThat(run(cluster, new GetAcl(KEPT)).beyondMode()).hasSize(2);
      assertThat(run(cluster, new GetAcl(FILE)).beyondMode()).isEmpty();
      assertThat(colours(cluster, FILE)).containsExactly("blue");
      assertThat(colours(cluster, KEPT)).containsExactly("red");

      run(cluster, new CreateSnapshot(TOP, "s2"));
      run(cluster, new RemoveXattr(FILE, COLOUR));
      assertThat(colours(cluster, FsPath.parse("/a/.snapshot/s2/f"))).containsExactly("blue");
      assertThat(colours(cluster, KEPT)).containsExactly("red");
      assertThat(colours(cluster, FILE)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAttributeAloneIsAChangeThatASnapshotKeeps(boolean snapshots) {
    try (TestCluster cluster = open(snapshots)) {
      colour(cluster, "red");
      snapshot(cluster, "s1");
      colour(cluster, "blue");
      colour(cluster, "green");
      run(cluster, new SetPermission(FILE, 0640));
      assertThat(cluster.rows(Tables.INODE_FORMS)).hasSize(1);
      assertThat(colours(cluster, KEPT)).containsExactly("red");
      assertThat(colours(cluster, FILE)).containsExactly("green");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDeletedFileKeepsThemUntilItsSnapshotGoes(boolean snapshots) {
    try (TestCluster cluster = open(snapshots)) {
      grant(cluster, "bob");
      colour(cluster, "red");
      snapshot(cluster, "s1");
      run(cluster, new Delete(FILE, false));
      assertThat(reads(cluster, KEPT, BOB)).isTrue();
      assertThat(reads(cluster, KEPT, ALICE)).isTrue();
      assertThat(colours(cluster, KEPT)).containsExactly("red");
      assertThat(cluster.rows(Tables.ACLS)).hasSize(1);
      run(cluster, new DeleteSnapshot(TOP, "s1"));
      awaitFreed(cluster);
      assertThat(cluster.rows(Tables.ACLS)).isEmpty();
      assertThat(cluster.rows(Tables.XATTRS)).isEmpty();
    }
  }
}
