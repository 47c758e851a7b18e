package io.warren.namespace.xattr;

import static io.warren.namespace.TestCluster.ALICE;
import static io.warren.namespace.TestCluster.BOB;
import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.XattrPart;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.NamespaceFormat;
import io.warren.namespace.TestCluster;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.xattr.XattrName.Namespace;
import io.warren.store.Store;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.ReadCommittedStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Extended attributes of stored inodes, with and without reads of one moment. */
class XattrTest {
  private static final FsPath FILE = FsPath.parse("/top/f");
  private static final FsPath TOP = FsPath.parse("/top");

  @TempDir Path folder = Path.of("unset");

  private TestCluster open(boolean snapshots) {
    Store store = EmbeddedStore.open(folder.resolve("store"), EmbeddedOptions.withoutSync());
    TestCluster cluster = new TestCluster(snapshots ? store : new ReadCommittedStore(store));
    NamespaceFormat.formatIfEmpty(cluster.namenode().namespace);
    cluster.mkdirs("/top");
    cluster.at(0).run(new SetPermission(TOP, 0777), ROOT);
    cluster.createFile("/top/f", ALICE, 0);
    return cluster;
  }

  private static XattrName name(String name) {
    return new XattrName(Namespace.USER, name);
  }

  private static void set(TestCluster cluster, CallContext call, FsPath path, Xattr xattr) {
    cluster.at(0).run(new SetXattr(path, xattr, true, true, XattrLimits.DEFAULT), call);
  }

  private static void refused(Code code, Runnable work) {
    assertThatThrownBy(work::run)
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void valuesOfAnyLengthAreKeptReplacedAndRemoved(boolean snapshots) {
    try (TestCluster cluster = open(snapshots)) {
      for (int lengthBytes : new int[] {0, 1, 7_999, 8_000, 8_001, 16_000, 16_383}) {
        byte[] value = new byte[lengthBytes];
        Arrays.fill(value, (byte) lengthBytes);
        set(cluster, ALICE, FILE, new Xattr(name("a"), value));
        set(cluster, ALICE, FILE, new Xattr(name("b"), new byte[] {1}));
        List<Xattr> found =
            cluster.at(0).run(new GetXattrs(FILE, List.of(name("a")), false), ALICE);
        assertThat(found).singleElement().extracting(Xattr::value).isEqualTo(value);
      }
      assertThat(cluster.at(0).run(new GetXattrs(FILE, List.of(), true), ALICE))
          .extracting(x -> x.name().toString())
          .containsExactly("user.a", "user.b");
      cluster.at(0).run(new RemoveXattr(FILE, name("a")), ALICE);
      assertThat(cluster.rows(Tables.XATTRS)).extracting(XattrPart::name).containsExactly("b");
      cluster.at(0).run(new RemoveXattr(FILE, name("b")), ALICE);
      Inode file = Objects.requireNonNull(cluster.stat("/top/f"));
      assertThat(file.has(Inode.XATTRS)).isFalse();
      refused(Code.XATTR_REFUSED, () -> cluster.at(0).run(new RemoveXattr(FILE, name("b")), ALICE));
      assertThat(cluster.at(0).run(new GetXattrs(FILE, List.of(), false), ALICE)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoMayReadAndWriteDecides(boolean snapshots) {
    try (TestCluster cluster = open(snapshots)) {
      set(cluster, ALICE, FILE, new Xattr(name("a"), new byte[] {1}));
      cluster.at(0).run(new SetPermission(FILE, 0600), ALICE);
      GetXattrs get = new GetXattrs(FILE, List.of(), false);
      refused(Code.ACCESS_DENIED, () -> cluster.at(0).run(get, BOB));
      assertThat(cluster.at(0).run(new GetXattrs(FILE, List.of(), true), BOB)).hasSize(1);
      refused(
          Code.ACCESS_DENIED, () -> set(cluster, BOB, FILE, new Xattr(name("b"), new byte[] {1})));
      cluster.at(0).run(new SetPermission(TOP, 01777), ROOT);
      refused(
          Code.ACCESS_DENIED, () -> set(cluster, BOB, TOP, new Xattr(name("b"), new byte[] {1})));
      XattrName trusted = new XattrName(Namespace.TRUSTED, "t");
      refused(Code.ACCESS_DENIED, () -> set(cluster, ALICE, FILE, new Xattr(trusted, new byte[0])));
      set(cluster, ROOT, FILE, new Xattr(trusted, new byte[0]));
      assertThat(cluster.at(0).run(get, ALICE)).hasSize(1);
      assertThat(cluster.at(0).run(get, ROOT)).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rawAttributesAreThereForRawPathsAlone(boolean snapshots) {
    try (TestCluster cluster = open(snapshots)) {
      Xattr raw = new Xattr(new XattrName(Namespace.RAW, "hdfs.a"), new byte[] {1});
      refused(Code.ACCESS_DENIED, () -> set(cluster, ROOT, FILE, raw));
      SetXattr set = new SetXattr(FILE, raw, true, true, XattrLimits.DEFAULT, true);
      refused(Code.ACCESS_DENIED, () -> cluster.at(0).run(set, ALICE));
      cluster.at(0).run(set, ROOT);
      assertThat(cluster.at(0).run(new GetXattrs(FILE, List.of(), false), ROOT)).isEmpty();
      GetXattrs get = new GetXattrs(FILE, List.of(), false, true);
      assertThat(cluster.at(0).run(get, ALICE)).extracting(Xattr::name).containsExactly(raw.name());
      refused(Code.ACCESS_DENIED, () -> cluster.at(0).run(new RemoveXattr(FILE, raw.name()), ROOT));
      cluster.at(0).run(new RemoveXattr(FILE, raw.name(), true), ROOT);
      assertThat(cluster.at(0).run(get, ROOT)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void deletingTakesTheRowsAlong(boolean snapshots) {
    try (TestCluster cluster = open(snapshots)) {
      set(cluster, ALICE, FILE, new Xattr(name("a"), new byte[10_000]));
      set(cluster, ROOT, TOP, new Xattr(name("a"), new byte[10_000]));
      cluster.at(0).run(new Delete(TOP, true), ROOT);
      assertThat(cluster.rows(Tables.XATTRS)).isEmpty();
    }
  }
}
