package io.warren.store.embedded;

import static io.warren.store.FeedIncarnation.UNKNOWN;

import io.warren.model.Change;
import io.warren.store.ChangeFeed;
import io.warren.store.FeedIncarnation;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/**
 * The outbox. A commit reserves the next sequences and completes them when it is durable; readers
 * see what lies below the lowest that is still reserved. So a reader never meets a gap that fills
 * later, and never a change that a loss of power could take back.
 */
final class Outbox implements ChangeFeed, AutoCloseable {
  /** Sequences of one commit. */
  record Slot(long first, long committedAtMs) {}

  private static final byte[] INCARNATIONS_KEY =
      "\0feed_incarnations".getBytes(StandardCharsets.US_ASCII);
  private static final int INCARNATION_BYTES = Integer.BYTES + Long.BYTES;
  private static final byte[] TRIMMED_KEY = "\0trimmed_through".getBytes(StandardCharsets.US_ASCII);
  private static final int TRIM_BATCH = 1_000;
  private static final int READ_LIMIT_MAX = 10_000;

  private final Rocks rocks;
  private final ReentrantReadWriteLock open = new ReentrantReadWriteLock();
  private final ReentrantLock trimming = new ReentrantLock();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private final TreeSet<Long> reserved = new TreeSet<>();
  private final List<FeedIncarnation> incarnations;
  private long assigned;
  private long assignedAtMs;
  private volatile long head;
  private volatile long trimmedThrough;
  private volatile boolean closed;

  Outbox(Rocks rocks) throws RocksDBException {
    this.rocks = rocks;
    byte[] trimmed = rocks.db().get(TRIMMED_KEY);
    trimmedThrough = trimmed == null ? 0 : BigEndian.getLong(trimmed, 0);
    assigned = trimmedThrough;
    try (RocksIterator rows = rocks.db().newIterator(rocks.changes())) {
      rows.seekToLast();
      if (rows.isValid()) {
        assigned = Math.max(assigned, ChangeCodec.sequence(rows.key()));
      }
      rows.status();
    }
    head = assigned;
    incarnations = beginIncarnation(rocks, assigned + 1);
  }

  /**
   * Each time that the store is opened: its folder may be a copy, or one that was put back. The log
   * keeps the order of its entries, so this one is durable before any change behind it.
   */
  private static List<FeedIncarnation> beginIncarnation(Rocks rocks, long firstSequence)
      throws RocksDBException {
    byte[] stored = rocks.db().get(INCARNATIONS_KEY);
    List<FeedIncarnation> before = stored == null ? List.of(UNKNOWN) : decoded(stored);
    int id = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
    List<FeedIncarnation> all =
        FeedIncarnation.begin(before, new FeedIncarnation(id, firstSequence));
    rocks.db().put(rocks.write(), INCARNATIONS_KEY, encoded(all));
    return all;
  }

  private static List<FeedIncarnation> decoded(byte[] stored) {
    List<FeedIncarnation> all = new ArrayList<>();
    for (int at = 0; at < stored.length; at += INCARNATION_BYTES) {
      long first = BigEndian.getLong(stored, at + Integer.BYTES);
      all.add(new FeedIncarnation(BigEndian.getInt(stored, at), first));
    }
    return all;
  }

  private static byte[] encoded(List<FeedIncarnation> all) {
    byte[] bytes = new byte[all.size() * INCARNATION_BYTES];
    int at = 0;
    for (FeedIncarnation each : all) {
      BigEndian.putInt(bytes, at, each.id());
      BigEndian.putLong(bytes, at + Integer.BYTES, each.firstSequence());
      at += INCARNATION_BYTES;
    }
    return bytes;
  }

  @Override
  public List<FeedIncarnation> incarnations() {
    return incarnations;
  }

  /** Takes the next sequences; they hold readers back until they are completed. */
  Slot reserve(int count) {
    lock.lock();
    try {
      long first = assigned + 1;
      assigned += count;
      assignedAtMs = Math.max(assignedAtMs, System.currentTimeMillis());
      reserved.add(first);
      return new Slot(first, assignedAtMs);
    } finally {
      lock.unlock();
    }
  }

  /** The slot's rows are durable, or will never be written. */
  void complete(Slot slot) {
    lock.lock();
    try {
      reserved.remove(slot.first());
      long visible = reserved.isEmpty() ? assigned : reserved.first() - 1;
      if (visible > head) {
        head = visible;
        moved.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public List<Change> read(long afterSequence, int limit) {
    if (limit < 1 || limit > READ_LIMIT_MAX) {
      throw new IllegalArgumentException("Feed limit out of range: " + limit);
    }
    enter();
    try {
      checkTrimmed(afterSequence);
      List<Change> changes = new ArrayList<>();
      long through = head;
      try (ReadOptions options = new ReadOptions();
          RocksIterator rows = rocks.db().newIterator(rocks.changes(), options)) {
        rows.seek(ChangeCodec.key(Math.max(0, afterSequence) + 1));
        for (; changes.size() < limit && rows.isValid(); rows.next()) {
          long sequence = ChangeCodec.sequence(rows.key());
          if (sequence > through) {
            break;
          }
          changes.add(ChangeCodec.read(sequence, rows.value()));
        }
        rows.status();
      }
      checkTrimmed(afterSequence);
      return changes;
    } catch (RocksDBException e) {
      throw Classify.error("feed", e);
    } finally {
      open.readLock().unlock();
    }
  }

  private void checkTrimmed(long afterSequence) {
    long trimmed = trimmedThrough;
    if (afterSequence < trimmed) {
      throw new StoreException(
              Code.FEED_TRIMMED,
              "Changes after this sequence were trimmed away: rebuild from the namespace")
          .with("afterSequence", afterSequence)
          .with("trimmedThrough", trimmed);
    }
  }

  @Override
  public long head() {
    return head;
  }

  @Override
  public long trimmedThrough() {
    return trimmedThrough;
  }

  @Override
  public boolean await(long aboveSequence, long timeoutMs) throws InterruptedException {
    long leftNs = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    lock.lockInterruptibly();
    try {
      while (head <= aboveSequence) {
        if (closed) {
          throw closedError();
        }
        if (leftNs <= 0) {
          return false;
        }
        leftNs = moved.awaitNanos(leftNs);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** At once: the changes are no rows of transactions. */
  @Override
  public boolean trim(Tx tx, long throughSequence) {
    trimming.lock();
    try {
      long through = Math.min(throughSequence, head);
      if (trimmedThrough < through) {
        trimBatch(Math.min(through, trimmedThrough + TRIM_BATCH));
      }
      return trimmedThrough < through;
    } finally {
      trimming.unlock();
    }
  }

  private void trimBatch(long through) {
    enter();
    try (WriteBatch batch = new WriteBatch()) {
      for (long sequence = trimmedThrough + 1; sequence <= through; sequence++) {
        batch.delete(rocks.changes(), ChangeCodec.key(sequence));
      }
      batch.put(TRIMMED_KEY, BigEndian.ofLong(through));
      // Readers must be refused before the first row is missing.
      trimmedThrough = through;
      rocks.db().write(rocks.write(), batch);
    } catch (RocksDBException e) {
      throw Classify.error("trim", e);
    } finally {
      open.readLock().unlock();
    }
  }

  private void enter() {
    open.readLock().lock();
    if (closed) {
      open.readLock().unlock();
      throw closedError();
    }
  }

  private static StoreException closedError() {
    return new StoreException(Code.CLOSED, "The metadata store is closed");
  }

  /** Waits for reads under way and refuses new ones. */
  @Override
  public void close() {
    open.writeLock().lock();
    try {
      closed = true;
    } finally {
      open.writeLock().unlock();
    }
    lock.lock();
    try {
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
