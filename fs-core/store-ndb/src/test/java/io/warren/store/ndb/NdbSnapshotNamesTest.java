package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.checker.Cluster;
import io.warren.checker.Step;
import io.warren.checker.Subject;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Snapshots' names, which namenodes look for while another one changes them. */
class NdbSnapshotNamesTest {
  private static final int ROUNDS = Integer.getInteger("warren.check.rounds", 75);

  private static String apply(Subject subject, String step) {
    return subject.apply(Step.parse(step));
  }

  /** Whoever holds the directory sees the name that the one before him gave. */
  @Test
  void aSnapshotThatGotAnotherNameIsNotDroppedByItsFormerOne() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (NdbStore store = TestCluster.get().emptyStore();
        Cluster cluster = new Cluster(store, new Cluster.Settings(2, 10_000, true))) {
      Subject subject = new Subject(cluster);
      apply(subject, "mkdirs nn0 hdfs -1 /d - 493");
      apply(subject, "allow_snapshots nn0 hdfs -1 /d - 0");
      for (int round = 0; round < ROUNDS; round++) {
        assertThat(apply(subject, "take_snapshot nn0 hdfs -1 /d - 1")).isEqualTo("s1");
        Callable<String> rename = () -> apply(subject, "rename_snapshot nn0 hdfs -1 /d s0 1");
        Callable<String> drop = () -> apply(subject, "drop_snapshot nn1 hdfs -1 /d - 1");
        List<Future<String>> both =
            threads.invokeAll(round % 2 == 0 ? List.of(rename, drop) : List.of(drop, rename));
        assertThat(List.of(both.get(0).get(), both.get(1).get()))
            .as("round %d", round)
            .containsExactlyInAnyOrder("true", "SNAPSHOT");
        apply(subject, "drop_snapshot nn0 hdfs -1 /d - 0");
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
