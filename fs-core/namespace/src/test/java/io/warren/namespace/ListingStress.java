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
  private static final int LISTINGS = 400;
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
        Future<Integer> renamer = threads.submit(() -> rename(cluster, directory, stop));
        try {
          list(cluster, directory);
        } finally {
          stop.set(true);
        }
        assertThat(renamer.get(60, TimeUnit.SECONDS)).as("renames").isGreaterThan(LISTINGS / 10);
      }
      Invariants.check(cluster);
    } finally {
      threads.shutdownNow();
    }
  }

  private static int rename(TestCluster cluster, String directory, AtomicBoolean stop) {
    Random random = new Random(SEED);
    boolean[] atEnd = new boolean[FILES];
    int renames = 0;
    while (!stop.get()) {
      int file = random.nextInt(FILES);
      String from = directory + (atEnd[file] ? "/z" : "/a") + file;
      String to = directory + (atEnd[file] ? "/a" : "/z") + file;
      cluster.at(1).run(new Rename(FsPath.parse(from), FsPath.parse(to), Rules.NO_OVERWRITE), ROOT);
      atEnd[file] = !atEnd[file];
      renames++;
    }
    return renames;
  }

  private static void list(TestCluster cluster, String directory) {
    List<Integer> every = IntStream.range(0, FILES).boxed().toList();
    for (int i = 0; i < LISTINGS; i++) {
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
