package io.warren.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may have a lock, who waits for it, and in which order. */
class RowLocksTest {
  private static final int SOON_MS = 50;
  private static final int PATIENCE_MS = 20_000;

  private final RowLocks locks = new RowLocks();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void nothingIsLeft() throws Exception {
    threads.shutdown();
    assertThat(threads.awaitTermination(PATIENCE_MS, TimeUnit.MILLISECONDS)).isTrue();
    assertThat(locks.size()).isZero();
  }

  private Future<Code> later(RowLocks.Owner owner, String row, boolean exclusive) {
    return threads.submit(
        () -> {
          try {
            locks.lock(owner, row, exclusive, PATIENCE_MS);
            return null;
          } catch (StoreException e) {
            return e.code();
          }
        });
  }

  private void assertBusy(RowLocks.Owner owner, String row, boolean exclusive) {
    assertThatThrownBy(() -> locks.lock(owner, row, exclusive, SOON_MS))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(Code.LOCK_TIMEOUT));
  }

  private static void awaitWaiting(Future<Code> waiting) throws InterruptedException {
    Thread.sleep(SOON_MS);
    assertThat(waiting.isDone()).isFalse();
  }

  @Test
  void sharedOnesGoTogetherAndAnExclusiveOneAlone() {
    RowLocks.Owner a = new RowLocks.Owner();
    RowLocks.Owner b = new RowLocks.Owner();
    RowLocks.Owner c = new RowLocks.Owner();
    locks.lock(a, "row", false, SOON_MS);
    locks.lock(b, "row", false, SOON_MS);
    assertBusy(c, "row", true);
    locks.release(a);
    assertBusy(c, "row", true);
    locks.release(b);
    locks.lock(c, "row", true, SOON_MS);
    locks.lock(c, "row", true, SOON_MS);
    locks.lock(c, "row", false, SOON_MS);
    assertBusy(a, "row", false);
    locks.release(c);
    assertThat(locks.size()).isZero();
  }

  @Test
  void whoComesLaterWaitsBehindWhoWaits() throws Exception {
    RowLocks.Owner holder = new RowLocks.Owner();
    RowLocks.Owner writer = new RowLocks.Owner();
    RowLocks.Owner reader = new RowLocks.Owner();
    locks.lock(holder, "row", false, SOON_MS);
    Future<Code> writes = later(writer, "row", true);
    awaitWaiting(writes);
    Future<Code> reads = later(reader, "row", false);
    awaitWaiting(reads);
    locks.release(holder);
    assertThat(writes.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isNull();
    awaitWaiting(reads);
    locks.release(writer);
    assertThat(reads.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isNull();
    locks.release(reader);
  }

  @Test
  void whoGivesUpLetsThoseBehindHimGoOn() throws Exception {
    RowLocks.Owner holder = new RowLocks.Owner();
    RowLocks.Owner reader = new RowLocks.Owner();
    locks.lock(holder, "row", false, SOON_MS);
    CountDownLatch gaveUp = new CountDownLatch(1);
    Future<?> writes =
        threads.submit(
            () -> {
              assertThatThrownBy(() -> locks.lock(new RowLocks.Owner(), "row", true, 4 * SOON_MS))
                  .isInstanceOf(StoreException.class);
              gaveUp.countDown();
            });
    Thread.sleep(SOON_MS);
    Future<Code> reads = later(reader, "row", false);
    gaveUp.await();
    assertThat(reads.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isNull();
    writes.get();
    locks.release(holder);
    locks.release(reader);
  }

  @Test
  void aSharedLockBecomesExclusiveOnceItIsTheOnlyOne() throws Exception {
    RowLocks.Owner a = new RowLocks.Owner();
    RowLocks.Owner b = new RowLocks.Owner();
    locks.lock(a, "row", false, SOON_MS);
    locks.lock(a, "row", true, SOON_MS);
    assertBusy(b, "row", false);
    locks.release(a);
    locks.lock(a, "row", false, SOON_MS);
    locks.lock(b, "row", false, SOON_MS);
    Future<Code> rises = later(a, "row", true);
    awaitWaiting(rises);
    // Two that would rise wait for each other.
    assertThatThrownBy(() -> locks.lock(b, "row", true, PATIENCE_MS))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(Code.DEADLOCK));
    locks.release(b);
    assertThat(rises.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isNull();
    assertBusy(b, "row", false);
    locks.release(a);
  }

  @Test
  void aCircleOfThreeIsRefusedAtOnce() throws Exception {
    RowLocks.Owner a = new RowLocks.Owner();
    RowLocks.Owner b = new RowLocks.Owner();
    RowLocks.Owner c = new RowLocks.Owner();
    locks.lock(a, "1", true, SOON_MS);
    locks.lock(b, "2", true, SOON_MS);
    locks.lock(c, "3", true, SOON_MS);
    Future<Code> first = later(a, "2", false);
    awaitWaiting(first);
    Future<Code> second = later(b, "3", true);
    awaitWaiting(second);
    long startedNs = System.nanoTime();
    assertThatThrownBy(() -> locks.lock(c, "1", false, PATIENCE_MS))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(Code.DEADLOCK));
    assertThat(System.nanoTime() - startedNs)
        .isLessThan(TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS / 2));
    locks.release(c);
    assertThat(second.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isNull();
    locks.release(b);
    assertThat(first.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isNull();
    locks.release(a);
  }

  /** Whoever waits behind a waiter waits for what that one waits for. */
  @Test
  void aCircleByWayOfTheQueueIsFound() throws Exception {
    RowLocks.Owner holder = new RowLocks.Owner();
    RowLocks.Owner writer = new RowLocks.Owner();
    RowLocks.Owner reader = new RowLocks.Owner();
    locks.lock(holder, "1", false, SOON_MS);
    locks.lock(reader, "2", true, SOON_MS);
    Future<Code> writes = later(writer, "1", true);
    awaitWaiting(writes);
    Future<Code> reads = later(reader, "1", false);
    awaitWaiting(reads);
    assertThatThrownBy(() -> locks.lock(holder, "2", true, PATIENCE_MS))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.code()).isEqualTo(Code.DEADLOCK));
    locks.release(holder);
    assertThat(writes.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isNull();
    locks.release(writer);
    assertThat(reads.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isNull();
    locks.release(reader);
  }

  @Test
  void noTwoHoldWhatExcludesEachOther() throws Exception {
    long seed = System.nanoTime();
    int rows = 3;
    AtomicInteger[] writers = new AtomicInteger[rows];
    AtomicInteger[] readers = new AtomicInteger[rows];
    for (int i = 0; i < rows; i++) {
      writers[i] = new AtomicInteger();
      readers[i] = new AtomicInteger();
    }
    List<Future<?>> running = new ArrayList<>();
    for (int t = 0; t < 6; t++) {
      Random random = new Random(seed + t);
      running.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 3_000; i++) {
                  holdSome(random, writers, readers);
                }
              }));
    }
    for (Future<?> one : running) {
      one.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
    }
  }

  private void holdSome(Random random, AtomicInteger[] writers, AtomicInteger[] readers) {
    RowLocks.Owner owner = new RowLocks.Owner();
    List<Runnable> undo = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        int row = random.nextInt(writers.length);
        boolean exclusive = random.nextInt(3) == 0;
        if (i == 1 && random.nextInt(4) == 0) {
          Thread.yield();
        }
        locks.lock(owner, row, exclusive, random.nextInt(4));
        (exclusive ? writers : readers)[row].incrementAndGet();
        undo.add(() -> (exclusive ? writers : readers)[row].decrementAndGet());
        // Its own locks of both kinds may be of the same row.
        assertThat(writers[row].get()).isLessThanOrEqualTo(2);
        if (exclusive && i == 0) {
          assertThat(writers[row].get()).isEqualTo(1);
          assertThat(readers[row].get()).isZero();
        }
      }
    } catch (StoreException e) {
      assertThat(e.retriable()).isTrue();
    } finally {
      undo.forEach(Runnable::run);
      locks.release(owner);
    }
  }
}
