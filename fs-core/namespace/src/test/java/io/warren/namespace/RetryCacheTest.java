package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repeated call answers what its first execution answered, on every namenode. */
class RetryCacheTest {
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void aRetryOnAnotherNamenodeIsAnsweredWithoutExecutingAgain() {
    TestCluster.Namenode other = cluster.namenode();
    cluster.createFile("/a");
    CallContext call = cluster.retryable(ROOT);
    Rename rename = new Rename(FsPath.parse("/a"), FsPath.parse("/b"), Rules.NO_OVERWRITE);
    assertThat(cluster.at(0).run(rename, call)).isTrue();
    cluster.createFile("/a");
    long head = cluster.store.feed().head();
    assertThat(other.run(rename, call)).isTrue();
    assertThat(cluster.store.feed().head()).isEqualTo(head);
    assertThat(cluster.list("/")).containsExactly("a", "b");

    CallContext missing = cluster.retryable(ROOT);
    assertThat(other.run(new Delete(FsPath.parse("/no"), false), missing)).isFalse();
    cluster.createFile("/no");
    assertThat(cluster.at(0).run(new Delete(FsPath.parse("/no"), false), missing)).isFalse();
    assertThat(cluster.exists("/no")).isTrue();
  }

  @Test
  void aRefusalThatReadsNothingIsAnsweredAgain() {
    CallContext call = cluster.retryable(ROOT);
    Rename rename = new Rename(FsPath.ROOT, FsPath.parse("/b"), Rules.LEGACY);
    assertThat(cluster.at(0).run(rename, call)).isFalse();
    assertThat(cluster.at(0).run(rename, call)).isFalse();
    CallContext other = cluster.retryable(ROOT);
    assertThat(cluster.at(0).run(new Delete(FsPath.ROOT, true), other)).isFalse();
    assertThat(cluster.at(0).run(new Delete(FsPath.ROOT, true), other)).isFalse();
  }

  @Test
  void theSameCallOnTwoNamenodesAtOnceHappensOnce() throws Exception {
    TestCluster.Namenode other = cluster.namenode();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int i = 0; i < 50; i++) {
        String top = "/d" + i;
        cluster.mkdirs(top + "/x");
        cluster.createFile(top + "/f");
        CallContext call = cluster.retryable(ROOT);
        boolean recursive = i % 2 == 0;
        FsPath path = FsPath.parse(recursive ? top : top + "/f");
        List<Future<Boolean>> answers = new ArrayList<>();
        for (TestCluster.Namenode nn : List.of(cluster.at(0), other)) {
          answers.add(threads.submit(() -> Retrying.run(nn, new Delete(path, recursive), call)));
        }
        for (Future<Boolean> answer : answers) {
          assertThat(answer.get()).isTrue();
        }
      }
    } finally {
      threads.shutdownNow();
    }
    Invariants.check(cluster);
  }

  @Test
  void expiredAnswersAreForgotten() {
    cluster.at(0).run(new Delete(FsPath.parse("/no"), false), cluster.retryable(ROOT));
    Housekeeping housekeeping = new Housekeeping(cluster.at(0).namespace);
    assertThat(housekeeping.run(tx -> {}).retryEntries()).isZero();
    cluster.clock.advance(Duration.ofMinutes(5));
    cluster.at(0).run(new Delete(FsPath.parse("/no"), false), cluster.retryable(ROOT));
    cluster.clock.advance(Duration.ofMinutes(14));
    assertThat(housekeeping.run(tx -> {}).retryEntries()).isZero();
    cluster.clock.advance(Duration.ofMinutes(2));
    assertThat(housekeeping.run(tx -> {}).retryEntries()).isEqualTo(1);
    assertThat(cluster.rows(Tables.RETRY_CACHE)).hasSize(1);
  }
}
