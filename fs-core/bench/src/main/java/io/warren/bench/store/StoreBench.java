package io.warren.bench.store;

import io.warren.bench.clock.CpuClock;
import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.InodeKind;
import io.warren.model.Name;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Operations per second of single store operations on the embedded store. */
@Command(
    name = "store-bench",
    mixinStandardHelpOptions = true,
    description = "Measures gets, batches, listings and commits of the embedded store.")
public final class StoreBench implements Callable<Integer> {
  @FunctionalInterface
  private interface Operation {
    void run(Store store);
  }

  private static final int DIRECTORIES = 1_000;
  private static final int FILES_PER_DIRECTORY = 16;
  private static final int PATH_DEPTH = 7;
  private static final long FIRST_DIRECTORY = 1_000;

  private final PrintStream out = System.out;
  private final AtomicLong nextId = new AtomicLong(10_000_000);

  @Option(names = "--folder", required = true, description = "An absent or empty folder.")
  private Path folder = Path.of("");

  @Option(names = "--threads", split = ",", description = "Default: ${DEFAULT-VALUE}")
  private List<Integer> threads = List.of(1, 4, 16);

  @Option(names = "--seconds", description = "Per measurement. Default: ${DEFAULT-VALUE}")
  private int seconds = 3;

  @Option(names = "--no-sync", description = "Commit without waiting for the disk.")
  private boolean noSync;

  public static void main(String[] args) {
    System.exit(new CommandLine(new StoreBench()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    EmbeddedOptions options = noSync ? EmbeddedOptions.withoutSync() : EmbeddedOptions.defaults();
    try (Store store = EmbeddedStore.open(folder, options)) {
      load(store);
      for (int threadCount : threads) {
        measure("get", threadCount, store, this::get);
        measure("batch of " + PATH_DEPTH, threadCount, store, this::batch);
        measure("locked get", threadCount, store, this::lockedGet);
        measure("list " + FILES_PER_DIRECTORY, threadCount, store, this::list);
        measure("create (3 rows, 1 change)", threadCount, store, this::create);
      }
    }
    return 0;
  }

  private void measure(String name, int threadCount, Store store, Operation operation)
      throws Exception {
    run(threadCount, store, operation, TimeUnit.SECONDS.toNanos(1));
    CpuClock cpu = CpuClock.own();
    long cpuUs = cpu.usedUs();
    long startNs = System.nanoTime();
    long operations = run(threadCount, store, operation, TimeUnit.SECONDS.toNanos(seconds));
    double perSecond = operations * 1e9 / (System.nanoTime() - startNs);
    double cpuUsEach = (double) (cpu.usedUs() - cpuUs) / operations;
    out.printf(
        Locale.ROOT,
        "%-28s %3d threads %12.0f/s %8.1f µs of processor time each%n",
        name,
        threadCount,
        perSecond,
        cpuUsEach);
  }

  private static long run(int threadCount, Store store, Operation operation, long durationNs)
      throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threadCount);
    try {
      long endNs = System.nanoTime() + durationNs;
      List<Future<Long>> running = new ArrayList<>();
      for (int i = 0; i < threadCount; i++) {
        running.add(
            pool.submit(
                () -> {
                  long count = 0;
                  for (; System.nanoTime() < endNs; count++) {
                    operation.run(store);
                  }
                  return count;
                }));
      }
      long total = 0;
      for (Future<Long> future : running) {
        total += future.get();
      }
      return total;
    } finally {
      pool.shutdownNow();
    }
  }

  private static Name fileName(int file) {
    return Name.of("file-with-a-name-of-34-characters-" + file);
  }

  private static long randomDirectory() {
    return FIRST_DIRECTORY + ThreadLocalRandom.current().nextInt(DIRECTORIES);
  }

  private static InodeKey randomFile() {
    long directory = randomDirectory();
    int file = ThreadLocalRandom.current().nextInt(FILES_PER_DIRECTORY);
    return new InodeKey(directory, directory, fileName(file));
  }

  private static Inode file(long directory, Name name, long id) {
    return new Inode(
        directory,
        directory,
        name,
        id,
        InodeKind.FILE,
        1,
        1,
        1,
        0644,
        1,
        1,
        0,
        3,
        134_217_728,
        0,
        ChildrenPartitioning.BY_PARENT,
        false,
        0,
        null,
        null,
        null,
        0,
        0,
        0,
        0,
        0,
        0);
  }

  private void load(Store store) {
    for (long directory = 0; directory < DIRECTORIES; directory++) {
      try (Tx tx = store.begin(TxOptions.write("load"))) {
        for (int file = 0; file < FILES_PER_DIRECTORY; file++) {
          long id = FIRST_DIRECTORY + DIRECTORIES + directory * FILES_PER_DIRECTORY + file;
          tx.insert(Tables.INODES, file(FIRST_DIRECTORY + directory, fileName(file), id));
        }
        tx.commit();
      }
    }
  }

  private void get(Store store) {
    try (Tx tx = store.begin(TxOptions.read("get"))) {
      require(tx.get(Tables.INODES, randomFile(), LockMode.READ_COMMITTED) != null);
    }
  }

  private void batch(Store store) {
    try (Tx tx = store.begin(TxOptions.read("batch"))) {
      ReadBatch batch = tx.batch();
      List<ReadBatch.Row<Inode>> rows = new ArrayList<>(PATH_DEPTH);
      for (int i = 0; i < PATH_DEPTH; i++) {
        rows.add(batch.get(Tables.INODES, randomFile()));
      }
      batch.execute();
      for (ReadBatch.Row<Inode> row : rows) {
        require(row.get() != null);
      }
    }
  }

  private void lockedGet(Store store) {
    try (Tx tx = store.begin(TxOptions.write("lock"))) {
      require(tx.get(Tables.INODES, randomFile(), LockMode.SHARED) != null);
      tx.commit();
    }
  }

  private void list(Store store) {
    long directory = randomDirectory();
    try (Tx tx = store.begin(TxOptions.read("list"))) {
      require(
          tx.scan(
                      Scan.index(
                          Tables.INODES, Tables.INODES_BY_PARENT, FILES_PER_DIRECTORY, directory))
                  .size()
              == FILES_PER_DIRECTORY);
    }
  }

  private void create(Store store) {
    long id = nextId.incrementAndGet();
    Name name = Name.of("new-file-of-a-bench-run-" + id);
    // Behind the loaded directories, so that listings keep their size.
    long directory = randomDirectory() + 2L * DIRECTORIES;
    try (Tx tx = store.begin(TxOptions.write("create"))) {
      Inode inode = file(directory, name, id);
      tx.get(Tables.INODES, inode.key(), LockMode.EXCLUSIVE);
      tx.insert(Tables.INODES, inode);
      tx.append(
          new Change(
              id,
              1,
              0,
              0,
              ChangeOperation.CREATE,
              directory,
              name,
              InodeKind.FILE,
              0,
              "owner",
              "group",
              0644,
              1,
              1,
              3,
              134_217_728,
              0,
              null,
              0,
              0,
              0,
              0));
      require(tx.commit() > 0);
    }
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("The store gave an unexpected answer");
    }
  }
}
