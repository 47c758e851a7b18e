package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.store.Durability.State;
import org.junit.jupiter.api.Test;

class EpochsTest {
  private final Epochs epochs = new Epochs();

  private void commit(long epoch) {
    epochs.committed(epochs.now(), epoch);
  }

  @Test
  void aMomentIsOverFourGreaterEpochsLater() {
    long seen = epochs.now();
    for (long epoch = 10; epoch < 13; epoch++) {
      commit(epoch);
      assertThat(epochs.over(seen)).isFalse();
    }
    commit(13);
    assertThat(epochs.over(seen)).isTrue();
    assertThat(epochs.over(epochs.now())).isFalse();
  }

  @Test
  void commitsOfOneEpochAreOneStep() {
    long seen = epochs.now();
    for (int i = 0; i < 100; i++) {
      commit(10 + i / 50);
    }
    commit(0);
    assertThat(epochs.now()).isEqualTo(seen + 2);
  }

  @Test
  void aCommitThatBeganBeforeTheStepDoesNotCount() {
    long begun = epochs.now();
    commit(10);
    epochs.committed(begun, 11);
    assertThat(epochs.now()).isEqualTo(begun + 1);
  }

  @Test
  void aNewConnectionBeginsAnew() {
    commit(10);
    commit(11);
    long seen = epochs.now();
    commit(12);
    commit(13);
    commit(14);
    epochs.restarted();
    commit(3);
    assertThat(epochs.over(seen)).isFalse();
    commit(4);
    commit(5);
    commit(6);
    assertThat(epochs.over(seen)).isTrue();
  }

  private static long epoch(long checkpoint, long micro) {
    return checkpoint << 32 | micro;
  }

  @Test
  void whatWasSeenIsDurableTwoCheckpointsAfterItsOwn() {
    commit(epoch(7, 3));
    long seen = epochs.mark();
    // What was seen may belong to the epoch two steps later: here the first one of checkpoint 8.
    commit(epoch(7, 4));
    commit(epoch(8, 0));
    assertThat(epochs.state(seen)).isEqualTo(State.PENDING);
    for (int micro = 1; micro < 20; micro++) {
      commit(epoch(8, micro));
      assertThat(epochs.state(seen)).isEqualTo(State.PENDING);
    }
    commit(epoch(9, 0));
    assertThat(epochs.state(seen)).isEqualTo(State.PENDING);
    commit(epoch(10, 5));
    assertThat(epochs.state(seen)).isEqualTo(State.DURABLE);
    assertThat(epochs.state(seen + 1))
        .as("its epochs were of checkpoint 8, too")
        .isEqualTo(State.DURABLE);
    assertThat(epochs.state(epochs.mark())).isEqualTo(State.PENDING);
  }

  @Test
  void checkpointsThatWereNotSeenCount() {
    long seen = epochs.mark();
    commit(epoch(7, 0));
    commit(epoch(7, 1));
    commit(epoch(20, 0));
    assertThat(epochs.state(seen)).isEqualTo(State.DURABLE);
    long later = epochs.mark();
    commit(epoch(21, 0));
    commit(epoch(22, 0));
    assertThat(epochs.state(later)).isEqualTo(State.PENDING);
    commit(epoch(23, 0));
    assertThat(epochs.state(later)).isEqualTo(State.PENDING);
    commit(epoch(24, 0));
    assertThat(epochs.state(later)).isEqualTo(State.DURABLE);
  }

  @Test
  void marksFromBeforeANewConnectionAreVoid() {
    commit(epoch(7, 0));
    long seen = epochs.mark();
    epochs.restarted();
    assertThat(epochs.state(seen)).isEqualTo(State.VOID);
    for (long checkpoint = 5; checkpoint < 15; checkpoint++) {
      commit(epoch(checkpoint, 0));
    }
    assertThat(epochs.state(seen)).isEqualTo(State.VOID);
  }
}
