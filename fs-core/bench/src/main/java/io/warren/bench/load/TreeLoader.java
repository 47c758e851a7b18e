package io.warren.bench.load;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.DirectoryTotals;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.InodeKind;
import io.warren.model.Name;
import io.warren.namespace.IdKind;
import io.warren.namespace.Namespace;
import io.warren.namespace.Partitioning;
import io.warren.namespace.Tally;
import io.warren.namespace.TotalsState;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
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
 * Makes inodes of paths, the directories on the way included, and writes them in batches. Files get
 * lengths but no blocks: they can be found and counted, not read. The change feed hears of nothing.
 * Not thread-safe.
 */
final class TreeLoader {
  private static final int BATCH_ROWS = 1_000;
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
  private final List<Inode> batch = new ArrayList<>(BATCH_ROWS);
  private final boolean countedBefore;
  private long written;
  private long skipped;
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
    directories.put("", new LoadedDirectory(root, null));
  }

  private static Inode root(Tx tx) {
    Inode root = tx.get(Tables.INODES, Partitioning.ROOT_KEY, LockMode.READ_COMMITTED);
    if (root == null) {
      throw new IllegalStateException("The store has no root directory");
    }
    return root;
  }

  /** Inodes written or waiting in the batch. */
  long count() {
    return written + batch.size();
  }

  /** Paths that were there already. */
  long skipped() {
    return skipped;
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

  /** Writes what waits. */
  void flush() {
    if (batch.isEmpty()) {
      return;
    }
    if (written == 0) {
      uncount();
    }
    try {
      insert(batch);
      written += batch.size();
    } catch (StoreException e) {
      if (e.code() != StoreException.Code.ROW_EXISTS) {
        throw e;
      }
      // A list may name a path twice, or a file that is a directory elsewhere.
      batch.forEach(this::insertIfAbsent);
    }
    batch.clear();
  }

  /**
   * Writes what waits, and the totals of directories. Where something was there already the leader
   * counts them.
   */
  void finish() {
    flush();
    if (countedBefore && skipped == 0) {
      writeTotals();
    }
  }

  private void writeTotals() {
    List<LoadedDirectory> deepestFirst = new ArrayList<>(directories.values());
    deepestFirst.sort(Comparator.comparingInt((LoadedDirectory at) -> at.depth).reversed());
    deepestFirst.forEach(LoadedDirectory::tellParent);
    for (int from = 0; from < deepestFirst.size(); from += BATCH_ROWS) {
      List<LoadedDirectory> some =
          deepestFirst.subList(from, Math.min(deepestFirst.size(), from + BATCH_ROWS));
      namespace
          .runner()
          .run(
              TxOptions.write("load_totals"),
              tx -> {
                some.forEach(directory -> addTotals(tx, directory));
                return some.size();
              });
    }
    namespace
        .runner()
        .run(
            TxOptions.write("totals_counted"),
            tx -> {
              TotalsState.counted(tx);
              return true;
            });
  }

  private static void addTotals(Tx tx, LoadedDirectory directory) {
    long id = directory.inode.id();
    DirectoryTotals there = tx.get(Tables.DIRECTORY_TOTALS, id, LockMode.EXCLUSIVE);
    DirectoryTotals before = there == null ? DirectoryTotals.empty(directory.inode, true) : there;
    tx.upsert(
        Tables.DIRECTORY_TOTALS,
        new DirectoryTotals(
            id,
            before.parentId(),
            before.storagePolicy(),
            true,
            Tally.decoded(before.own()).plus(directory.own()).encoded(),
            Tally.decoded(before.below()).plus(directory.below()).encoded()));
  }

  /** The totals of directories do not hear of what is written here: the leader counts anew. */
  private void uncount() {
    namespace
        .runner()
        .run(
            TxOptions.write("uncount_totals"),
            tx -> {
              TotalsState.uncounted(tx);
              return true;
            });
  }

  private void insert(List<Inode> inodes) {
    namespace
        .runner()
        .run(
            TxOptions.write("load_inodes"),
            tx -> {
              inodes.forEach(inode -> tx.insert(Tables.INODES, inode));
              return inodes.size();
            });
  }

  private void insertIfAbsent(Inode inode) {
    try {
      insert(List.of(inode));
      written++;
    } catch (StoreException e) {
      if (e.code() != StoreException.Code.ROW_EXISTS) {
        throw e;
      }
      skipped++;
      if (inode.isDirectory()) {
        // What is below it names it as its parent: the directory takes the file's place.
        replace(inode);
      }
    }
  }

  private void replace(Inode inode) {
    namespace
        .runner()
        .run(
            TxOptions.write("load_inodes"),
            tx -> {
              tx.update(Tables.INODES, inode);
              return 1;
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
    batch.add(inode);
    if (batch.size() == BATCH_ROWS) {
      flush();
    }
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
