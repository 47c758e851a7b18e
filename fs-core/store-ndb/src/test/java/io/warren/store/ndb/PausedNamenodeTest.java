package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.store.testkit.CommitRecorder.Commit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A namenode process is stopped (SIGSTOP) in the middle of writes for much longer than the others
 * wait for it, and then goes on.
 */
class PausedNamenodeTest {
  private static final long PAUSE_MS = TimeUnit.SECONDS.toMillis(30);
  private static final long PATIENCE_MS = 60_000;
  private static final int WRITERS = 2;
  private static final int COMMITS_SEEN = 20;

  /** What any process may do at any time: see docs/adr/0023. */
  private static final Set<String> WITHOUT_AUTHORITY =
      Set.of(
          "allocate_ids",
          "subtree_release",
          "clear_subtree_lock",
          "namenode_join",
          "namenode_heartbeat");

  private final AtomicBoolean ending = new AtomicBoolean();
  private final AtomicLong done = new AtomicLong();

  @Test
  void nothingCommitsUnderTheOldIdAndClientsGoOn(@TempDir java.nio.file.Path folder)
      throws Exception {
    TestCluster.get().emptyStore().close();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (NamenodeFleet fleet = new NamenodeFleet(folder, "nn1", "nn2")) {
      NamenodeFleet.Member paused = fleet.launch("nn1");
      fleet.awaitServing(paused);
      NamenodeFleet.Member other = fleet.launch("nn2");
      fleet.awaitServing(other);
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        Path home = new Path("/writer" + i);
        writers.add(threads.submit(() -> write(fleet, home)));
      }
      await("writes", () -> done.get() > 100);
      long oldId = writeThrough(fleet, paused);
      paused.pause();
      await("the eviction", () -> eviction(other, oldId) != 0);
      long before = done.get();
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      await("operations during the pause", () -> done.get() - before > 100);
      paused.goOn();
      await("its return under a new id", () -> joined(paused) > oldId);
      try (FileSystem fs = FileSystem.get(fleet.client("nn1"))) {
        for (int i = 0; i < COMMITS_SEEN; i++) {
          assertThat(fs.mkdirs(new Path("/back/" + i))).isTrue();
        }
      }
      ending.set(true);
      for (Future<?> writer : writers) {
        writer.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
      }
      check(paused.commits(), oldId, eviction(other, oldId));
    } finally {
      ending.set(true);
      threads.shutdownNow();
    }
  }

  /**
   * Writes through one namenode until its present id has enough commits; a busy machine may have
   * cost it an id before, with which its clients went to the other one.
   */
  private static long writeThrough(NamenodeFleet fleet, NamenodeFleet.Member member)
      throws Exception {
    AtomicLong made = new AtomicLong();
    try (FileSystem fs = FileSystem.get(fleet.client("nn1"))) {
      await(
          "writes under one id of the namenode that is to be paused",
          () -> {
            try {
              assertThat(fs.mkdirs(new Path("/before/" + made.incrementAndGet()))).isTrue();
            } catch (IOException e) {
              throw new AssertionError(e);
            }
            long id = latestMember(member);
            return commits(member).stream().filter(c -> c.memberId() == id).count() > COMMITS_SEEN;
          });
    }
    return latestMember(member);
  }

  private static void check(List<Commit> commits, long oldId, long evictedNanos) {
    long newId = commits.stream().mapToLong(Commit::joinedId).max().orElseThrow();
    long epoch =
        commits.stream()
            .filter(c -> c.endedNanos() < evictedNanos)
            .mapToLong(Commit::epoch)
            .max()
            .orElse(0);
    assertThat(commits)
        .as("commits under the old id before the eviction")
        .filteredOn(c -> c.memberId() == oldId)
        .hasSizeGreaterThan(COMMITS_SEEN);
    List<Commit> later = commits.stream().filter(c -> c.beganNanos() > evictedNanos).toList();
    assertThat(later)
        .as("commits under the new id")
        .filteredOn(c -> c.memberId() == newId)
        .hasSizeGreaterThanOrEqualTo(COMMITS_SEEN);
    assertThat(later)
        .as("commits under the old id %d after its eviction", oldId)
        .noneMatch(c -> c.memberId() == oldId)
        .as("commits of the leader of epoch %d after its eviction", epoch)
        .noneMatch(c -> c.epoch() != 0 && c.epoch() <= epoch)
        .as("commits without authority")
        .allMatch(
            c ->
                c.memberId() == newId
                    || c.epoch() > epoch
                    || WITHOUT_AUTHORITY.contains(c.operation()));
  }

  private Boolean write(NamenodeFleet fleet, Path home) throws IOException {
    try (FileSystem fs = FileSystem.get(fleet.client("nn1", "nn2"))) {
      for (int i = 0; !ending.get(); i++) {
        Path file = new Path(home, "f" + i);
        Path moved = new Path(home, "moved" + i);
        fs.create(file, false).close();
        assertThat(fs.rename(file, moved)).isTrue();
        assertThat(fs.exists(file)).isFalse();
        assertThat(fs.delete(moved, false)).isTrue();
        done.addAndGet(4);
      }
    }
    return true;
  }

  private static List<Commit> commits(NamenodeFleet.Member member) {
    try {
      return member.commits();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static long joined(NamenodeFleet.Member member) {
    return commits(member).stream().mapToLong(Commit::joinedId).max().orElse(0);
  }

  private static long latestMember(NamenodeFleet.Member member) {
    return commits(member).stream()
        .max(Comparator.comparingLong(Commit::joinedId))
        .orElseThrow()
        .joinedId();
  }

  /** When the eviction of an id was acknowledged; 0 when it was not. */
  private static long eviction(NamenodeFleet.Member by, long id) {
    return commits(by).stream()
        .filter(c -> c.evictedId() == id)
        .mapToLong(Commit::endedNanos)
        .findFirst()
        .orElse(0);
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited in vain for %s", what).isLessThan(deadlineNanos);
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
