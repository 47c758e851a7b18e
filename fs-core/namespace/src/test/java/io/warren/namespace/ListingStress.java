package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.store.Store;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files are renamed to and fro between the beginning and the end of their directory by one
 * namenode, while another one lists it: every listing shows every file once. On the store that a
 * subclass opens.
 */
public abstract class ListingStress {
  private static final int FILES = 40;
  private static final int LISTINGS = Integer.getInteger("warren.check.listings", 200);
  private static final int RENAMES = 40;
  private static final long SEED = 20_261_121;

  /**
   * An empty store; closed by this class.
   *
   * @param folder for stores that keep their files there
   */
  protected abstract Store openStore(Path folder) throws Exception;

  @Test
  void everyListingShowsEveryFileOnce(@TempDir Path folder) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (TestCluster cluster = new TestCluster(openStore(folder))) {
      NamespaceFormat.formatIfEmpty(cluster.namenode().namespace);
      cluster.namenode();
      for (String directory : List.of("/hashed", "/hashed/by-parent")) {
        cluster.mkdirs(directory);
        for (int i = 0; i < FILES; i++) {
          cluster.createFile(directory + "/a" + i);
        }
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger renames = new AtomicInteger();
        Future<?> renamer = threads.submit(() -> rename(cluster, directory, stop, renames));
        try {
          list(cluster, directory, renames, renamer);
        } finally {
          stop.set(true);
        }
        renamer.get(60, TimeUnit.SECONDS);
      }
      Invariants.check(cluster);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void rename(
      TestCluster cluster, String directory, AtomicBoolean stop, AtomicInteger renames) {
    Random random = new Random(SEED);
    boolean[] atEnd = new boolean[FILES];
    while (!stop.get()) {
      int file = random.nextInt(FILES);
      String from = directory + (atEnd[file] ? "/z" : "/a") + file;
      String to = directory + (atEnd[file] ? "/a" : "/z") + file;
      cluster.at(1).run(new Rename(FsPath.parse(from), FsPath.parse(to), Rules.NO_OVERWRITE), ROOT);
      atEnd[file] = !atEnd[file];
      renames.incrementAndGet();
    }
  }

  /** Until both happened often enough, however the machine divides its time between them. */
  private static void list(
      TestCluster cluster, String directory, AtomicInteger renames, Future<?> renamer) {
    List<Integer> every = IntStream.range(0, FILES).boxed().toList();
    for (int i = 0; i < LISTINGS || (renames.get() < RENAMES && !renamer.isDone()); i++) {
      List<Integer> files = new ArrayList<>();
      for (String name : cluster.list(cluster.at(0), directory, 1000)) {
        if (!name.equals("by-parent")) {
          files.add(Integer.parseInt(name.substring(1)));
        }
      }
      assertThat(files)
          .as("listing %d of %s, seed %d", i, directory, SEED)
          .containsExactlyInAnyOrderElementsOf(every);
    }
  }
}
