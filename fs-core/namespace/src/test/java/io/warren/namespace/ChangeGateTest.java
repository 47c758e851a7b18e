package io.warren.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.warren.model.NamespaceException;
import io.warren.namespace.lease.RenewLease;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While files are read-only nothing changes them, whatever had begun before. */
@NullUnmarked
class ChangeGateTest {
  private static final Mkdirs MKDIRS = new Mkdirs(FsPath.parse("/a/b"), 0755, true);

  private final AtomicInteger asked = new AtomicInteger();
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private void refuseFrom(int question) {
    asked.set(0);
    cluster.setGate(
        () -> {
          if (asked.incrementAndGet() >= question) {
            throw new NamespaceException(NamespaceException.Code.SAFE_MODE, "Read-only");
          }
        });
  }

  private void assertRefused(Operation<?> operation) {
    assertThatExceptionOfType(NamespaceException.class)
        .isThrownBy(() -> cluster.at(0).run(operation, TestCluster.ROOT))
        .matches(e -> e.code() == NamespaceException.Code.SAFE_MODE);
  }

  @Test
  void whatHadBegunIsRolledBackBeforeItsCommit() {
    refuseFrom(2);
    assertRefused(MKDIRS);
    assertThat(asked).hasValue(2);
    cluster.setGate(ChangeGate.OPEN);
    assertThat(cluster.exists("/a")).isFalse();
  }

  @Test
  void readersAndLeasesPassAndNothingMoreIsAskedOfTheStore() {
    cluster.mkdirs("/a");
    cluster.mkdirs("/warm/1");
    cluster.at(0).finished.clear();
    cluster.mkdirs("/warm/2");
    long before = cluster.at(0).finished.stream().mapToLong(f -> f.stats().roundTrips()).sum();
    refuseFrom(3);
    cluster.at(0).finished.clear();
    cluster.mkdirs("/warm/3");
    long after = cluster.at(0).finished.stream().mapToLong(f -> f.stats().roundTrips()).sum();
    assertThat(after).isEqualTo(before);
    refuseFrom(1);
    assertThat(cluster.exists("/a")).isTrue();
    cluster.at(0).run(new RenewLease("writer"), TestCluster.ROOT);
    assertThat(asked).hasValue(0);
    assertRefused(MKDIRS);
  }

  @Test
  void whoRepeatsACallGetsItsFirstAnswer() {
    cluster.mkdirs("/a");
    CallContext call = cluster.retryable(TestCluster.ROOT);
    Rename rename = new Rename(FsPath.parse("/a"), FsPath.parse("/b"), Rename.Rules.LEGACY);
    assertThat(cluster.at(0).run(rename, call)).isTrue();
    refuseFrom(1);
    assertThat(cluster.at(0).run(rename, call)).isTrue();
    assertThat(asked).hasValue(1);
  }
}
