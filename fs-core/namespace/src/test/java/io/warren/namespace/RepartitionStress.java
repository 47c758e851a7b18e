package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.NamespaceException;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.repartition.ChildMover;
import io.warren.namespace.repartition.Repartition;
import io.warren.store.Store;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Threads on two namenodes work in one directory whose children are moved to and fro all the time.
 * Each thread owns the names that begin with its number, so it knows what every answer must be. On
 * the store that a subclass opens.
 */
public abstract class RepartitionStress {
  private static final int THREADS = 4;
  private static final int PATIENCE_S = 300;
  private static final int SETTLED_MIN = 6;
  private static final int NAMES = 12;
  private static final long SEED = 20_261_121;
  private static final FsPath DIRECTORY = FsPath.parse("/top/busy");

  /** One thread's names and what they should be. */
  private static final class Owner {
    final int number;
    final TestCluster cluster;
    final TestCluster.Namenode namenode;
    final Random random;
    final TreeSet<String> present = new TreeSet<>();

    Owner(int number, TestCluster cluster) {
      this.number = number;
      this.cluster = cluster;
      this.namenode = cluster.at(number % 2);
      this.random = new Random(SEED + number);
    }

    FsPath path(String name) {
      return FsPath.parse(DIRECTORY + "/" + name);
    }

    String anyName() {
      return number + "-" + random.nextInt(NAMES);
    }

    void step() {
      String name = anyName();
      switch (random.nextInt(6)) {
        case 0, 1 -> create(name);
        case 2 -> delete(name);
        case 3 -> rename(name, anyName());
        case 4 -> look(name);
        default -> list();
      }
    }

    private void create(String name) {
      boolean directory = random.nextInt(4) == 0;
      boolean made = true;
      try {
        if (directory && !present.contains(name)) {
          namenode.run(new Mkdirs(path(name), 0755, false), ROOT);
        } else {
          namenode.run(new TestCluster.CreateTestFile(path(name), 0), ROOT);
        }
      } catch (NamespaceException e) {
        assertThat(e.code()).isEqualTo(NamespaceException.Code.ALREADY_EXISTS);
        made = false;
      }
      assertThat(made).as("create %s, has %s", name, present).isEqualTo(present.add(name));
    }

    private void delete(String name) {
      assertThat(namenode.run(new Delete(path(name), true), ROOT))
          .as("delete %s, has %s", name, present)
          .isEqualTo(present.remove(name));
    }

    private void rename(String from, String to) {
      boolean possible = present.contains(from) && !present.contains(to);
      boolean done = true;
      try {
        namenode.run(new Rename(path(from), path(to), Rules.NO_OVERWRITE), ROOT);
      } catch (NamespaceException e) {
        assertThat(e.code())
            .isIn(
                NamespaceException.Code.NOT_FOUND,
                NamespaceException.Code.ALREADY_EXISTS,
                NamespaceException.Code.INVALID_ARGUMENT);
        done = false;
      }
      assertThat(done).as("rename %s to %s, has %s", from, to, present).isEqualTo(possible);
      if (done) {
        present.remove(from);
        present.add(to);
      }
    }

    private boolean exists(String name) {
      return namenode.run(new GetStatus(path(name)), ROOT).isPresent();
    }

    private void look(String name) {
      assertThat(exists(name))
          .as("look at %s, has %s", name, present)
          .isEqualTo(present.contains(name));
      if (present.contains(name)) {
        namenode.run(new SetPermission(path(name), random.nextBoolean() ? 0700 : 0755), ROOT);
      }
    }

    private void list() {
      List<String> mine = new ArrayList<>();
      for (String name : cluster.list(namenode, DIRECTORY.toString(), 1000)) {
        if (name.startsWith(number + "-")) {
          mine.add(name);
        }
      }
      assertThat(mine).as("listing").containsExactlyElementsOf(present);
    }
  }

  /**
   * An empty store; closed by this class.
   *
   * @param folder for stores that keep their files there
   */
  protected abstract Store openStore(Path folder) throws Exception;

  /** How many steps each thread makes at least. */
  protected abstract int steps();

  @Test
  void everyAnswerIsRightWhileChildrenMove(@TempDir Path folder) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
    try (TestCluster cluster = new TestCluster(openStore(folder))) {
      TestCluster.Namenode first = cluster.namenode();
      NamespaceFormat.formatIfEmpty(first.namespace);
      cluster.namenode();
      cluster.mkdirs(DIRECTORY.toString());
      AtomicBoolean stop = new AtomicBoolean();
      AtomicInteger settled = new AtomicInteger();
      Future<?> mover = threads.submit(() -> moveToAndFro(cluster, stop, settled));
      List<Future<Owner>> owners = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        Owner owner = new Owner(t, cluster);
        owners.add(threads.submit(() -> work(owner, settled, mover)));
      }
      try {
        for (Future<Owner> owner : owners) {
          owner.get(PATIENCE_S, TimeUnit.SECONDS).list();
        }
      } finally {
        stop.set(true);
      }
      mover.get(PATIENCE_S, TimeUnit.SECONDS);
      Invariants.check(cluster);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Until both happened often enough, however the machine divides its time between them. */
  private Owner work(Owner owner, AtomicInteger settled, Future<?> mover) {
    for (int step = 0; step < steps() || (settled.get() < SETTLED_MIN && !mover.isDone()); step++) {
      try {
        owner.step();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + SEED + ", step " + step, e);
      }
    }
    return owner;
  }

  /** Also turns round before everything was moved; counts how often the directory was settled. */
  private static void moveToAndFro(TestCluster cluster, AtomicBoolean stop, AtomicInteger settled) {
    Random random = new Random(SEED);
    ChildrenPartitioning target = ChildrenPartitioning.HASHED;
    while (!stop.get()) {
      TestCluster.Namenode nn = cluster.at(random.nextInt(2));
      long id = nn.run(new Repartition(DIRECTORY, target), ROOT);
      int batches = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : Integer.MAX_VALUE;
      if (new ChildMover(nn.namespace, 3).move(id, batches)) {
        settled.incrementAndGet();
      }
      target =
          target == ChildrenPartitioning.HASHED
              ? ChildrenPartitioning.BY_PARENT
              : ChildrenPartitioning.HASHED;
    }
  }
}
