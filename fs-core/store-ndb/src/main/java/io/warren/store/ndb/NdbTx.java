package io.warren.store.ndb;

import io.warren.model.Change;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.TxStats;
import io.warren.store.ndb.Write.Kind;
import io.warren.store.schema.Index;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A transaction. It starts in the cluster with its first exchange, on the shard of the row that the
 * options name or of the first row that it asks for. Writes are kept back until the commit or until
 * a scan of their table. Rows that were read under a lock are not asked for again. Every call holds
 * the monitor, so that the closing store can end a transaction between two calls.
 */
final class NdbTx implements Tx {
  private enum State {
    RUNNING,
    FAILED,
    ENDED
  }

  /** Rows kept back at most before some are sent: their buffers take memory. */
  private static final int KEPT_MAX = 2_000;

  /**
   * Scans that one transaction has under way. A coordinator of the cluster has room for some
   * hundred of all transactions together (MaxNoOfConcurrentScans) and refuses the rest.
   */
  private static final int SCANS_AT_ONCE = 32;

  private final NdbStore store;
  private final Link link;
  private final TxOptions options;
  private final Cost cost = new Cost();
  private final Writes writes = new Writes();
  private final Locks locks = new Locks();
  private final List<Change> changes = new ArrayList<>();
  private @Nullable Session session;
  private @Nullable Exchange exchange;
  private boolean sent;
  private boolean sessionUsable = true;
  private State state = State.RUNNING;

  NdbTx(NdbStore store, Link link, TxOptions options) {
    this.store = store;
    this.link = link;
    this.options = options;
  }

  /** Where the transaction runs; null before its first exchange. */
  @Nullable Session session() {
    return session;
  }

  <K, R> NdbTable<K, R> table(Table<K, R> table) {
    return link.catalog().of(table);
  }

  /** Runs work while the transaction is usable; after an error it no longer is. */
  private synchronized <T> @Nullable T attempt(Supplier<@Nullable T> work) {
    if (state != State.RUNNING) {
      throw new StoreException(Code.CLOSED, "The transaction has ended")
          .with("operation", options.operation());
    }
    try {
      return work.get();
    } catch (StoreException e) {
      state = State.FAILED;
      if (e.code() == Code.UNAVAILABLE || e.code() == Code.COMMIT_UNKNOWN) {
        sessionUsable = false;
      }
      store.failed(link, e);
      throw e.with("operation", options.operation());
    } catch (RuntimeException e) {
      state = State.FAILED;
      throw e;
    }
  }

  private void perform(Runnable work) {
    attempt(
        () -> {
          work.run();
          return null;
        });
  }

  private void mayWrite() {
    if (options.readOnly()) {
      throw new IllegalStateException(
          "A read-only transaction can't lock exclusively or write: " + options.operation());
    }
  }

  /**
   * The native transaction. Starts it on the shard of the options' partition, else on the shard of
   * a partition of a table when one is given.
   */
  private Exchange started(@Nullable NdbTable<?, ?> nearTable, @Nullable Object nearPartition) {
    Exchange running = exchange;
    if (running != null) {
      return running;
    }
    Session taken = link.take();
    if (taken == null) {
      throw new StoreException(Code.UNAVAILABLE, "The connection to the cluster was replaced");
    }
    session = taken;
    NdbTable<?, ?> start = null;
    long partition = options.partitionHint();
    if (partition != 0) {
      start = table(Tables.INODES);
    } else if (nearTable != null
        && nearTable.numberPartition() != null
        && nearPartition instanceof Number near) {
      start = nearTable;
      partition = near.longValue();
    }
    store.metrics().started(start != null);
    running = new Exchange(taken.start(start, partition), taken.arena(), cost);
    exchange = running;
    return running;
  }

  private <K, R> Exchange startedNear(RowRead<K, R> read) {
    return exchange != null ? exchange : started(read.table, read.table.keyValues(read.key).get(0));
  }

  @Override
  public <K, R> @Nullable R get(Table<K, R> table, K key, LockMode lock) {
    return attempt(
        () -> {
          if (lock == LockMode.EXCLUSIVE) {
            mayWrite();
          }
          RowRead<K, R> read = new RowRead<>(table(table), key, lock);
          if (!known(read)) {
            startedNear(read).read(List.of(read), List.of());
            if (lock.locks()) {
              locks.add(read.table, key, lock, read.row);
            }
          }
          cost.primaryKeyRead(read.row != null);
          return read.row;
        });
  }

  /** Answers a read from this transaction's own writes and locked rows, if it can. */
  private <K, R> boolean known(RowRead<K, R> read) {
    Optional<R> own = writes.own(read.table, read.key);
    if (own != null) {
      read.row = own.orElse(null);
      return true;
    }
    boolean held =
        read.mode.locks()
            ? locks.covers(read.table, read.key, read.mode)
            : locks.holds(read.table, read.key);
    if (held) {
      read.row = locks.row(read.table, read.key);
    }
    return held;
  }

  @Override
  public <K, R> @Nullable R getUnique(Table<K, R> table, String index, Object value) {
    return attempt(
        () -> {
          Index found = table.index(index);
          if (!found.unique() || found.columns().size() != 1) {
            throw new IllegalArgumentException("Not a unique index of one column: " + index);
          }
          NdbTable<K, R> ndb = table(table);
          R row = writes.ownWith(ndb, found.columns().get(0), value);
          if (row == null) {
            row = started(null, null).readUnique(ndb, ndb.unique(index), value);
            // What this transaction has changed or deleted no longer has the value.
            if (row != null && writes.own(ndb, table.keyOf().apply(row)) != null) {
              row = null;
            }
          }
          cost.primaryKeyRead(row != null);
          return row;
        });
  }

  @Override
  public ReadBatch batch() {
    return new NdbBatch(this);
  }

  /** Runs a batch. */
  void read(List<RowRead<?, ?>> reads, List<ScanRun<?, ?>> scans) {
    perform(
        () -> {
          List<RowRead<?, ?>> unknown = new ArrayList<>();
          for (RowRead<?, ?> read : reads) {
            if (!known(read)) {
              unknown.add(read);
            }
          }
          scans.forEach(scan -> sendWritesOf(scan.table()));
          if (!unknown.isEmpty()) {
            startedNear(unknown.get(unknown.size() - 1));
          } else if (!scans.isEmpty()) {
            startedNear(scans.get(0).scan());
          }
          exchange(unknown, scans);
          reads.forEach(read -> cost.batchedRead(read.row != null));
          scans.forEach(scan -> cost.scanned(scan.scan(), scan.rows().size()));
        });
  }

  /**
   * Sends reads and scans together, except that of the scans that wait for writers each is alone:
   * what one has locked for a moment must not keep up the writer that another one waits for.
   */
  private void exchange(List<RowRead<?, ?>> reads, List<ScanRun<?, ?>> scans) {
    List<ScanRun<?, ?>> together = new ArrayList<>();
    List<ScanRun<?, ?>> waiting = new ArrayList<>();
    scans.forEach(scan -> (scan.waits() ? waiting : together).add(scan));
    if (together.isEmpty()
        && !waiting.isEmpty()
        && reads.stream().noneMatch(read -> read.mode == LockMode.SETTLED)) {
      together.add(waiting.remove(0));
    }
    run(reads, together);
    waiting.forEach(scan -> run(List.of(), List.of(scan)));
  }

  private void run(List<RowRead<?, ?>> reads, List<ScanRun<?, ?>> scans) {
    List<RowRead<?, ?>> beside = reads;
    int from = 0;
    while (!beside.isEmpty() || from < scans.size()) {
      List<ScanRun<?, ?>> portion =
          scans.subList(from, Math.min(scans.size(), from + SCANS_AT_ONCE));
      Exchange running = started(null, null);
      running.read(beside, portion);
      portion.forEach(scan -> scan.fetch(running));
      from += portion.size();
      beside = List.of();
    }
  }

  private Exchange startedNear(Scan<?, ?> scan) {
    boolean pruned = scan.index() == null && !scan.prefix().isEmpty();
    return pruned ? started(table(scan.table()), scan.prefix().get(0)) : started(null, null);
  }

  @Override
  public <K, R> List<R> scan(Scan<K, R> scan) {
    List<R> rows =
        attempt(
            () -> {
              if (scan.lock() == LockMode.EXCLUSIVE) {
                mayWrite();
              }
              ScanRun<K, R> run = new ScanRun<>(table(scan.table()), scan);
              sendWritesOf(run.table());
              Exchange running = startedNear(scan);
              running.read(List.of(), List.of(run));
              run.fetch(running);
              if (scan.lock().locks()) {
                for (R row : run.rows()) {
                  locks.add(run.table(), scan.table().keyOf().apply(row), scan.lock(), row);
                }
              }
              cost.scanned(scan, run.rows().size());
              return run.rows();
            });
    return Objects.requireNonNull(rows);
  }

  private void sendWritesOf(NdbTable<?, ?> table) {
    if (writes.keeps(table)) {
      sendWrites();
    }
  }

  private void sendWrites() {
    Exchange running = started(null, null);
    sent = true;
    List<Write<?, ?>> first = writes.takeDeletesFirst(locks);
    if (!first.isEmpty()) {
      running.send(first);
    }
    List<Write<?, ?>> rest = writes.takeAll();
    if (!rest.isEmpty()) {
      running.send(rest);
    }
  }

  @Override
  public <K, R> void insert(Table<K, R> table, R row) {
    write(table, table.keyOf().apply(row), Kind.INSERT, row);
  }

  @Override
  public <K, R> void update(Table<K, R> table, R row) {
    write(table, table.keyOf().apply(row), Kind.UPDATE, row);
  }

  @Override
  public <K, R> void upsert(Table<K, R> table, R row) {
    write(table, table.keyOf().apply(row), Kind.UPSERT, row);
  }

  @Override
  public <K, R> void delete(Table<K, R> table, K key) {
    write(table, key, Kind.DELETE, null);
  }

  private <K, R> void write(Table<K, R> table, K key, Kind kind, @Nullable R row) {
    perform(
        () -> {
          mayWrite();
          NdbTable<K, R> ndb = table(table);
          boolean sendFirst =
              kind == Kind.DELETE && writes.mustSendBeforeDelete(RowRef.of(ndb, key));
          if (sendFirst || writes.size() >= KEPT_MAX) {
            sendWrites();
          }
          writes.add(ndb, key, kind, row, locks.readAbsent(ndb, key));
          cost.rowWritten();
        });
  }

  @Override
  public void append(Change change) {
    perform(
        () -> {
          mayWrite();
          changes.add(change);
          cost.rowWritten();
        });
  }

  @Override
  public long commit() {
    NdbFeed.Ticket ticket = attempt(this::commitWrites);
    end();
    return ticket == null ? 0 : store.feed().awaitSequence(ticket);
  }

  /** Commits; returns what to wait for when the caller needs its sequence. */
  private NdbFeed.@Nullable Ticket commitWrites() {
    NdbFeed.Ticket ticket = null;
    if (!changes.isEmpty()) {
      long transactionId = store.nextTransactionId();
      for (int i = 0; i < changes.size(); i++) {
        Change change = changes.get(i);
        PendingChange row = new PendingChange(transactionId, i, changes.size(), change);
        NdbTable<PendingChange.Key, PendingChange> log = table(FeedTables.LOG);
        writes.add(log, row.key(), Kind.INSERT, row, false);
      }
      if (options.sequenced()) {
        ticket = store.feed().ticket(transactionId, changes.size());
      }
    }
    if (writes.isEmpty() && locks.isEmpty() && !sent) {
      return null;
    }
    boolean successions = writes.hasSuccessions(locks);
    long begun = store.epochs().now();
    long epoch = started(null, null).commit(writes.takeAll(), successions);
    store.epochs().committed(begun, epoch);
    if (!changes.isEmpty()) {
      store.feed().appended();
    }
    return ticket;
  }

  @Override
  public synchronized TxStats stats() {
    return cost.stats();
  }

  /** Ends the transaction; rolls back what is not committed. */
  synchronized void end() {
    if (state == State.ENDED) {
      return;
    }
    state = State.ENDED;
    Session taken = session;
    Exchange running = exchange;
    try {
      if (taken != null) {
        if (running != null) {
          taken.end(running.transaction());
        }
        link.give(taken, sessionUsable);
      }
    } finally {
      store.ended(this);
    }
  }

  @Override
  public void close() {
    end();
  }
}
