package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.checker.Cluster;
import io.warren.checker.Step;
import io.warren.checker.Subject;
import io.warren.model.XattrPart;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What is deleted while somebody writes to it. */
class NdbDeletedWriterTest {
  private static final int ROUNDS = Integer.getInteger("warren.check.rounds", 100);

  private static String apply(Subject subject, String step) {
    return subject.apply(Step.parse(step));
  }

  private static <R> void assertEmpty(TransactionRunner runner, Table<?, R> table, String when) {
    List<R> rows = runner.run(TxOptions.read("test_rows"), tx -> tx.scan(Scan.prefix(table, 10)));
    assertThat(rows).as("%s after %s", table.name(), when).isEmpty();
  }

  /** Whoever gets a row's lock sees all that its holder before has written, not some of it. */
  @Test
  void nothingIsLeftOfABlockThatWasAddedJustBefore() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (NdbStore store = TestCluster.get().emptyStore();
        Cluster cluster = new Cluster(store, new Cluster.Settings(2, 10_000, true))) {
      Subject subject = new Subject(cluster);
      TransactionRunner runner = cluster.at(0).namespace().runner();
      apply(subject, "mkdirs nn0 hdfs -1 /d - 493");
      for (int round = 0; round < ROUNDS; round++) {
        assertThat(apply(subject, "create nn0 hdfs 0 /d/f - 0")).isEqualTo("created");
        Callable<String> add = () -> apply(subject, "add_block_unreported nn0 hdfs 0 /d - 7");
        Callable<String> delete = () -> apply(subject, "delete nn1 hdfs -1 /d/f - 0");
        List<Future<String>> both =
            threads.invokeAll(round % 2 == 0 ? List.of(add, delete) : List.of(delete, add));
        String when = "round " + round + ": " + both.get(0).get() + ", " + both.get(1).get();
        assertEmpty(runner, Tables.BLOCKS, when);
        assertEmpty(runner, Tables.REPLICAS_UNDER_CONSTRUCTION, when);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void nothingIsLeftOfAnAttributeThatWasSetJustBefore() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (NdbStore store = TestCluster.get().emptyStore();
        Cluster cluster = new Cluster(store, new Cluster.Settings(2, 10_000, true))) {
      Subject subject = new Subject(cluster);
      TransactionRunner runner = cluster.at(0).namespace().runner();
      apply(subject, "mkdirs nn0 hdfs -1 /d - 493");
      for (int round = 0; round < ROUNDS; round++) {
        assertThat(apply(subject, "mkdirs nn0 hdfs -1 /d/e - 493")).isEqualTo("true");
        Callable<String> set = () -> apply(subject, "set_xattr nn0 hdfs -1 /d/e x 7");
        Callable<String> other = () -> apply(subject, "set_xattr nn1 hdfs -1 /d/e y 8");
        List<Future<String>> both = threads.invokeAll(List.of(set, other));
        String when = "round " + round + ": " + both.get(0).get() + ", " + both.get(1).get();
        List<XattrPart> kept =
            runner.run(TxOptions.read("test_rows"), tx -> tx.scan(Scan.prefix(Tables.XATTRS, 10)));
        assertThat(kept).as(when).hasSize(2);
        Callable<String> delete = () -> apply(subject, "delete nn1 hdfs -1 /d/e - 0");
        threads.invokeAll(round % 2 == 0 ? List.of(set, delete) : List.of(delete, set));
        assertEmpty(runner, Tables.XATTRS, when);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
