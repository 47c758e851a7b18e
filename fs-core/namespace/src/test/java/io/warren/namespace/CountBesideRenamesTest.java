package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.namespace.operation.Rename;
import io.warren.namespace.totals.TotalsCounter;
import io.warren.namespace.totals.TotalsFolder;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.ReadCommittedStore;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Directories are counted by scans that see each row at a moment of its own: a file that changes
 * its name meanwhile may be passed twice, or not at all, though nothing came or went.
 */
class CountBesideRenamesTest {
  private static final int READS_MAX = 500;
  private static final int TURNS_MAX = 100;
  private static final long TURN_NANOS = TimeUnit.MINUTES.toNanos(1);

  private ReadCommittedStore store;
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = new ReadCommittedStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync()));
    cluster = new TestCluster(store);
    cluster.namenode();
    NamespaceFormat.formatIfEmpty(cluster.at(0).namespace);
    cluster.mkdirs("/top/deep/d");
    for (String name : new String[] {"b", "c", "d", "e", "f"}) {
      cluster.createFile("/top/deep/d/" + name);
    }
    new TotalsFolder(cluster.at(0).namespace.runner()).fold(tx -> {}, TURNS_MAX);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void aFileThatChangesItsNameIsCountedOnce() {
    String[] names = {"c", "z", "a"};
    for (int at = 1; at <= READS_MAX; at++) {
      String from = "/top/deep/d/" + names[(at - 1) % names.length];
      String to = "/top/deep/d/" + names[at % names.length];
      AtomicInteger reads = new AtomicInteger();
      int target = at;
      Runnable rename =
          () ->
              cluster
                  .at(0)
                  .run(
                      new Rename(FsPath.parse(from), FsPath.parse(to), Rename.Rules.NO_OVERWRITE),
                      ROOT);
      store.betweenReads(
          () -> {
            if (reads.incrementAndGet() == target) {
              rename.run();
            }
          });
      new TotalsCounter(cluster.at(0).namespace).count(tx -> {}, TURN_NANOS);
      store.betweenReads(() -> {});
      assertThat(cluster.at(0).namespace.totalsStats().mended()).as("read %d", at).isZero();
      if (reads.get() < target) {
        return;
      }
    }
    throw new AssertionError("A count of four directories took more than " + READS_MAX + " reads");
  }
}
