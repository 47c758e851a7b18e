package io.warren.namenode.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.Samples;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedRetentionTest {
  private static final int CHANGES = 5;

  private Store store;
  private TransactionRunner runner;
  private Election election;
  private FeedRetention retention;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = EmbeddedStore.open(folder, EmbeddedOptions.withoutSync());
    runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
    election =
        new Election(
            runner,
            new Election.Settings("a", "test", 3),
            Clock.systemUTC(),
            Election.Listener.NONE);
    election.join("r", "h");
    for (long inode = 1; inode <= CHANGES; inode++) {
      try (Tx tx = store.begin(TxOptions.write("write").withSequence())) {
        tx.append(Samples.created(Samples.file(7, 7, "n" + inode, inode)));
        tx.commit();
      }
    }
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    retention = new FeedRetention(runner, later, Duration.ofMinutes(1).toMillis());
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void theLeaderForgetsOldChanges() {
    retention.run(new EpochFence(election.epoch()));
    assertThat(store.feed().trimmedThrough()).isEqualTo(CHANGES);
  }

  @Test
  void aDeposedLeaderForgetsNothing() {
    assertThatExceptionOfType(EpochFence.DeposedException.class)
        .isThrownBy(() -> retention.run(new EpochFence(election.epoch() - 1)));
    assertThat(store.feed().trimmedThrough()).isZero();
    assertThat(store.feed().read(0, 10)).hasSize(CHANGES);
  }
}
