package io.warren.namenode.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks and time are driven by hand, so nothing here depends on time. */
class DrainWatchTest {
  private static final long ALONE_AFTER_MS = 2_500;
  private static final int MISSES_MAX = 3;

  private Store store;
  private DrainOrders orders;
  private Election serving;
  private DrainWatch watch;
  private DrainedNamenodes followed = DrainedNamenodes.of(null);
  private long nowNanos;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = EmbeddedStore.open(folder, EmbeddedOptions.withoutSync());
    TransactionRunner runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
    orders = new DrainOrders(runner, Clock.systemUTC());
    serving = election(runner, "nn1");
    serving.join("r1", "h1");
    election(runner, "nn2").join("r2", "h2");
    watch = new DrainWatch(orders, new Own(), ALONE_AFTER_MS, () -> nowNanos);
    orders.drain("nn2", "alice", id -> false);
  }

  @AfterEach
  void close() {
    watch.close();
    store.close();
  }

  private static Election election(TransactionRunner runner, String name) {
    return new Election(
        runner,
        new Election.Settings(name, "test", MISSES_MAX),
        Clock.systemUTC(),
        Election.Listener.NONE);
  }

  private final class Own implements DrainWatch.Process {
    @Override
    public Set<String> names() {
      return Set.of("nn2");
    }

    @Override
    public void follow(DrainedNamenodes drained) {
      followed = drained;
    }
  }

  private void pass(long ms) {
    nowNanos += TimeUnit.MILLISECONDS.toNanos(ms);
  }

  @Test
  void itsOwnSlowStartIsNoTimeInWhichNobodyServed() throws Exception {
    pass(10 * ALONE_AFTER_MS);
    watch.look();
    assertThat(followed.names("nn2")).isTrue();
    assertThat(orders.now().names("nn2")).isTrue();
  }

  @Test
  void aPauseOfItsOwnIsNoTimeInWhichNobodyServed() throws Exception {
    watch.look();
    serving.tick();
    pass(1_000);
    watch.look();
    pass(10 * ALONE_AFTER_MS);
    watch.look();
    assertThat(followed.names("nn2")).isTrue();
    serving.tick();
    pass(1_000);
    watch.look();
    assertThat(orders.now().names("nn2")).isTrue();
  }

  @Test
  void theDrainedOneServesAgainWhenNobodyElseDoes() throws Exception {
    watch.look();
    serving.tick();
    for (int look = 0; look < 3; look++) {
      pass(1_000);
      watch.look();
      assertThat(followed.names("nn2")).as("look %d", look).isTrue();
    }
    pass(1_000);
    watch.look();
    assertThat(followed.names("nn2")).isFalse();
    assertThat(orders.now().names("nn2")).isFalse();
  }
}
