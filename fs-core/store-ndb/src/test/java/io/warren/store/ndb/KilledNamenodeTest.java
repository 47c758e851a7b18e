package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.checker.Cluster;
import io.warren.checker.Invariants;
import io.warren.checker.Step;
import io.warren.checker.Subject;
import io.warren.model.Inode;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A namenode process is killed (SIGKILL) at random moments of operations on a directory tree; the
 * stock client repeats its call at the other one by itself. {@code -Dwarren.check.kills=N} kills
 * more often, {@code -Dwarren.check.seed=N} at other moments.
 */
class KilledNamenodeTest {
  private static final long SEED = Long.getLong("warren.check.seed", 20_261_121);
  private static final int KILLS = Integer.getInteger("warren.check.kills", 2);
  private static final int DIRECTORIES = 12;
  private static final int FILES = 12;
  private static final int FILE_BYTES = 7;
  private static final int INODES = 1 + DIRECTORIES + DIRECTORIES * FILES;
  private static final long NAMES_QUOTA = 10_000;
  private static final long PATIENCE_MS = 60_000;

  /** What is interrupted, and how to see that it happened once. */
  private enum Interrupted {
    RECURSIVE_DELETE {
      @Override
      void run(DistributedFileSystem fs, Path top) throws IOException {
        assertThat(fs.delete(top, true)).as("the answer to the delete").isTrue();
      }

      @Override
      void verify(DistributedFileSystem fs, Path top) throws IOException {
        assertThat(fs.exists(top)).isFalse();
      }
    },
    DIRECTORY_RENAME {
      @Override
      void run(DistributedFileSystem fs, Path top) throws IOException {
        assertThat(fs.rename(top, top.suffix("-moved"))).as("the answer to the rename").isTrue();
      }

      @Override
      void verify(DistributedFileSystem fs, Path top) throws IOException {
        assertThat(fs.exists(top)).isFalse();
        assertThat(fs.getContentSummary(top.suffix("-moved")).getFileCount())
            .isEqualTo(DIRECTORIES * FILES);
      }

      @Override
      Path result(Path top) {
        return top.suffix("-moved");
      }
    },
    CHOWN {
      @Override
      void run(DistributedFileSystem fs, Path top) throws IOException {
        fs.setOwner(top, "bob", "ops");
      }

      @Override
      void verify(DistributedFileSystem fs, Path top) throws IOException {
        assertThat(fs.getFileStatus(top).getOwner()).isEqualTo("bob");
      }
    },
    SET_QUOTA {
      @Override
      void run(DistributedFileSystem fs, Path top) throws IOException {
        fs.setQuota(top, NAMES_QUOTA, 1L << 40);
      }

      @Override
      void verify(DistributedFileSystem fs, Path top) throws IOException {
        QuotaUsage usage = fs.getQuotaUsage(top);
        assertThat(usage.getQuota()).isEqualTo(NAMES_QUOTA);
        assertThat(usage.getFileAndDirectoryCount()).isEqualTo(INODES);
      }
    };

    abstract void run(DistributedFileSystem fs, Path top) throws IOException;

    abstract void verify(DistributedFileSystem fs, Path top) throws IOException;

    /** Where the directory is afterwards. */
    Path result(Path top) {
      return top;
    }
  }

  private record Victim(String name, NamenodeFleet.Member process) {}

  private int trees;

  @Test
  void theWorkHappensOnceAndNothingIsLeftBehind(@TempDir java.nio.file.Path folder)
      throws Exception {
    System.out.printf("%d kills of each operation from seed %d%n", KILLS, SEED);
    ExecutorService threads = Executors.newCachedThreadPool();
    try (NdbStore store = TestCluster.get().emptyStore();
        Cluster writer = new Cluster(store, new Cluster.Settings(1, 10_000, false))) {
      // It only prepares trees, below the namenodes; as a member it would take the leadership.
      writer.evict(writer.at(0));
      try (NamenodeFleet fleet = new NamenodeFleet(folder, "nn1", "nn2", "nn3")) {
        fleet.awaitServing(fleet.launch("nn1"));
        Random random = new Random(SEED);
        Victim next = launch(fleet, 0);
        int interrupted = 0;
        int kill = 0;
        for (Interrupted operation : Interrupted.values()) {
          long usualMs = unharmed(operation, fleet, writer);
          for (int i = 0; i < KILLS; i++) {
            Victim victim = next;
            fleet.awaitServing(victim.process());
            next = launch(fleet, ++kill);
            long afterMs = random.nextLong(usualMs + 1);
            interrupted += kill(operation, victim, afterMs, fleet, writer, threads);
          }
        }
        System.out.printf("%d of %d calls were interrupted%n", interrupted, kill);
        assertThat(interrupted).as("calls that a kill interrupted").isPositive();
        awaitQuiet(store);
      }
      try (Cluster after = new Cluster(store, new Cluster.Settings(2, 10_000, false))) {
        Invariants.check(after);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Victim launch(NamenodeFleet fleet, int number) throws IOException {
    String name = number % 2 == 0 ? "nn2" : "nn3";
    return new Victim(name, fleet.launch(name));
  }

  /** How long the operation takes when nothing happens; milliseconds, at least 1. */
  private long unharmed(Interrupted operation, NamenodeFleet fleet, Cluster writer)
      throws IOException {
    Path top = makeTree(writer);
    try (var fs = (DistributedFileSystem) FileSystem.get(fleet.client("nn1"))) {
      fs.getFileStatus(top);
      long began = System.nanoTime();
      operation.run(fs, top);
      long usualMs = 1 + (System.nanoTime() - began) / 1_000_000;
      operation.verify(fs, top);
      System.out.printf("%s takes %d ms%n", operation, usualMs);
      return usualMs;
    }
  }

  /** Returns 1 when the client had to go to the other namenode. */
  private int kill(
      Interrupted operation,
      Victim victim,
      long afterMs,
      NamenodeFleet fleet,
      Cluster writer,
      ExecutorService threads)
      throws Exception {
    Path top = makeTree(writer);
    long version = inode(writer.store(), top.getName()).logicalTime();
    try (var fs = (DistributedFileSystem) FileSystem.get(fleet.client(victim.name(), "nn1"));
        var other = (DistributedFileSystem) FileSystem.get(fleet.client("nn1"))) {
      assertThat(fs.getFileStatus(top).isDirectory()).isTrue();
      long began = System.nanoTime();
      CompletableFuture<Long> call =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  operation.run(fs, top);
                } catch (IOException e) {
                  throw new AssertionError(operation + " failed at its client", e);
                }
                return System.nanoTime() - began;
              },
              threads);
      TimeUnit.MILLISECONDS.sleep(afterMs);
      boolean under = !call.isDone();
      victim.process().kill();
      long tookMs = call.get(PATIENCE_MS, TimeUnit.MILLISECONDS) / 1_000_000;
      System.out.printf(
          "%s of %s killed after %d ms, %s: answered after %d ms%n",
          operation, top, afterMs, under ? "interrupted" : "too late", tookMs);
      operation.verify(other, top);
      if (operation == Interrupted.DIRECTORY_RENAME || operation == Interrupted.CHOWN) {
        Inode after = inode(writer.store(), operation.result(top).getName());
        assertThat(after.logicalTime()).as("changes of %s", after).isEqualTo(version + 1);
      }
      return under ? 1 : 0;
    }
  }

  /** Directories of files with blocks, written below the namenodes. */
  private Path makeTree(Cluster writer) {
    Subject subject = new Subject(writer);
    String top = "/tree" + ++trees;
    for (int d = 0; d < DIRECTORIES; d++) {
      apply(subject, "mkdirs nn0 hdfs -1 %s/d%d - 493".formatted(top, d));
      for (int f = 0; f < FILES; f++) {
        apply(subject, "create nn0 hdfs 0 %s/d%d/f%d - 0".formatted(top, d, f));
        apply(subject, "add_block nn0 hdfs 0 - - " + FILE_BYTES);
        apply(subject, "complete nn0 hdfs 0 - - 0");
      }
    }
    return new Path(top);
  }

  private static void apply(Subject subject, String step) {
    assertThat(subject.apply(Step.parse(step))).as(step).doesNotMatch("[A-Z_]{6,}");
  }

  private static List<Inode> inodes(io.warren.store.Store store) {
    return new TransactionRunner(store, TransactionRunner.Listener.NONE)
        .run(
            TxOptions.read("test_inodes"),
            tx -> tx.scan(Scan.prefix(Tables.INODES, Scan.LIMIT_MAX)));
  }

  private static Inode inode(io.warren.store.Store store, String name) {
    return inodes(store).stream()
        .filter(i -> i.name().toString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The namenode that is left clears what the dead ones held, without being asked. */
  private static void awaitQuiet(NdbStore store) throws InterruptedException {
    TransactionRunner runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
    long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (true) {
      long held = inodes(store).stream().filter(i -> i.subtreeLockOwner() != 0).count();
      boolean quiet =
          runner.run(
              TxOptions.read("test_locks"),
              tx ->
                  tx.scan(Scan.prefix(Tables.SUBTREE_OPERATIONS, 1)).isEmpty()
                      && tx.scan(Scan.prefix(Tables.QUOTA_UPDATES, 1)).isEmpty());
      if (held == 0 && quiet) {
        return;
      }
      assertThat(System.nanoTime()).as("subtree locks stay held").isLessThan(deadlineNanos);
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
