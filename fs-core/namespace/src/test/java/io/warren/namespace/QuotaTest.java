package io.warren.namespace;

import static io.warren.namespace.TestCluster.ALICE;
import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.QuotaUpdate;
import io.warren.model.TypeSpace;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.operation.SetOwner;
import io.warren.namespace.quota.ContentSummary;
import io.warren.namespace.quota.GetQuotaUsage;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.store.StoreException;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quota limits, their accounting and its application. */
class QuotaTest {
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private SetQuota.Result set(String path, QuotaLimit names, QuotaLimit space) {
    return cluster.at(0).run(new SetQuota(FsPath.parse(path), names, space), ROOT);
  }

  private QuotaStatus usage(String path) {
    return cluster.at(0).run(new GetQuotaUsage(FsPath.parse(path)), ROOT);
  }

  private static QuotaStatus limits(long names, long spaceBytes, long used, long usedBytes) {
    return new QuotaStatus(names, spaceBytes, used, usedBytes, TypeSpace.NONE, TypeSpace.NONE);
  }

  private long apply() {
    return new QuotaApplier(cluster.at(0).namespace.runner()).apply(tx -> {}, 10);
  }

  private void assertUsageIsExact(String path) {
    ContentTotals totals = cluster.at(0).run(new ContentSummary(FsPath.parse(path)), ROOT);
    QuotaStatus usage = usage(path);
    assertThat(usage.namespaceUsed()).as(path).isEqualTo(totals.names());
    assertThat(usage.spaceUsedBytes()).as(path).isEqualTo(totals.spaceConsumedBytes());
  }

  @Test
  void aNewQuotaCountsWhatIsThere() {
    cluster.mkdirs("/q/d");
    cluster.createFile("/q/d/f", ROOT, 100);
    SetQuota.Result result = set("/q", QuotaLimit.of(10), QuotaLimit.KEEP);
    assertThat(result.before()).isEqualTo(limits(QuotaStatus.NONE, QuotaStatus.NONE, 3, 300));
    assertThat(result.after()).isEqualTo(limits(10, QuotaStatus.NONE, 3, 300));
    assertThat(cluster.rows(Tables.SUBTREE_OPERATIONS)).isEmpty();
    assertThat(set("/q", QuotaLimit.KEEP, QuotaLimit.of(1000)).after())
        .isEqualTo(limits(10, 1000, 3, 300));
    set("/q", QuotaLimit.CLEAR, QuotaLimit.CLEAR);
    assertThat(usage("/q")).isEqualTo(limits(QuotaStatus.NONE, QuotaStatus.NONE, 3, 300));
  }

  @Test
  void limitsAreMetAtOnceAndSayWhere() {
    cluster.mkdirs("/q/d");
    set("/q", QuotaLimit.of(4), QuotaLimit.of(1000));
    cluster.createFile("/q/d/f1", ROOT, 10);
    cluster.createFile("/q/d/f2", ROOT, 10);
    assertThatThrownBy(() -> cluster.createFile("/q/d/f3", ROOT, 10))
        .isInstanceOfSatisfying(
            NamespaceException.class,
            e -> {
              assertThat(e.code()).isEqualTo(Code.NAMESPACE_QUOTA_EXCEEDED);
              assertThat(String.valueOf(e.facts().get("path"))).isEqualTo("/q");
              assertThat(e.facts()).containsEntry("quota", 4L).containsEntry("used", 5L);
            });
    set("/q", QuotaLimit.of(100), QuotaLimit.KEEP);
    assertThatThrownBy(() -> cluster.createFile("/q/d/big", ROOT, 400))
        .isInstanceOfSatisfying(
            NamespaceException.class,
            e -> assertThat(e.code()).isEqualTo(Code.SPACE_QUOTA_EXCEEDED));
    assertThat(cluster.list("/q/d")).containsExactly("f1", "f2");
    assertUsageIsExact("/q");
  }

  @Test
  void usageStaysExactThroughDeletesAndRenamesAcrossDirectories() {
    for (String top : List.of("/a", "/b", "/a/in")) {
      cluster.mkdirs(top);
      set(top, QuotaLimit.of(1000), QuotaLimit.of(1_000_000));
    }
    cluster.mkdirs("/a/in/d/e");
    for (int i = 0; i < 20; i++) {
      cluster.createFile("/a/in/d/f" + i, ROOT, i);
      cluster.createFile("/a/g" + i, ROOT, 7);
    }
    rename("/a/in/d", "/b/d", Rules.NO_OVERWRITE);
    rename("/a/g0", "/a/in/g0", Rules.NO_OVERWRITE);
    rename("/a/g1", "/b/g1", Rules.LEGACY);
    rename("/a/g2", "/b/g1", Rules.OVERWRITE);
    delete("/b/d/f3");
    delete("/a/g4");
    delete("/b/d/e");
    assertThat(apply()).isPositive();
    for (String top : List.of("/a", "/b", "/a/in")) {
      assertUsageIsExact(top);
    }
    cluster.createFile("/b/d/late", ROOT, 11);
    delete("/b/d");
    for (String top : List.of("/a", "/b", "/a/in")) {
      assertUsageIsExact(top);
    }
    apply();
    assertThat(cluster.rows(Tables.QUOTA_UPDATES)).isEmpty();
    delete("/a");
    assertThat(cluster.rows(Tables.QUOTA_DIRECTORIES)).hasSize(1);
  }

  private void rename(String from, String to, Rules rules) {
    assertThat(cluster.at(0).run(new Rename(FsPath.parse(from), FsPath.parse(to), rules), ROOT))
        .isTrue();
  }

  private void delete(String path) {
    assertThat(cluster.at(0).run(new Delete(FsPath.parse(path), true), ROOT)).isTrue();
  }

  @Test
  void aMoveIntoAFullDirectoryIsRefusedAndChangesNothing() {
    cluster.mkdirs("/full");
    cluster.mkdirs("/d/x");
    cluster.createFile("/d/f");
    set("/full", QuotaLimit.of(3), QuotaLimit.KEEP);
    assertThatThrownBy(() -> rename("/d", "/full/d", Rules.LEGACY))
        .isInstanceOfSatisfying(
            NamespaceException.class,
            e -> assertThat(e.code()).isEqualTo(Code.NAMESPACE_QUOTA_EXCEEDED));
    assertThat(cluster.list("/d")).containsExactly("f", "x");
    assertThat(cluster.list("/full")).isEmpty();
    cluster.createFile("/full/free");
    assertThat(cluster.exists("/d/x")).isTrue();
    cluster.mkdirs("/d/y");
  }

  @Test
  void aFormerLeaderAppliesNothing() {
    cluster.mkdirs("/q");
    set("/q", QuotaLimit.of(100), QuotaLimit.KEEP);
    cluster.createFile("/q/f");
    QuotaApplier applier = new QuotaApplier(cluster.at(0).namespace.runner());
    LeaderFence deposed =
        tx -> {
          throw new StoreException(StoreException.Code.CLOSED, "Not the leader any more");
        };
    assertThatThrownBy(() -> applier.apply(deposed, 10)).isInstanceOf(StoreException.class);
    List<QuotaUpdate> pending = cluster.rows(Tables.QUOTA_UPDATES);
    assertThat(pending).hasSize(1);
    assertUsageIsExact("/q");
    assertThat(apply()).isEqualTo(1);
    assertUsageIsExact("/q");
  }

  @Test
  void theParentsOwnerMaySetAQuotaWhereThatIsAllowed() {
    cluster.mkdirs("/home/q");
    cluster.at(0).run(new SetOwner(FsPath.parse("/home"), "alice", null), ROOT);
    SetQuota allowed =
        new SetQuota(FsPath.parse("/home/q"), QuotaLimit.of(5), QuotaLimit.KEEP, Map.of(), true);
    assertThat(cluster.at(0).run(allowed, ALICE).after().namespaceQuota()).isEqualTo(5);
    SetQuota ofTheParent =
        new SetQuota(FsPath.parse("/home"), QuotaLimit.of(5), QuotaLimit.KEEP, Map.of(), true);
    assertThatThrownBy(() -> cluster.at(0).run(ofTheParent, ALICE))
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(Code.ACCESS_DENIED));
  }

  @Test
  void onlyTheSuperuserSetsAQuota() {
    cluster.mkdirs("/q");
    assertThatThrownBy(
            () ->
                cluster
                    .at(0)
                    .run(
                        new SetQuota(FsPath.parse("/q"), QuotaLimit.of(1), QuotaLimit.KEEP), ALICE))
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(Code.ACCESS_DENIED));
    assertThatThrownBy(() -> QuotaLimit.of(-5)).isInstanceOf(NamespaceException.class);
  }
}
