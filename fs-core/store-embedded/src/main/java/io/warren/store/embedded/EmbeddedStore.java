package io.warren.store.embedded;

import io.warren.store.BulkLoad;
import io.warren.store.ChangeFeed;
import io.warren.store.Checkpoints;
import io.warren.store.Durability;
import io.warren.store.Shards;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.StoreRoom;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.rocksdb.RocksDBException;

/**
 * The metadata store of the embedded mode: a folder of RocksDB files that one process at a time has
 * open, shared by all namenodes in that process. Read-only transactions see a snapshot.
 */
public final class EmbeddedStore implements Store {
  static final String KIND = "embedded";

  private final StoreFolder folder;
  private final Rocks rocks;
  private final LogSync logSync;
  private final Outbox outbox;
  private final CommittedCache committed;
  private final RowLocks locks = new RowLocks();
  private final EmbeddedCheckpoints checkpoints;
  private final int incarnation;
  private final ShardCounters shards = new ShardCounters(System.currentTimeMillis());
  private final int closeWaitMs;
  private final Set<EmbeddedTx> running = ConcurrentHashMap.newKeySet();
  private final Object ended = new Object();
  private volatile boolean closing;
  private boolean closed;

  private EmbeddedStore(
      StoreFolder folder, Rocks rocks, Outbox outbox, LogDisk disk, EmbeddedOptions options)
      throws RocksDBException {
    this.folder = folder;
    this.rocks = rocks;
    this.outbox = outbox;
    this.incarnation = rocks.incarnation();
    this.checkpoints = new EmbeddedCheckpoints(this::begin, folder, outbox);
    this.committed = new CommittedCache(options.cacheEntriesMax());
    this.logSync = new LogSync(rocks, disk);
    this.closeWaitMs = options.closeWaitMs();
  }

  /**
   * Opens the store in a folder; makes both when absent.
   *
   * @throws StoreException with code FOREIGN for a folder that holds something else or can't be
   *     used, CORRUPT for damaged files, IN_USE when another process has it open, FULL
   */
  public static EmbeddedStore open(Path dir, EmbeddedOptions options) {
    return open(dir, options, disk -> disk);
  }

  /**
   * As {@link #open(Path, EmbeddedOptions)}.
   *
   * @param watched what stands between the store and its disk; tests let it stand still there
   */
  static EmbeddedStore open(Path dir, EmbeddedOptions options, UnaryOperator<LogDisk> watched) {
    StoreFolder folder = StoreFolder.open(dir);
    try {
      folder.prepare();
      Rocks rocks = new Rocks(folder.rocksdb(), folder.nativeLibrary(), options);
      try {
        Outbox outbox = new Outbox(rocks);
        if (folder.isCopy()) {
          rocks.beginIncarnation();
        }
        if (folder.fresh() || folder.isCopy()) {
          folder.ready();
        }
        EmbeddedCheckpoints.clear(folder);
        LogDisk disk = watched.apply(() -> rocks.db().flushWal(options.syncCommits()));
        EmbeddedStore store = new EmbeddedStore(folder, rocks, outbox, disk, options);
        store.logSync.start();
        return store;
      } catch (RocksDBException | RuntimeException e) {
        rocks.close();
        throw e;
      }
    } catch (RocksDBException e) {
      folder.close();
      throw Classify.error("open", e).with("folder", dir);
    } catch (RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  @Override
  public Tx begin(TxOptions options) {
    logSync.check();
    EmbeddedTx tx =
        options.readOnly()
            ? new ReadTx(rocks, shards, committed, options, this::ended)
            : new WriteTx(rocks, shards, logSync, outbox, committed, locks, options, this::ended);
    // Registered before the look at closing: either this sees it, or close() sees the transaction.
    running.add(tx);
    if (closing) {
      tx.close();
      throw new StoreException(Code.CLOSED, "The metadata store is closed")
          .with("operation", options.operation());
    }
    return tx;
  }

  /** What is kept of committed rows. */
  CommittedCache committed() {
    return committed;
  }

  private void ended(EmbeddedTx tx) {
    running.remove(tx);
    if (closing) {
      synchronized (ended) {
        ended.notifyAll();
      }
    }
  }

  @Override
  public ChangeFeed feed() {
    return outbox;
  }

  @Override
  public String kind() {
    return KIND;
  }

  /** One process has all partitions. */
  @Override
  public boolean readsAhead() {
    return false;
  }

  @Override
  public boolean takesHints() {
    return false;
  }

  /** What is free on the disk is room. */
  @Override
  public StoreRoom room() {
    // A transaction keeps the database open until it has answered.
    try (EmbeddedTx tx = (EmbeddedTx) begin(TxOptions.read("room"))) {
      long usedBytes = tx.attempt(rocks::contentsBytes);
      return new StoreRoom(usedBytes, usedBytes + folder.freeBytes());
    }
  }

  @Override
  public Shards shards() {
    return shards;
  }

  @Override
  public boolean snapshotReads() {
    return true;
  }

  @Override
  public long moment() {
    return 0;
  }

  /** A commit is visible in all its rows at once. */
  @Override
  public boolean settled(long moment) {
    return true;
  }

  /**
   * 0 until the store is restored from a copy: a commit is acknowledged after its sync, so whoever
   * acts on his own commits loses nothing else.
   */
  @Override
  public int incarnation(Tx tx) {
    return incarnation;
  }

  @Override
  public boolean incarnationsAreCopies() {
    return true;
  }

  @Override
  public Checkpoints checkpoints() {
    return checkpoints;
  }

  @Override
  public Durability durability() {
    return logSync;
  }

  @Override
  public BulkLoad bulkLoad() {
    logSync.check();
    return new EmbeddedBulkLoad(rocks, committed);
  }

  @Override
  public void close() {
    closing = true;
    synchronized (ended) {
      if (closed) {
        return;
      }
      closed = true;
    }
    awaitRunning();
    // Whoever is still in a call finishes it; its next call is refused.
    for (EmbeddedTx tx : running) {
      tx.end();
    }
    outbox.close();
    logSync.close();
    try {
      rocks.close();
    } finally {
      folder.close();
    }
  }

  private void awaitRunning() {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(closeWaitMs);
    boolean interrupted = false;
    synchronized (ended) {
      while (!running.isEmpty() && !interrupted) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        if (leftMs <= 0) {
          break;
        }
        try {
          ended.wait(leftMs);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
