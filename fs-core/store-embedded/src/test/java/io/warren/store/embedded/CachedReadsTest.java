package io.warren.store.embedded;

import static io.warren.store.testkit.Samples.file;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cache never shows an old row, nor rows of two moments. */
class CachedReadsTest {
  private static final int PATIENCE_MS = 60_000;
  private static final int COMMITS_EACH = 1_500;
  private static final int WRITERS = 2;
  private static final int READERS = 2;
  private static final InodeKey A = new InodeKey(7, 7, Name.of("a"));
  private static final InodeKey B = new InodeKey(8, 8, Name.of("b"));
  private static final InodeKey GONE = new InodeKey(9, 9, Name.of("gone"));
  private static final long BLOCKS_OF = 100;

  private final Path folder;

  CachedReadsTest(@TempDir Path parent) {
    folder = parent.resolve("store");
  }

  private EmbeddedStore open(int cacheEntriesMax) {
    EmbeddedOptions base = EmbeddedOptions.withoutSync();
    return EmbeddedStore.open(
        folder,
        new EmbeddedOptions(
            false,
            base.blockCacheBytes(),
            base.memtableBytes(),
            cacheEntriesMax,
            base.openFilesMax(),
            base.closeWaitMs()));
  }

  private static boolean writeAll(Tx tx, long version) {
    tx.get(Tables.INODES, A, LockMode.EXCLUSIVE);
    tx.upsert(Tables.INODES, file(7, 7, "a", 1).toBuilder().mtimeMs(version).build());
    tx.upsert(Tables.INODES, file(8, 8, "b", 2).toBuilder().mtimeMs(version).build());
    tx.upsert(Tables.BLOCKS, new Block(BLOCKS_OF, 1, 0, version, 0, BlockState.COMPLETE, 0));
    if (version % 2 == 0) {
      tx.upsert(Tables.INODES, file(9, 9, "gone", 3).toBuilder().mtimeMs(version).build());
    } else {
      tx.delete(Tables.INODES, GONE);
    }
    return true;
  }

  private static long increment(Tx tx) {
    Inode a = tx.get(Tables.INODES, A, LockMode.EXCLUSIVE);
    long version = a == null ? 1 : a.mtimeMs() + 1;
    writeAll(tx, version);
    return version;
  }

  /** Everything in one batch. */
  private static Set<Long> inOneBatch(Tx tx) {
    ReadBatch batch = tx.batch();
    ReadBatch.Row<Inode> a = batch.get(Tables.INODES, A);
    ReadBatch.Row<Inode> b = batch.get(Tables.INODES, B);
    ReadBatch.Row<Inode> gone = batch.get(Tables.INODES, GONE);
    ReadBatch.Rows<Block> blocks = batch.scan(Scan.prefix(Tables.BLOCKS, 10, BLOCKS_OF));
    ReadBatch.Rows<Inode> besideB = batch.scan(children(8, null, 1_000));
    ReadBatch.Rows<Inode> besideGone = batch.scan(children(9, null, 10));
    batch.execute();
    assertThat(besideB.get()).containsExactly(b.get());
    assertThat(besideGone.get()).isEqualTo(gone.get() == null ? List.of() : List.of(gone.get()));
    return versions(a.get(), b.get(), gone.get(), blocks.get());
  }

  private static Scan<InodeKey, Inode> children(long parentId, @Nullable String after, int limit) {
    InodeKey from = after == null ? null : new InodeKey(Long.MAX_VALUE, parentId, Name.of(after));
    return Scan.index(Tables.INODES, Tables.INODES_BY_PARENT, limit, parentId).after(from);
  }

  /** One after the other. */
  private static Set<Long> oneByOne(Tx tx) {
    Inode gone = tx.get(Tables.INODES, GONE, LockMode.READ_COMMITTED);
    Inode a = tx.get(Tables.INODES, A, LockMode.READ_COMMITTED);
    List<Block> blocks = tx.scan(Scan.prefix(Tables.BLOCKS, 10, BLOCKS_OF));
    List<Inode> besideB = tx.scan(children(8, null, 1_000));
    Inode b = tx.get(Tables.INODES, B, LockMode.READ_COMMITTED);
    assertThat(besideB).containsExactly(b);
    return versions(a, b, gone, blocks);
  }

  private static Set<Long> versions(
      @Nullable Inode a, @Nullable Inode b, @Nullable Inode gone, List<Block> blocks) {
    if (a == null || b == null || blocks.size() != 1) {
      throw new AssertionError("A row is missing");
    }
    assertThat(gone == null).isEqualTo(a.mtimeMs() % 2 == 1);
    Set<Long> seen = new HashSet<>(Set.of(b.mtimeMs()));
    seen.add(a.mtimeMs());
    seen.add(blocks.get(0).generationStamp());
    if (gone != null) {
      seen.add(gone.mtimeMs());
    }
    return seen;
  }

  @Test
  void readersSeeOneMomentWhileWritersCommit() throws Exception {
    assertOneMoment(10_000);
  }

  @Test
  void readersSeeOneMomentWhenTheCacheIsTooSmall() throws Exception {
    assertOneMoment(2);
  }

  private void assertOneMoment(int cacheEntriesMax) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + READERS);
    try (EmbeddedStore store = open(cacheEntriesMax)) {
      TransactionRunner runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
      runner.run(TxOptions.write("first"), CachedReadsTest::increment);
      AtomicBoolean done = new AtomicBoolean();
      AtomicLong committed = new AtomicLong(1);
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        writers.add(threads.submit(() -> write(runner, committed)));
      }
      List<Future<Long>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        readers.add(threads.submit(() -> read(store, committed, done)));
      }
      for (Future<?> writer : writers) {
        writer.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
      }
      done.set(true);
      for (Future<Long> reader : readers) {
        assertThat(reader.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isPositive();
      }
      assertThat(runner.<Set<Long>>run(TxOptions.read("last"), CachedReadsTest::inOneBatch))
          .containsExactly(1L + WRITERS * COMMITS_EACH);
    } finally {
      threads.shutdownNow();
    }
  }

  private static long write(TransactionRunner runner, AtomicLong committed) {
    for (int i = 0; i < COMMITS_EACH; i++) {
      long version = runner.run(TxOptions.write("increment"), CachedReadsTest::increment);
      committed.accumulateAndGet(version, Math::max);
    }
    return committed.get();
  }

  private static long read(EmbeddedStore store, AtomicLong committed, AtomicBoolean done) {
    long reads = 0;
    while (!done.get() || reads == 0) {
      long atLeast = committed.get();
      try (Tx tx = store.begin(TxOptions.read("read"))) {
        Set<Long> seen = reads % 2 == 0 ? inOneBatch(tx) : oneByOne(tx);
        assertThat(seen).hasSize(1);
        assertThat(seen.iterator().next()).isGreaterThanOrEqualTo(atLeast);
        reads++;
      } catch (StoreException e) {
        assertThat(e.code()).isEqualTo(Code.UNAVAILABLE);
      }
    }
    return reads;
  }

  /**
   * A scan that locks takes the keys from the cache, and the rows as the lock's last holder left
   * them.
   */
  @Test
  void noChangeIsLostBetweenScansThatLock() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (EmbeddedStore store = open(10_000)) {
      TransactionRunner runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
      runner.run(
          TxOptions.write("first"),
          tx -> {
            for (long id = 1; id <= 3; id++) {
              tx.insert(Tables.BLOCKS, new Block(BLOCKS_OF, id, 0, 0, 0, BlockState.COMPLETE, 0));
            }
            return true;
          });
      assertThat(blocks(store)).hasSize(3);
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        writers.add(threads.submit(() -> raiseAll(runner)));
      }
      for (Future<?> writer : writers) {
        writer.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
      }
      assertThat(blocks(store))
          .extracting(Block::generationStamp)
          .containsOnly((long) WRITERS * COMMITS_EACH);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void raiseAll(TransactionRunner runner) {
    Scan<BlockKey, Block> all =
        Scan.prefix(Tables.BLOCKS, 10, BLOCKS_OF).locked(LockMode.EXCLUSIVE);
    for (int i = 0; i < COMMITS_EACH; i++) {
      runner.run(
          TxOptions.write("raise"),
          tx -> {
            List<Block> blocks = tx.scan(all);
            assertThat(blocks).hasSize(3);
            for (Block block : blocks) {
              long raised = block.generationStamp() + 1;
              tx.update(
                  Tables.BLOCKS,
                  new Block(BLOCKS_OF, block.blockId(), 0, raised, 0, BlockState.COMPLETE, 0));
            }
            return true;
          });
    }
  }

  @Test
  void absenceIsForgottenWhenARowComes() {
    try (EmbeddedStore store = open(10_000)) {
      for (int i = 0; i < 3; i++) {
        assertThat(get(store, A)).isNull();
        assertThat(blocks(store)).isEmpty();
      }
      try (Tx tx = store.begin(TxOptions.write("write"))) {
        assertThat(tx.get(Tables.INODES, A, LockMode.READ_COMMITTED)).isNull();
        writeAll(tx, 1);
        assertThat(tx.get(Tables.INODES, A, LockMode.READ_COMMITTED)).isNotNull();
        assertThat(get(store, A)).isNull();
        tx.commit();
      }
      assertThat(get(store, A)).isNotNull();
      assertThat(blocks(store)).hasSize(1);
    }
  }

  /**
   * What is told to be new has the rows that were written since, and those of rolled-back ones not.
   */
  @Test
  void aNewPartitionHasWhatIsWrittenIntoIt() {
    try (EmbeddedStore store = open(10_000)) {
      try (Tx tx = store.begin(TxOptions.write("rolled back"))) {
        tx.beginPartition(Tables.BLOCKS, BLOCKS_OF);
        tx.insert(Tables.BLOCKS, new Block(BLOCKS_OF, 7, 0, 1, 0, BlockState.COMPLETE, 0));
      }
      assertThat(blocks(store)).isEmpty();
      try (Tx tx = store.begin(TxOptions.write("begin"))) {
        tx.beginPartition(Tables.BLOCKS, BLOCKS_OF);
        assertThat(tx.scan(Scan.prefix(Tables.BLOCKS, 10, BLOCKS_OF))).isEmpty();
        tx.insert(Tables.BLOCKS, new Block(BLOCKS_OF, 1, 0, 1, 0, BlockState.COMPLETE, 0));
        assertThat(tx.scan(Scan.prefix(Tables.BLOCKS, 10, BLOCKS_OF))).hasSize(1);
        tx.commit();
      }
      for (long id = 2; id < 40; id++) {
        assertThat(scan(store, BLOCKS_OF, 100)).hasSize((int) id - 1);
        try (Tx tx = store.begin(TxOptions.write("add"))) {
          assertThat(tx.scan(Scan.prefix(Tables.BLOCKS, 100, BLOCKS_OF).locked(LockMode.EXCLUSIVE)))
              .hasSize((int) id - 1);
          tx.insert(Tables.BLOCKS, new Block(BLOCKS_OF, id, 0, 1, 0, BlockState.COMPLETE, 0));
          tx.commit();
        }
      }
    }
  }

  @Test
  void aRollbackChangesNothing() {
    try (EmbeddedStore store = open(10_000)) {
      try (Tx tx = store.begin(TxOptions.write("write"))) {
        writeAll(tx, 2);
        tx.commit();
      }
      assertThat(get(store, A)).isNotNull();
      try (Tx tx = store.begin(TxOptions.write("rolled back"))) {
        tx.delete(Tables.INODES, A);
        tx.delete(Tables.BLOCKS, new BlockKey(BLOCKS_OF, 1));
      }
      assertThat(get(store, A)).isNotNull();
      assertThat(blocks(store)).hasSize(1);
    }
  }

  @Test
  void aScanWithALimitIsNotTakenForTheWholePartition() {
    try (EmbeddedStore store = open(10_000)) {
      try (Tx tx = store.begin(TxOptions.write("write"))) {
        for (long id = 0; id < 40; id++) {
          tx.insert(Tables.BLOCKS, new Block(BLOCKS_OF, id, 0, 1, 0, BlockState.COMPLETE, 0));
          if (id < 5) {
            tx.insert(Tables.BLOCKS, new Block(1, id, 0, 1, 0, BlockState.COMPLETE, 0));
          }
        }
        tx.commit();
      }
      for (int i = 0; i < 3; i++) {
        assertThat(scan(store, BLOCKS_OF, 3)).hasSize(3);
        assertThat(scan(store, BLOCKS_OF, 100)).hasSize(40);
        assertThat(scan(store, 1, 3)).hasSize(3);
        assertThat(scan(store, 1, 100)).hasSize(5);
        assertThat(scan(store, 1, 2)).extracting(Block::blockId).containsExactly(0L, 1L);
      }
    }
  }

  @Test
  void pagesOfADirectoryAreThoseOfItsRows() {
    int max = CommittedCache.SIBLINGS_MAX;
    try (EmbeddedStore store = open(1_000_000)) {
      int stillMax = CommittedCache.STILL_SIBLINGS_MAX;
      for (int count : List.of(1, 300, max - 1, max, max + 1, 3 * max, stillMax, stillMax + 1)) {
        long parent = 1_000 + count;
        try (Tx tx = store.begin(TxOptions.write("write"))) {
          for (int i = 0; i < count; i++) {
            tx.insert(Tables.INODES, file(i % 16, parent, name(i), 1_000_000L * count + i));
          }
          tx.commit();
        }
        for (int read = 0; read < 2; read++) {
          assertPages(store, parent, count);
        }
        change(store, parent, count);
      }
    }
  }

  /** A directory of many children is read once more and then no more, until it changes. */
  @Test
  void aLargeDirectoryThatStandsStillIsKept() {
    long parent = 77;
    int count = 3 * CommittedCache.SIBLINGS_MAX;
    CommittedCache.Unit unit = new CommittedCache.Unit(Tables.INODES.number(), parent);
    try (EmbeddedStore store = open(1_000_000)) {
      try (Tx tx = store.begin(TxOptions.write("write"))) {
        for (int i = 0; i < count; i++) {
          tx.insert(Tables.INODES, file(i % 16, parent, name(i), i + 1));
        }
        tx.commit();
      }
      assertPages(store, parent, count);
      CommittedCache.Entry kept = store.committed().get(unit);
      assertThat(kept == null ? List.of() : kept.content())
          .asInstanceOf(InstanceOfAssertFactories.LIST)
          .hasSize(count);
      change(store, parent, count);
      try (Tx tx = store.begin(TxOptions.write("touch"))) {
        tx.upsert(Tables.INODES, file(5, parent, name(5), 6).toBuilder().mtimeMs(9).build());
        tx.commit();
      }
      assertThat(store.committed().get(unit)).isNull();
    }
  }

  /** Lists of children must not take a multiple of what rows by themselves may. */
  @Test
  void listsTakeNoMoreOfTheHeapThanRowsMay() {
    int directories = 1_000;
    int entriesMax = 5_000;
    try (EmbeddedStore store = open(entriesMax)) {
      for (long parent = 1; parent <= directories; parent++) {
        try (Tx tx = store.begin(TxOptions.write("write"))) {
          for (int i = 0; i < 100; i++) {
            tx.insert(Tables.INODES, file(i % 16, parent, name(i), 1_000 * parent + i));
          }
          tx.commit();
        }
      }
    }
    // Anew, with nothing in the cache that a list would have to displace.
    try (EmbeddedStore store = open(entriesMax)) {
      long before = usedHeapBytes();
      for (long parent = 1; parent <= directories; parent++) {
        try (Tx tx = store.begin(TxOptions.read("list"))) {
          assertThat(tx.scan(children(parent, null, 1_000))).hasSize(100);
        }
      }
      assertThat(usedHeapBytes() - before).isLessThan(2 * entriesMax * EmbeddedOptions.ENTRY_BYTES);
    }
  }

  private static long usedHeapBytes() {
    // Once is not enough for what waits for a cleaner.
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static String name(int i) {
    return "child%06d".formatted(i);
  }

  private static void assertPages(EmbeddedStore store, long parent, int count) {
    for (int limit : List.of(1, 255, 256, 1_001, 5_000)) {
      for (int from : List.of(0, 1, count / 2, count - 1, count)) {
        try (Tx tx = store.begin(TxOptions.read("page"))) {
          String after = from == 0 ? null : name(from - 1);
          List<Inode> page = tx.scan(children(parent, after, limit));
          assertThat(page.stream().map(i -> i.name().toString()).toList())
              .isEqualTo(
                  IntStream.range(from, Math.min(count, from + limit))
                      .mapToObj(CachedReadsTest::name)
                      .toList());
        }
      }
    }
  }

  /** Takes the first child away and adds one behind the last. */
  private static void change(EmbeddedStore store, long parent, int count) {
    try (Tx tx = store.begin(TxOptions.write("change"))) {
      tx.delete(Tables.INODES, new InodeKey(0, parent, Name.of(name(0))));
      tx.insert(Tables.INODES, file(3, parent, name(count), 500_000L + count));
      assertThat(all(tx, parent).size()).isEqualTo(count);
      tx.commit();
    }
    for (int read = 0; read < 2; read++) {
      try (Tx tx = store.begin(TxOptions.read("read"))) {
        List<Inode> now = all(tx, parent);
        assertThat(now.size()).isEqualTo(count);
        assertThat(now.get(0).name().toString()).isEqualTo(name(1));
        assertThat(now.get(count - 1).name().toString()).isEqualTo(name(count));
      }
    }
  }

  private static List<Inode> all(Tx tx, long parent) {
    List<Inode> all = new ArrayList<>();
    List<Inode> page = tx.scan(children(parent, null, 1_000));
    while (!page.isEmpty()) {
      all.addAll(page);
      page = tx.scan(children(parent, page.get(page.size() - 1).name().toString(), 1_000));
    }
    return all;
  }

  private static @Nullable Inode get(EmbeddedStore store, InodeKey key) {
    try (Tx tx = store.begin(TxOptions.read("get"))) {
      return tx.get(Tables.INODES, key, LockMode.READ_COMMITTED);
    }
  }

  private static List<Block> blocks(EmbeddedStore store) {
    return scan(store, BLOCKS_OF, 10);
  }

  private static List<Block> scan(EmbeddedStore store, long inodeId, int limit) {
    try (Tx tx = store.begin(TxOptions.read("scan"))) {
      return tx.scan(Scan.prefix(Tables.BLOCKS, limit, inodeId));
    }
  }
}
