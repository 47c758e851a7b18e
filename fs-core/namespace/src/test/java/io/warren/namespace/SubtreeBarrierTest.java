package io.warren.namespace;

import static io.warren.namespace.TestCluster.ALICE;
import static io.warren.namespace.TestCluster.BOB;
import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.NamespaceException;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.operation.SetOwner;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.snapshot.SetSnapshottable;
import io.warren.namespace.totals.TotalsFolder;
import io.warren.store.testkit.FaultInjectingStore;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Subtree operations wait for writes that are under way, and for nothing else. */
class SubtreeBarrierTest {
  private static final int FILES = 1_500;
  private static final int ROWS_MAX = 60;
  private static final long PATIENCE_S = 60;
  private static final long SHORT_MS = 150;
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  /** A namenode that stands still before it commits what it makes below a directory. */
  private final class Writer {
    final CountDownLatch before = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);
    final CompletableFuture<Boolean> made;

    Writer(String path) throws InterruptedException {
      FaultInjectingStore faulty = new FaultInjectingStore(cluster.store);
      TestCluster.Namenode namenode = cluster.namenodeOver(faulty);
      faulty.beforeEach(
          call -> {
            if (call.operation().equals("mkdirs") && call.method().equals("commit")) {
              before.countDown();
              awaitLatch(goOn);
            }
          });
      made =
          CompletableFuture.supplyAsync(
              () -> namenode.run(new Mkdirs(FsPath.parse(path), 0755, true), ROOT));
      assertThat(before.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private CompletableFuture<SetQuota.Result> setQuota(String path) {
    return CompletableFuture.supplyAsync(
        () ->
            cluster
                .at(0)
                .run(new SetQuota(FsPath.parse(path), QuotaLimit.of(100), QuotaLimit.KEEP), ROOT));
  }

  private long namesUsed(String path) {
    return cluster.at(0).run(new GetQuotaUsage(FsPath.parse(path)), ROOT).namespaceUsed();
  }

  @Test
  void whatAWriterMakesThatBeganBeforeIsCounted() throws Exception {
    cluster.mkdirs("/d/a/b");
    Writer writer = new Writer("/d/a/b/late");
    CompletableFuture<SetQuota.Result> quota = setQuota("/d");
    Thread.sleep(SHORT_MS);
    assertThat(quota).isNotDone();
    writer.goOn.countDown();
    assertThat(writer.made.get(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    quota.get(PATIENCE_S, TimeUnit.SECONDS);
    assertThat(namesUsed("/d")).isEqualTo(4);
    Invariants.check(cluster);
  }

  /** The test above must be able to fail. */
  @Test
  void whoDoesNotWaitMissesIt() throws Exception {
    cluster.withBarrier(() -> true);
    cluster.mkdirs("/d/a/b");
    Writer writer = new Writer("/d/a/b/late");
    setQuota("/d").get(PATIENCE_S, TimeUnit.SECONDS);
    writer.goOn.countDown();
    assertThat(writer.made.get(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    assertThat(cluster.exists("/d/a/b/late")).isTrue();
    assertThat(namesUsed("/d")).isEqualTo(3);
  }

  @Test
  void aWriterThatDoesNotEndHasItsRowsWaitedFor() throws Exception {
    cluster.mkdirs("/d/a/b");
    cluster.withBarrier(() -> false);
    Writer writer = new Writer("/d/a/b/late");
    CompletableFuture<SetQuota.Result> quota = setQuota("/d");
    Thread.sleep(SHORT_MS);
    assertThat(quota).isNotDone();
    writer.goOn.countDown();
    quota.get(PATIENCE_S, TimeUnit.SECONDS);
    assertThat(namesUsed("/d")).isEqualTo(4);
    Invariants.check(cluster);
  }

  private void makeFiles(String directory) {
    cluster.mkdirs(directory);
    for (int i = 0; i < FILES; i++) {
      cluster.createFile(directory + "/f" + i);
    }
  }

  private void fold() {
    new TotalsFolder(cluster.at(0).namespace.runner()).fold(tx -> {}, 100);
  }

  /** Rows read by everything that ran for the operation. */
  private long rowsReadBy(Operation<?> operation, CallContext call) {
    cluster.at(0).finished.clear();
    cluster.at(0).run(operation, call);
    return cluster.at(0).finished.stream()
        .filter(f -> !f.operation().startsWith("free"))
        .mapToLong(f -> f.stats().rowsRead())
        .sum();
  }

  @Test
  void theCostDoesNotDependOnWhatIsBelow() {
    makeFiles("/big/x/y");
    fold();
    assertThat(rowsReadBy(rename("/big", "/moved"), ROOT)).isLessThan(ROWS_MAX);
    SetQuota quota = new SetQuota(FsPath.parse("/moved"), QuotaLimit.of(9_999), QuotaLimit.KEEP);
    assertThat(rowsReadBy(quota, ROOT)).isLessThan(ROWS_MAX);
    assertThat(namesUsed("/moved")).isEqualTo(FILES + 3);
    cluster.mkdirs("/to");
    SetQuota other = new SetQuota(FsPath.parse("/to"), QuotaLimit.of(9_999), QuotaLimit.KEEP);
    cluster.at(0).run(other, ROOT);
    assertThat(rowsReadBy(rename("/moved/x", "/to/x"), ROOT)).isLessThan(ROWS_MAX);
    assertThat(namesUsed("/moved")).isEqualTo(1);
    assertThat(namesUsed("/to")).isEqualTo(FILES + 3);
    SetSnapshottable allow = new SetSnapshottable(FsPath.parse("/to"), true);
    assertThat(rowsReadBy(allow, ROOT)).isLessThan(ROWS_MAX);
    cluster.at(0).run(new SetSnapshottable(FsPath.parse("/to"), false), ROOT);
    Invariants.check(cluster);
  }

  private static Rename rename(String from, String to) {
    return new Rename(FsPath.parse(from), FsPath.parse(to), Rules.NO_OVERWRITE);
  }

  /** The rights of others are looked up in the directories alone. */
  @Test
  void whoMayDeleteIsToldByTheDirectories() {
    makeFiles("/big/x/y");
    fold();
    for (String each : new String[] {"/big", "/big/x", "/big/x/y"}) {
      cluster.at(0).run(new SetOwner(FsPath.parse(each), "alice", null), ROOT);
    }
    cluster.at(0).run(new SetPermission(FsPath.parse("/"), 0777), ROOT);
    assertThat(rowsReadBy(trash("/big", "/gone"), ALICE)).isLessThan(ROWS_MAX);
    cluster.at(0).run(new SetPermission(FsPath.parse("/gone/x/y"), 0500), ROOT);
    assertThatThrownBy(() -> cluster.at(0).run(trash("/gone", "/big"), ALICE))
        .isInstanceOfSatisfying(
            NamespaceException.class,
            e -> assertThat(e.code()).isEqualTo(NamespaceException.Code.ACCESS_DENIED))
        .hasMessageContaining("Permission denied");
    assertThatThrownBy(() -> cluster.at(0).run(new Delete(FsPath.parse("/gone"), true), BOB))
        .isInstanceOf(NamespaceException.class);
    assertThat(cluster.exists("/gone/x/y/f0")).isTrue();
  }

  /** What totals do not know of yet is looked at, and so is each child of a sticky directory. */
  @Test
  void rightsAreNotTakenFromTotalsThatAreBehind() {
    makeFiles("/big/x");
    cluster.at(0).run(new SetOwner(FsPath.parse("/big"), "alice", null), ROOT);
    cluster.at(0).run(new SetOwner(FsPath.parse("/big/x"), "alice", null), ROOT);
    cluster.at(0).run(new SetPermission(FsPath.parse("/"), 0777), ROOT);
    fold();
    cluster.mkdirs("/big/x/theirs");
    cluster.createFile("/big/x/theirs/f");
    assertThatThrownBy(() -> cluster.at(0).run(trash("/big", "/gone"), ALICE))
        .isInstanceOf(NamespaceException.class);
    cluster.at(0).run(new Delete(FsPath.parse("/big/x/theirs"), true), ROOT);
    cluster.at(0).run(new SetOwner(FsPath.parse("/big/x"), "bob", null), ROOT);
    cluster.at(0).run(new SetPermission(FsPath.parse("/big/x"), 01777), ROOT);
    assertThatThrownBy(() -> cluster.at(0).run(trash("/big", "/gone"), ALICE))
        .isInstanceOf(NamespaceException.class);
    assertThat(cluster.exists("/big/x/f0")).isTrue();
  }

  private static Rename trash(String from, String to) {
    return new Rename(FsPath.parse(from), FsPath.parse(to), Rules.NO_OVERWRITE, true);
  }
}
