package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two namenodes over one store, used at once. */
class ConcurrencyTest {
  private static final int THREADS = 4;
  private static final long SEED = 20_260_101;

  private TestCluster cluster;
  private ExecutorService threads;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.namenode();
    threads = Executors.newFixedThreadPool(THREADS);
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    cluster.close();
  }

  /** One thread's work, given its number, its namenode and its own random numbers. */
  private interface Work {
    void run(int thread, TestCluster.Namenode namenode, Random random);
  }

  private void together(Work work) throws Exception {
    List<Future<?>> running = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int thread = t;
      running.add(
          threads.submit(
              () -> work.run(thread, cluster.at(thread % 2), new Random(SEED + thread))));
    }
    for (Future<?> future : running) {
      try {
        future.get(60, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        throw new AssertionError("seed " + SEED + ": " + e.getCause(), e.getCause());
      }
    }
  }

  @Test
  void oneOfSeveralCreatorsWins() throws Exception {
    cluster.mkdirs("/d");
    AtomicInteger made = new AtomicInteger();
    together(
        (thread, nn, random) -> {
          for (int i = 0; i < 100; i++) {
            try {
              nn.run(new TestCluster.CreateTestFile(FsPath.parse("/d/f" + i), 3), ROOT);
              made.incrementAndGet();
            } catch (NamespaceException e) {
              assertThat(e.code()).isEqualTo(NamespaceException.Code.ALREADY_EXISTS);
            }
          }
        });
    assertThat(made).hasValue(100);
    assertThat(cluster.list("/d")).hasSize(100);
    Invariants.check(cluster);
  }

  @Test
  void parentsMadeAtOnceAreMadeOnce() throws Exception {
    together(
        (thread, nn, random) -> {
          for (int i = 0; i < 50; i++) {
            String path = "/p" + i + "/q/r/t" + thread;
            assertThat(nn.run(new Mkdirs(FsPath.parse(path), 0755, true), ROOT)).isTrue();
          }
        });
    assertThat(cluster.rows(Tables.INODES)).hasSize(1 + 50 * (3 + THREADS));
    Invariants.check(cluster);
  }

  @Test
  void oneOfSeveralRenamersWins() throws Exception {
    cluster.mkdirs("/from");
    for (int t = 0; t < THREADS; t++) {
      cluster.mkdirs("/to" + t);
    }
    for (int i = 0; i < 100; i++) {
      cluster.createFile("/from/f" + i);
    }
    Set<String> won = ConcurrentHashMap.newKeySet();
    together(
        (thread, nn, random) -> {
          for (int i = 0; i < 100; i++) {
            FsPath from = FsPath.parse("/from/f" + i);
            FsPath to = FsPath.parse("/to" + thread + "/f" + i);
            if (nn.run(new Rename(from, to, Rules.LEGACY), ROOT)) {
              assertThat(won.add("f" + i)).isTrue();
            }
          }
        });
    assertThat(won).hasSize(100);
    assertThat(cluster.list("/from")).isEmpty();
    Invariants.check(cluster);
  }

  @Test
  void aListingShowsARenamedFileExactlyOnce() throws Exception {
    for (String directory : List.of("/hashed", "/hashed/plain")) {
      cluster.mkdirs(directory);
      cluster.createFile(directory + "/a");
      FsPath first = FsPath.parse(directory + "/a");
      FsPath last = FsPath.parse(directory + "/z");
      together(
          (thread, nn, random) -> {
            for (int i = 0; i < 200; i++) {
              if (thread == 0) {
                FsPath from = i % 2 == 0 ? first : last;
                FsPath to = i % 2 == 0 ? last : first;
                assertThat(nn.run(new Rename(from, to, Rules.NO_OVERWRITE), ROOT)).isTrue();
              } else {
                List<String> names = cluster.list(nn, directory, 1000);
                names.remove("plain");
                assertThat(names).hasSize(1);
                assertThat(names.get(0)).isIn("a", "z");
              }
            }
          });
    }
  }

  @Test
  void noUpdateIsLost() throws Exception {
    cluster.createFile("/f");
    together(
        (thread, nn, random) -> {
          for (int i = 0; i < 50; i++) {
            nn.run(new SetPermission(FsPath.parse("/f"), 0400 | (thread << 3) | (i % 2)), ROOT);
          }
        });
    Inode file = Objects.requireNonNull(cluster.stat("/f"));
    long updates = cluster.feedAfter(0).stream().filter(c -> c.inodeId() == file.id()).count() - 1;
    assertThat(file.logicalTime()).isEqualTo(1 + updates);
    Invariants.check(cluster);
  }

  /** A directory moved below the other while the other is moved below it would be lost. */
  @Test
  void crossingRenamesNeverMakeACycle() throws Exception {
    for (int round = 0; round < 30; round++) {
      String a = "/a" + round;
      String b = "/b" + round;
      cluster.mkdirs(a + "/x");
      cluster.mkdirs(b + "/y");
      together(
          (thread, nn, random) -> {
            String from = thread % 2 == 0 ? a : b;
            String to = thread % 2 == 0 ? b + "/y/in" : a + "/x/in";
            Rename rename = new Rename(FsPath.parse(from), FsPath.parse(to), Rules.LEGACY);
            assertThat(Retrying.run(nn, rename, ROOT)).isIn(true, false);
          });
    }
    Invariants.check(cluster);
    assertThat(cluster.rows(Tables.INODES)).hasSize(1 + 30 * 4);
  }

  @Test
  void everythingAtOnceLeavesAConsistentTree() throws Exception {
    List<String> tops = List.of("/t0", "/t1", "/t2");
    for (String top : tops) {
      cluster.mkdirs(top + "/d");
      cluster
          .at(0)
          .run(
              new SetQuota(FsPath.parse(top), QuotaLimit.of(10_000), QuotaLimit.of(1L << 40)),
              ROOT);
    }
    Set<String> unexpected = ConcurrentHashMap.newKeySet();
    Set<NamespaceException.Code> refusals = ConcurrentHashMap.newKeySet();
    together(
        (thread, nn, random) -> {
          for (int i = 0; i < 250; i++) {
            cluster.clock.advance(Duration.ofMillis(random.nextInt(50)));
            Operation<?> operation = randomOperation(random, tops);
            try {
              Object answer = Retrying.run(nn, operation, cluster.retryable(ROOT));
              assertThat(answer).isNotNull();
            } catch (NamespaceException e) {
              refusals.add(e.code());
            } catch (RuntimeException e) {
              unexpected.add(operation + ": " + e);
            }
          }
        });
    assertThat(unexpected).as("seed %d", SEED).isEmpty();
    assertThat(refusals)
        .isSubsetOf(
            NamespaceException.Code.ALREADY_EXISTS,
            NamespaceException.Code.NOT_FOUND,
            NamespaceException.Code.PARENT_NOT_DIRECTORY,
            NamespaceException.Code.DIRECTORY_NOT_EMPTY,
            NamespaceException.Code.NOT_A_DIRECTORY,
            NamespaceException.Code.INVALID_ARGUMENT);
    Housekeeping.Round round = new Housekeeping(cluster.at(0).namespace).run(tx -> {});
    assertThat(round.quotaUpdates()).isPositive();
    Invariants.check(cluster);
  }

  private static Operation<?> randomOperation(Random random, List<String> tops) {
    String path = randomPath(random, tops);
    FsPath parsed = FsPath.parse(path);
    return switch (random.nextInt(10)) {
      case 0, 1 -> new Mkdirs(parsed, 0755, true);
      case 2, 3, 4 -> new TestCluster.CreateTestFile(parsed, 1 + random.nextInt(100));
      case 5 -> new Rename(parsed, FsPath.parse(randomPath(random, tops)), Rules.LEGACY);
      case 6 -> new Rename(parsed, FsPath.parse(randomPath(random, tops)), Rules.OVERWRITE);
      case 7 -> new Delete(parsed, random.nextInt(4) == 0);
      case 8 -> new SetPermission(parsed, 0700 + random.nextInt(8));
      default ->
          new SetQuota(
              parsed,
              random.nextBoolean() ? QuotaLimit.of(9_999) : QuotaLimit.CLEAR,
              QuotaLimit.KEEP);
    };
  }

  private static String randomPath(Random random, List<String> tops) {
    StringBuilder path = new StringBuilder(tops.get(random.nextInt(tops.size())));
    int depth = 1 + random.nextInt(3);
    for (int i = 0; i < depth; i++) {
      path.append('/').append((char) ('a' + random.nextInt(4)));
    }
    return path.toString();
  }

  @Test
  void idsAreNeverGivenTwice() throws Exception {
    Set<Long> seen = ConcurrentHashMap.newKeySet();
    together(
        (thread, nn, random) -> {
          Set<Long> own = new HashSet<>();
          for (int i = 0; i < 3_000; i++) {
            own.add(nn.namespace.ids().next(IdKind.INODE));
          }
          assertThat(own).hasSize(3_000);
          assertThat(seen.addAll(own)).isTrue();
        });
    assertThat(seen).hasSize(3_000 * THREADS);
    long floor = 5_000_000;
    assertThat(cluster.at(0).namespace.ids().nextAbove(IdKind.GENERATION_STAMP, floor))
        .isGreaterThan(floor);
    assertThat(cluster.at(1).namespace.principals().userId("zoe"))
        .isEqualTo(cluster.at(0).namespace.principals().userId("zoe"));
  }
}
