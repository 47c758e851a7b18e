package io.warren.bench.load;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.InodeKind;
import io.warren.model.Name;
import io.warren.namespace.IdKind;
import io.warren.namespace.Namespace;
import io.warren.namespace.Partitioning;
import io.warren.namespace.TotalsState;
import io.warren.store.BulkLoad;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Makes inodes of paths, the directories on the way included, and hands them on. Files get lengths
 * but no blocks: they can be found and counted, not read. The change feed hears of nothing. Not
 * thread-safe.
 */
final class TreeLoader implements AutoCloseable {
  private static final int OWNERS = 50;
  private static final long BLOCK_SIZE_BYTES = 128L << 20;
  private static final long YEAR_MS = 365L * 24 * 3_600_000;
  private static final double SIZE_MEDIAN_BYTES = 2e6;
  private static final double SIZE_SPREAD = 2.5;
  private static final long SIZE_MAX_BYTES = 1L << 40;

  private final Namespace namespace;
  private final SplittableRandom random;
  private final long nowMs;
  private final int[] owners = new int[OWNERS];
  private final int group;
  private final Map<String, LoadedDirectory> directories = new HashMap<>();
  private final InodeSink sink;
  private final boolean countedBefore;
  private boolean begun;
  private String lastPath = "";

  TreeLoader(Namespace namespace, long seed) {
    this.namespace = namespace;
    this.random = new SplittableRandom(seed);
    this.nowMs = namespace.clock().millis();
    for (int i = 0; i < OWNERS; i++) {
      owners[i] = namespace.principals().userId("user" + i);
    }
    this.group = namespace.principals().groupId("staff");
    Inode root = namespace.runner().run(TxOptions.read("read_root"), TreeLoader::root);
    this.countedBefore =
        namespace
            .runner()
            .run(TxOptions.read("read_totals_state"), tx -> TotalsState.isCounted(tx));
    this.sink = sink(namespace.runner());
    directories.put("", new LoadedDirectory(root, null));
  }

  /** Past transactions where there is nothing to meet. */
  private static InodeSink sink(TransactionRunner runner) {
    int inodes = runner.run(TxOptions.read("read_first"), TreeLoader::atMostTwo);
    BulkLoad bulk = inodes == 1 ? runner.store().bulkLoad() : null;
    return bulk == null ? new CheckedInodes(runner) : new BulkInodes(runner, bulk);
  }

  private static int atMostTwo(Tx tx) {
    return tx.scan(Scan.index(Tables.INODES, Tables.INODES_BY_ID, 2).above(0L)).size();
  }

  private static Inode root(Tx tx) {
    Inode root = tx.get(Tables.INODES, Partitioning.ROOT_KEY, LockMode.READ_COMMITTED);
    if (root == null) {
      throw new IllegalStateException("The store has no root directory");
    }
    return root;
  }

  /** Inodes written or about to be. */
  long count() {
    return sink.taken();
  }

  /** Paths that were there already. */
  long skipped() {
    return sink.skipped();
  }

  /** Adds a file; a path that repeats the one before is left out. */
  void add(String path) {
    if (path.equals(lastPath)) {
      return;
    }
    lastPath = path;
    int slash = path.lastIndexOf('/');
    LoadedDirectory parent = directory(path.substring(0, slash));
    Name name = Name.of(path.substring(slash + 1));
    double spread = Math.exp(SIZE_SPREAD * random.nextGaussian());
    long sizeBytes = Math.min(SIZE_MAX_BYTES, Math.round(SIZE_MEDIAN_BYTES * spread));
    Inode file = inode(parent, name, InodeKind.FILE, ChildrenPartitioning.BY_PARENT, sizeBytes);
    write(file);
    parent.put(file);
  }

  /**
   * Writes what waits, and the totals of directories. Where something was there already the leader
   * counts them.
   */
  void finish() {
    sink.flush();
    boolean countable = countedBefore && skipped() == 0;
    if (countable) {
      writeTotals();
    }
    sink.close();
    if (countable) {
      setCounted(true);
    }
  }

  /** What was taken is written, but counted as the leader finds it unless {@link #finish} ran. */
  @Override
  public void close() {
    sink.close();
  }

  private void writeTotals() {
    List<LoadedDirectory> deepestFirst = new ArrayList<>(directories.values());
    deepestFirst.sort(Comparator.comparingInt((LoadedDirectory at) -> at.depth).reversed());
    deepestFirst.forEach(LoadedDirectory::tellParent);
    deepestFirst.forEach(directory -> sink.addTotals(directory.totals()));
  }

  /** The totals of directories do not hear of what is written here, unless all of it is new. */
  private void setCounted(boolean counted) {
    namespace
        .runner()
        .run(
            TxOptions.write("load_totals_state"),
            tx -> {
              if (counted) {
                TotalsState.counted(tx);
              } else {
                TotalsState.uncounted(tx);
              }
              return counted;
            });
  }

  private LoadedDirectory directory(String path) {
    LoadedDirectory known = directories.get(path);
    if (known != null) {
      return known;
    }
    int slash = path.lastIndexOf('/');
    LoadedDirectory parent = directory(path.substring(0, slash));
    int depth = parent.depth + 1;
    ChildrenPartitioning partitioning =
        Partitioning.forNewDirectory(depth, namespace.config().hashedLevels());
    Inode inode =
        inode(parent, Name.of(path.substring(slash + 1)), InodeKind.DIRECTORY, partitioning, 0);
    write(inode);
    parent.put(inode);
    LoadedDirectory made = new LoadedDirectory(inode, parent);
    directories.put(path, made);
    return made;
  }

  private void write(Inode inode) {
    if (!begun) {
      begun = true;
      setCounted(false);
    }
    sink.write(inode);
  }

  private Inode inode(
      LoadedDirectory parent,
      Name name,
      InodeKind kind,
      ChildrenPartitioning partitioning,
      long sizeBytes) {
    InodeKey key = Partitioning.childKey(parent.inode, name);
    boolean isFile = kind == InodeKind.FILE;
    long mtimeMs = nowMs - (long) (5 * YEAR_MS * Math.pow(random.nextDouble(), 2));
    return new Inode(
        key.partitionId(),
        key.parentId(),
        name,
        namespace.ids().next(IdKind.INODE),
        kind,
        1,
        owners[Math.floorMod(Long.hashCode(parent.inode.id() * 31), OWNERS)],
        group,
        isFile ? 0644 : 0755,
        mtimeMs,
        isFile ? Math.min(nowMs, mtimeMs + random.nextLong(YEAR_MS)) : 0,
        sizeBytes,
        isFile ? 3 : 0,
        isFile ? BLOCK_SIZE_BYTES : 0,
        0,
        partitioning,
        false,
        0,
        null,
        null,
        null,
        Inode.CHILDREN_NEVER_MOVED,
        0,
        0,
        0,
        0,
        0);
  }
}
