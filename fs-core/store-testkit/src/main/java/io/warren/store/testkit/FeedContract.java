package io.warren.store.testkit;

import static io.warren.store.testkit.Samples.created;
import static io.warren.store.testkit.Samples.file;
import static io.warren.store.testkit.StoreFixture.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.InodeKind;
import io.warren.model.Name;
import io.warren.store.ChangeFeed;
import io.warren.store.FeedIncarnation;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The outbox: order, completeness and trimming. */
interface FeedContract extends StoreFixture {
  private static Change change(long inodeId) {
    return created(file(7, 7, "n" + inodeId, inodeId));
  }

  private static List<Long> sequences(List<Change> changes) {
    return changes.stream().map(Change::commitSequence).toList();
  }

  @Test
  default void changesAreReadAsTheyWereCommitted() {
    ChangeFeed feed = store().feed();
    assertThat(feed.head()).isZero();
    assertThat(feed.read(0, 10)).isEmpty();
    Change rename =
        new Change(
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            0,
            0,
            ChangeOperation.RENAME,
            -1,
            Name.trusted(new byte[] {0, (byte) 0xFF}),
            InodeKind.SYMLINK,
            Long.MAX_VALUE,
            "öwner",
            "",
            -1,
            -2,
            -3,
            Integer.MIN_VALUE,
            4,
            5,
            Name.of("n".repeat(255)),
            7,
            Integer.MIN_VALUE,
            Integer.MAX_VALUE,
            5);
    long before = System.currentTimeMillis();
    long sequence =
        writeSequenced(
            tx -> {
              tx.append(change(1));
              tx.append(rename);
            });
    List<Change> changes = feed.read(0, 10);
    assertThat(sequence).isEqualTo(changes.get(1).commitSequence());
    assertThat(feed.head()).isEqualTo(sequence);
    long atMs = changes.get(0).committedAtMs();
    assertThat(atMs).isBetween(before, System.currentTimeMillis());
    assertThat(changes)
        .containsExactly(change(1).committed(sequence - 1, atMs), rename.committed(sequence, atMs));
    assertThat(feed.read(sequence - 1, 10)).hasSize(1);
    assertThat(feed.read(0, 1)).hasSize(1);
    assertThat(feed.read(sequence, 10)).isEmpty();
  }

  @Test
  default void everySequenceIsOfAnIncarnation() {
    ChangeFeed feed = store().feed();
    assertThat(feed.incarnations()).isNotEmpty();
    long first = writeSequenced(tx -> tx.append(change(1)));
    List<FeedIncarnation> incarnations = feed.incarnations();
    FeedIncarnation giver = FeedIncarnation.of(incarnations, first);
    assertThat(giver.id()).isPositive();
    assertThat(giver.firstSequence()).isLessThanOrEqualTo(first);
    long second = writeSequenced(tx -> tx.append(change(2)));
    assertThat(FeedIncarnation.of(feed.incarnations(), second)).isEqualTo(giver);
    assertThat(feed.incarnations()).isEqualTo(incarnations);
  }

  @Test
  default void aRolledBackTransactionLeavesNoChange() {
    try (Tx tx = store().begin(TxOptions.write("test"))) {
      tx.append(change(1));
    }
    assertThat(writeSequenced(tx -> tx.delete(io.warren.store.schema.Tables.BLOCK_LOOKUP, 1L)))
        .isZero();
    writeSequenced(tx -> tx.append(change(2)));
    assertThat(store().feed().read(0, 10)).extracting(Change::inodeId).containsExactly(2L);
  }

  @Test
  default void readersNeverMeetAGapThatFillsLater() throws Exception {
    int writers = 4;
    int commitsEach = 100;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    List<Change> seen = new ArrayList<>();
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int w = 0; w < writers; w++) {
        long base = 1_000_000L * w;
        running.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < commitsEach; i++) {
                    long id = base + i;
                    write(
                        tx -> {
                          tx.append(change(id));
                          tx.append(change(-id - 1));
                        });
                  }
                }));
      }
      ChangeFeed feed = store().feed();
      long after = 0;
      long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
      while (seen.size() < 2 * writers * commitsEach && System.nanoTime() < deadlineNs) {
        if (feed.await(after, 1_000)) {
          long head = feed.head();
          List<Change> page = feed.read(after, 7);
          assertThat(page).isNotEmpty();
          seen.addAll(page);
          after = page.get(page.size() - 1).commitSequence();
          assertThat(feed.head()).isGreaterThanOrEqualTo(head);
        }
      }
      for (Future<?> future : running) {
        future.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
      }
      assertThat(seen).isEqualTo(readAll(feed));
    } finally {
      threads.shutdownNow();
    }
    assertThat(seen).hasSize(2 * writers * commitsEach);
    assertThat(sequences(seen)).isSorted().doesNotHaveDuplicates();
    for (int i = 0; i < seen.size(); i += 2) {
      assertThat(seen.get(i + 1).inodeId()).isEqualTo(-seen.get(i).inodeId() - 1);
    }
    assertThat(seen).extracting(Change::committedAtMs).isSorted();
  }

  private static List<Change> readAll(ChangeFeed feed) {
    List<Change> all = new ArrayList<>();
    long after = 0;
    while (true) {
      List<Change> page = feed.read(after, 1_000);
      if (page.isEmpty()) {
        return all;
      }
      all.addAll(page);
      after = page.get(page.size() - 1).commitSequence();
    }
  }

  @Test
  default void awaitTellsWhetherThereIsMore() throws Exception {
    ChangeFeed feed = store().feed();
    assertThat(feed.await(0, 20)).isFalse();
    writeSequenced(tx -> tx.append(change(1)));
    assertThat(feed.await(0, 0)).isTrue();
    long head = feed.head();
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      Future<Boolean> waiting = threads.submit(() -> feed.await(head, PATIENCE_MS));
      writeSequenced(tx -> tx.append(change(2)));
      assertThat(waiting.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isTrue();
    } finally {
      threads.shutdownNow();
    }
  }

  private void trim(long throughSequence) {
    write(tx -> assertThat(store().feed().trim(tx, throughSequence)).isFalse());
  }

  @Test
  default void trimmedChangesAreMissedLoudly() {
    ChangeFeed feed = store().feed();
    for (long id = 1; id <= 5; id++) {
      long inodeId = id;
      writeSequenced(tx -> tx.append(change(inodeId)));
    }
    List<Long> all = sequences(feed.read(0, 10));
    assertThat(feed.trimmedThrough()).isZero();
    trim(all.get(2));
    assertThat(feed.trimmedThrough()).isEqualTo(all.get(2));
    assertCode(Code.FEED_TRIMMED, () -> feed.read(0, 10));
    assertCode(Code.FEED_TRIMMED, () -> feed.read(all.get(2) - 1, 10));
    assertThat(sequences(feed.read(all.get(2), 10))).isEqualTo(all.subList(3, 5));
    trim(Long.MAX_VALUE);
    assertThat(feed.trimmedThrough()).isEqualTo(feed.head());
    assertThat(feed.head()).isEqualTo(all.get(4));
    long next = writeSequenced(tx -> tx.append(change(9)));
    assertThat(next).isGreaterThan(all.get(4));
    assertThat(sequences(feed.read(all.get(4), 10))).containsExactly(next);
  }
}
