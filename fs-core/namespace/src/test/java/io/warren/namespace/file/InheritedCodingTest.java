package io.warren.namespace.file;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.namespace.EntryStatus;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.NamespaceFormat;
import io.warren.namespace.TestCluster;
import io.warren.namespace.policy.SetErasureCoding;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.ReadCommittedStore;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A policy that was set before a create locked its place holds for the file. */
class InheritedCodingTest {
  private static final FsPath DIRECTORY = FsPath.parse("/coded");
  private static final String POLICY = "RS-6-3-1024k";
  private static final int POLICY_ID = 1;
  private static final int READS_MAX = 200;
  private static final long LOCKED_AFTER_MS = 200;
  private static final FileSettings SETTINGS = FileSettings.defaults();

  /** The policy is set before every single read of the create, as far as locks allow. */
  @ParameterizedTest
  @ValueSource(strings = {"f", "made/f", "made/on/the/way/f"})
  void aPolicyThatWasSetHoldsForTheFile(String below, @TempDir Path folder) throws Exception {
    ReadCommittedStore store =
        new ReadCommittedStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync()));
    try (TestCluster cluster = new TestCluster(store)) {
      TestCluster.Namenode namenode = cluster.namenode();
      NamespaceFormat.formatIfEmpty(namenode.namespace);
      int setBefore = 0;
      int at = 0;
      int reads;
      do {
        at++;
        FsPath top = FsPath.parse(DIRECTORY + "-" + at);
        cluster.mkdirs(top.toString());
        AtomicInteger counted = new AtomicInteger();
        boolean[] wasSet = {false};
        int chosen = at;
        Thread creator = Thread.currentThread();
        store.betweenReads(
            () -> {
              // A setter that waited for the create before reads on beside this one.
              boolean own = Thread.currentThread() == creator;
              if (own && counted.incrementAndGet() == chosen) {
                wasSet[0] = set(cluster, namenode, top);
              }
            });
        EntryStatus made =
            namenode.run(create(FsPath.parse(top + "/" + below)), cluster.retryable(ROOT));
        store.betweenReads(() -> {});
        reads = counted.get();
        if (wasSet[0]) {
          setBefore++;
          assertThat(made.inode().erasureCodingPolicy())
              .as("the file's policy; the directory's was set before read %d", at)
              .isEqualTo(POLICY_ID);
        }
      } while (at <= reads && at < READS_MAX);
      assertThat(at).as("every read had its turn").isLessThan(READS_MAX);
      assertThat(setBefore).isPositive();
    }
  }

  /** Whether the policy was set while the create waited, which is so unless it holds the lock. */
  private static boolean set(TestCluster cluster, TestCluster.Namenode namenode, FsPath top) {
    Thread setter =
        new Thread(() -> namenode.run(new SetErasureCoding(top, POLICY), cluster.retryable(ROOT)));
    setter.start();
    try {
      setter.join(LOCKED_AFTER_MS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return !setter.isAlive();
  }

  private static Create create(FsPath path) {
    return new Create(path, 0644, "client-a", "", false, true, 3, 1 << 20, 0, SETTINGS);
  }
}
