package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.warren.model.Change;
import io.warren.store.FeedIncarnation;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.testkit.Samples;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A cluster that was lost as a whole comes back as of its last global checkpoint, without the
 * newest changes: a reader that was told them must learn of it.
 */
class NdbFeedSetBackTest {
  private static final int PATIENCE_MS = 60_000;
  private NdbStore store;

  @BeforeEach
  void open() {
    store = TestCluster.get().emptyStore();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private long write(long inode) {
    try (Tx tx = store.begin(TxOptions.write("write").withSequence())) {
      tx.append(Samples.created(Samples.file(7, 7, "n" + inode, inode)));
      return tx.commit();
    }
  }

  /** What a restart from an older checkpoint does to the feed. */
  private void lose(long fromSequence, long throughSequence) {
    try (Tx tx = store.begin(TxOptions.write("lose"))) {
      FeedState state =
          Objects.requireNonNull(tx.get(FeedTables.STATE, FeedState.ID, LockMode.EXCLUSIVE));
      for (long sequence = fromSequence; sequence <= throughSequence; sequence++) {
        tx.delete(FeedTables.FEED, FeedRow.Key.of(sequence));
      }
      tx.update(
          FeedTables.STATE,
          new FeedState(
              FeedState.ID, fromSequence - 1, state.committedAtMs(), state.trimmedThrough()));
      tx.commit();
    }
  }

  /** What every restart does in which no data node stayed. */
  private void loseRun() {
    try (Tx tx = store.begin(TxOptions.write("lose"))) {
      tx.delete(FeedTables.RUN, Incarnations.Run.ID);
      tx.commit();
    }
  }

  @Test
  void sequencesThatAreGivenAgainAreOfAnotherIncarnation() {
    for (long inode = 1; inode <= 5; inode++) {
      write(inode);
    }
    List<FeedIncarnation> told = store.feed().incarnations();
    lose(4, 5);
    loseRun();
    // A process that has seen none of it gives the lost sequences again.
    store.close();
    store = TestCluster.get().anotherStore();
    assertThat(write(6)).isEqualTo(4);
    assertThat(write(7)).isEqualTo(5);
    List<FeedIncarnation> now = store.feed().incarnations();
    assertThat(FeedIncarnation.of(now, 3)).isEqualTo(FeedIncarnation.of(told, 3));
    assertThat(FeedIncarnation.of(now, 4).firstSequence()).isEqualTo(4);
    assertThat(FeedIncarnation.of(now, 5)).isNotEqualTo(FeedIncarnation.of(told, 5));
  }

  @Test
  void anotherProcessGoesOnInTheSameIncarnation() {
    write(1);
    List<FeedIncarnation> told = store.feed().incarnations();
    store.close();
    store = TestCluster.get().anotherStore();
    write(2);
    assertThat(store.feed().incarnations()).isEqualTo(told);
  }

  private void assertTrimmed(long after) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> store.feed().read(after, 10))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.FEED_TRIMMED));
  }

  @Test
  void readersOfLostChangesAreToldToRebuild() {
    for (long inode = 1; inode <= 5; inode++) {
      assertThat(write(inode)).isEqualTo(inode);
    }
    lose(4, 5);
    assertTrimmed(5);
    assertThat(store.feed().read(3, 10)).isEmpty();
    write(6);
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (store.feed().trimmedThrough() < 5 && System.nanoTime() < deadlineNs) {
      Thread.onSpinWait();
    }
    assertTrimmed(5);
    assertTrimmed(3);
    long anew = store.feed().trimmedThrough();
    List<Change> changes = List.of();
    while (changes.isEmpty() && System.nanoTime() < deadlineNs) {
      changes = store.feed().read(anew, 10);
    }
    assertThat(changes).extracting(Change::inodeId).containsExactly(6L);
    assertThat(changes).extracting(Change::commitSequence).containsExactly(anew + 1);
  }
}
