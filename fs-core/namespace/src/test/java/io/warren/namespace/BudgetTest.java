package io.warren.namespace;

import static io.warren.namespace.TestCluster.ALICE;
import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.operation.SetPermission;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Store round trips of operations at depth 7 with warm hints. */
class BudgetTest {
  private static final String DEEP = "/a/b/c/d/e/f";
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.mkdirs(DEEP);
    cluster.mkdirs("/a/b/c/d/e/g");
    cluster.mkdirs(DEEP, 0777, ROOT);
    cluster.createFile(DEEP + "/file");
    cluster.stat(DEEP + "/file");
    cluster.stat("/a/b/c/d/e/g");
    cluster.at(0).run(new GetStatus(FsPath.ROOT), ALICE);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private int roundTrips(Operation<?> operation, CallContext call) {
    TestCluster.Namenode nn = cluster.at(0);
    nn.finished.clear();
    Object answer = nn.run(operation, call);
    assertThat(answer).isNotNull();
    return nn.finished.stream().mapToInt(f -> f.stats().roundTrips()).sum();
  }

  @Test
  void operationsStayWithinTheirRoundTrips() {
    FsPath deep = FsPath.parse(DEEP);
    assertThat(roundTrips(new GetStatus(FsPath.parse(DEEP + "/file")), ROOT)).isEqualTo(1);
    assertThat(roundTrips(new GetStatus(FsPath.parse(DEEP + "/none")), ROOT)).isEqualTo(1);
    assertThat(roundTrips(new GetListing(deep, null, 1000), ROOT)).isEqualTo(1);
    assertThat(roundTrips(new GetListing(FsPath.ROOT, null, 1000), ROOT)).isEqualTo(1);
    CallContext call = cluster.retryable(ROOT);
    assertThat(roundTrips(new Mkdirs(FsPath.parse(DEEP + "/m"), 0755, true), call))
        .isLessThanOrEqualTo(4);
    assertThat(roundTrips(new Mkdirs(FsPath.parse(DEEP + "/m"), 0755, true), call))
        .isLessThanOrEqualTo(2);
    assertThat(roundTrips(new TestCluster.CreateTestFile(FsPath.parse(DEEP + "/new"), 0), call))
        .isLessThanOrEqualTo(5);
    assertThat(roundTrips(new SetPermission(FsPath.parse(DEEP + "/file"), 0600), call))
        .isLessThanOrEqualTo(3);
  }

  @Test
  void renameAndDeleteStayWithinTheirRoundTripsEvenWhenTheParentsTimeIsDue() {
    cluster.clock.advance(Duration.ofMinutes(1));
    FsPath file = FsPath.parse(DEEP + "/file");
    FsPath inPlace = FsPath.parse(DEEP + "/renamed");
    FsPath elsewhere = FsPath.parse("/a/b/c/d/e/g/renamed");
    assertThat(roundTrips(new Rename(file, inPlace, Rules.LEGACY), cluster.retryable(ROOT)))
        .isLessThanOrEqualTo(6);
    assertThat(roundTrips(new Rename(inPlace, elsewhere, Rules.OVERWRITE), cluster.retryable(ROOT)))
        .isLessThanOrEqualTo(6);
    assertThat(roundTrips(new Delete(elsewhere, false), cluster.retryable(ROOT)))
        .isLessThanOrEqualTo(6);
  }

  @Test
  void aStaleHintCostsABatchAndNeverAWrongAnswer() {
    TestCluster.Namenode other = cluster.namenode();
    other.run(
        new Rename(FsPath.parse("/a/b/c/d"), FsPath.parse("/a/b/c/z"), Rules.NO_OVERWRITE), ROOT);
    other.run(new Mkdirs(FsPath.parse(DEEP), 0755, true), ROOT);
    assertThat(cluster.exists(DEEP + "/file")).isFalse();
    assertThat(cluster.exists("/a/b/c/z/e/f/file")).isTrue();
    assertThat(roundTrips(new GetStatus(FsPath.parse("/a/b/c/z/e/f/file")), ROOT)).isEqualTo(1);
  }
}
