package io.warren.namespace.quota;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.QuotaType;
import io.warren.model.TypeSpace;
import io.warren.namespace.FsPath;
import io.warren.namespace.Operation;
import io.warren.namespace.QuotaApplier;
import io.warren.namespace.QuotaStatus;
import io.warren.namespace.TestCluster;
import io.warren.namespace.file.Concat;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.SetReplication;
import io.warren.namespace.policy.SetStoragePolicy;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Usage by type of storage follows from the storage policies; limits on it are met at once. */
class StorageTypeQuotaTest {
  private static final int COLD = 2;
  private static final int ONE_SSD = 10;
  private static final int ALL_SSD = 12;

  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.mkdirs("/q/d");
    policy("/q", ONE_SSD);
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

  private void policy(String path, int policyId) {
    run(new SetStoragePolicy(path(path), policyId, Set.of(15)));
  }

  private SetQuota.Result limit(String path, QuotaType type, QuotaLimit limit) {
    return run(
        new SetQuota(path(path), QuotaLimit.KEEP, QuotaLimit.KEEP, Map.of(type, limit), false));
  }

  private void rename(String from, String to) {
    run(new Rename(path(from), path(to), Rename.Rules.NO_OVERWRITE));
  }

  private static TypeSpace space(long ssd, long disk, long archive) {
    return new TypeSpace(ssd, disk, archive, 0, 0);
  }

  /** Counted by the quota, and by a walk through what is there. */
  private void assertUsed(String path, TypeSpace expected) {
    assertThat(run(new GetQuotaUsage(path(path))).typeUsed()).as(path).isEqualTo(expected);
    assertThat(run(new ContentSummary(path(path))).space().types(0)).as(path).isEqualTo(expected);
  }

  private static void assertExceeded(Runnable work, String path, QuotaType type) {
    assertThatThrownBy(work::run)
        .isInstanceOfSatisfying(
            NamespaceException.class,
            e -> {
              assertThat(e.code()).isEqualTo(Code.STORAGE_TYPE_QUOTA_EXCEEDED);
              assertThat(String.valueOf(e.facts().get("path"))).isEqualTo(path);
              assertThat(e.facts()).containsEntry("storageType", type);
            });
  }

  @Test
  void aNewLimitCountsWhatIsThereAndRefusesWhatWouldExceedIt() {
    cluster.createFile("/q/d/f", ROOT, 100);
    SetQuota.Result result = limit("/q", QuotaType.SSD, QuotaLimit.of(150));
    assertThat(result.after().typeQuotas()).isEqualTo(space(150, 0, 0));
    assertThat(result.after().typeUsed()).isEqualTo(space(100, 200, 0));
    assertThat(result.after().spaceQuotaBytes()).isEqualTo(QuotaStatus.NONE);
    assertExceeded(() -> cluster.createFile("/q/d/g", ROOT, 51), "/q", QuotaType.SSD);
    cluster.createFile("/q/d/g", ROOT, 50);
    assertUsed("/q", space(150, 300, 0));

    limit("/q", QuotaType.DISK, QuotaLimit.of(300));
    assertExceeded(() -> run(new SetReplication(path("/q/d/f"), 4)), "/q", QuotaType.DISK);
    run(new SetReplication(path("/q/d/f"), 1));
    assertUsed("/q", space(150, 100, 0));
    new QuotaApplier(cluster.at(0).namespace.runner()).apply(tx -> {}, 10);
    assertUsed("/q", space(150, 100, 0));

    limit("/q", QuotaType.SSD, QuotaLimit.CLEAR);
    limit("/q", QuotaType.DISK, QuotaLimit.CLEAR);
    assertThat(cluster.rows(Tables.QUOTA_DIRECTORIES)).isEmpty();
    assertUsed("/q", space(150, 100, 0));
  }

  @Test
  void aFurtherLimitKeepsTheOthers() {
    run(new SetQuota(path("/q"), QuotaLimit.of(10), QuotaLimit.of(1000)));
    cluster.createFile("/q/f", ROOT, 10);
    limit("/q", QuotaType.SSD, QuotaLimit.of(500));
    QuotaStatus status = run(new GetQuotaUsage(path("/q")));
    assertThat(status)
        .isEqualTo(new QuotaStatus(10, 1000, 3, 30, space(500, 0, 0), space(10, 20, 0)));
    run(new SetQuota(path("/q"), QuotaLimit.CLEAR, QuotaLimit.CLEAR));
    assertThat(run(new GetQuotaUsage(path("/q"))).typeQuotas()).isEqualTo(space(500, 0, 0));
  }

  @Test
  void whatIsMovedCountsByThePolicyOfItsNewPlace() {
    cluster.mkdirs("/cold/own");
    policy("/cold", COLD);
    policy("/cold/own", ALL_SSD);
    cluster.createFile("/cold/f", ROOT, 10);
    cluster.createFile("/cold/own/g", ROOT, 100);
    limit("/q", QuotaType.SSD, QuotaLimit.of(1000));
    limit("/cold", QuotaType.ARCHIVE, QuotaLimit.of(1000));
    assertUsed("/cold", space(300, 0, 30));
    rename("/cold/f", "/q/d/f");
    assertUsed("/cold", space(300, 0, 0));
    assertUsed("/q", space(10, 20, 0));
    rename("/cold/own", "/q/own");
    assertUsed("/q", space(310, 20, 0));
    rename("/q/d", "/cold/d");
    assertUsed("/q", space(300, 0, 0));
    assertUsed("/cold", space(0, 0, 30));
    run(new Delete(path("/q/own"), true));
    run(new Delete(path("/cold/d"), true));
    assertUsed("/q", TypeSpace.NONE);
    assertUsed("/cold", TypeSpace.NONE);
  }

  @Test
  void aChangeOfPolicyChangesWhatIsUsed() {
    cluster.mkdirs("/q/own");
    policy("/q/own", ALL_SSD);
    cluster.createFile("/q/d/f", ROOT, 10);
    cluster.createFile("/q/own/g", ROOT, 100);
    limit("/q", QuotaType.SSD, QuotaLimit.of(1000));
    assertUsed("/q", space(310, 20, 0));
    policy("/q/d/f", COLD);
    assertUsed("/q", space(300, 0, 30));
    policy("/q", COLD);
    assertUsed("/q", space(300, 0, 30));
    policy("/q/own", 0);
    assertUsed("/q", space(0, 0, 330));
    policy("/q/d", ALL_SSD);
    policy("/q/d/f", 0);
    assertUsed("/q", space(30, 0, 300));
    assertThat(cluster.rows(Tables.SUBTREE_OPERATIONS)).isEmpty();
  }

  @Test
  void aPolicyFromFarAboveReachesTheQuotasBelow() {
    cluster.mkdirs("/top/mid/low/own");
    policy("/top/mid/low/own", ALL_SSD);
    cluster.createFile("/top/mid/f", ROOT, 1);
    cluster.createFile("/top/mid/low/g", ROOT, 10);
    cluster.createFile("/top/mid/low/own/h", ROOT, 100);
    limit("/top/mid/low", QuotaType.SSD, QuotaLimit.of(1000));
    limit("/top/mid", QuotaType.SSD, QuotaLimit.of(1000));
    policy("/top", ONE_SSD);
    assertUsed("/top/mid/low", space(310, 20, 0));
    assertUsed("/top/mid", space(311, 22, 0));
    policy("/top", COLD);
    assertUsed("/top/mid/low", space(300, 0, 30));
    policy("/top/mid", ALL_SSD);
    assertUsed("/top/mid/low", space(330, 0, 0));
    assertUsed("/top/mid", space(333, 0, 0));
    policy("/top", 0);
    assertUsed("/top/mid", space(333, 0, 0));
    policy("/top/mid", 0);
    assertUsed("/top/mid", space(300, 0, 0));
  }

  @Test
  void aMovedQuotaCountsByThePolicyOfItsNewPlace() {
    cluster.mkdirs("/cold");
    policy("/cold", COLD);
    cluster.mkdirs("/q/d/deep");
    cluster.createFile("/q/d/f", ROOT, 1);
    cluster.createFile("/q/d/deep/g", ROOT, 10);
    limit("/q/d", QuotaType.SSD, QuotaLimit.of(1000));
    limit("/q/d/deep", QuotaType.SSD, QuotaLimit.of(1000));
    rename("/q/d", "/cold/d");
    assertUsed("/cold/d", space(0, 0, 33));
    assertUsed("/cold/d/deep", space(0, 0, 30));
    rename("/cold/d/deep", "/q/deep");
    assertUsed("/q/deep", space(10, 20, 0));
    assertUsed("/cold/d", space(0, 0, 3));
  }

  @Test
  void filesThatMergeAreCountedOnce() {
    cluster.createFile("/q/d/f", ROOT, 10);
    cluster.createFile("/q/d/g", ROOT, 20);
    policy("/q/d/g", COLD);
    limit("/q", QuotaType.SSD, QuotaLimit.of(1000));
    assertUsed("/q", space(10, 20, 60));
    run(new Concat(path("/q/d/f"), List.of(path("/q/d/g"))));
    assertUsed("/q", space(30, 60, 0));
  }

  @Test
  void withoutAPolicyNoTypeIsUsed() {
    cluster.mkdirs("/plain");
    cluster.createFile("/plain/f", ROOT, 10);
    limit("/plain", QuotaType.DISK, QuotaLimit.of(1));
    cluster.createFile("/plain/g", ROOT, 10);
    assertUsed("/plain", TypeSpace.NONE);
    assertThatThrownBy(() -> limit("/plain", QuotaType.DISK, QuotaLimit.of(0)))
        .isInstanceOf(NamespaceException.class);
  }
}
