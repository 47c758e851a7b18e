package io.warren.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

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
}
