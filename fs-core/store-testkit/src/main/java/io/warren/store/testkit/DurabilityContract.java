package io.warren.store.testkit;

import static io.warren.store.testkit.Samples.variable;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.ClusterVariable;
import io.warren.store.Durability;
import io.warren.store.Durability.State;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What can be seen and what survives are told apart. */
interface DurabilityContract extends StoreFixture {
  int SEEN_CHANGES = 2_000;

  private @Nullable String value(String name) {
    ClusterVariable row = row(Tables.CLUSTER_VARIABLES, name);
    return row == null ? null : row.value();
  }

  private void set(String name, String value) {
    write(tx -> tx.upsert(Tables.CLUSTER_VARIABLES, variable(name, value)));
  }

  private void awaitValue(String name, String value) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (!value.equals(value(name))) {
      assertThat(System.nanoTime()).as("%s is not seen", name).isLessThan(deadlineNs);
      Thread.onSpinWait();
    }
  }

  /** Commits something now and then, as namenodes do, until a mark is durable. */
  private void awaitDurable(long mark) {
    Durability durability = store().durability();
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (durability.state(mark) != State.DURABLE) {
      assertThat(System.nanoTime()).as("the mark does not become durable").isLessThan(deadlineNs);
      set("heartbeat", "" + System.nanoTime());
    }
  }

  @Test
  default void whatIsSeenBeforeItIsOnDiskIsPending() throws Exception {
    Durability durability = store().durability();
    set("a", "before");
    awaitDurable(durability.mark());
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      Future<?> committing;
      long mark;
      try (DiskStall stall = stallDisk()) {
        committing = threads.submit(() -> set("a", "after"));
        awaitValue("a", "after");
        mark = durability.mark();
        for (int i = 0; i < 100; i++) {
          assertThat(durability.state(mark)).isEqualTo(State.PENDING);
        }
        // Reads are not held up, and a mark is as young as what it covers.
        assertThat(value("a")).isEqualTo("after");
        assertThat(durability.state(durability.mark())).isEqualTo(State.PENDING);
      }
      committing.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
      awaitDurable(mark);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  default void anOlderMarkIsDurableWithAYoungerOne() {
    Durability durability = store().durability();
    set("a", "1");
    long older = durability.mark();
    set("a", "2");
    long younger = durability.mark();
    awaitDurable(younger);
    assertThat(durability.state(older)).isEqualTo(State.DURABLE);
  }

  /**
   * Nobody who has seen a change reads the row as it was before, also while it is being committed.
   */
  @Test
  default void whatWasSeenOnceStaysSeen() throws Exception {
    set("a", "0");
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      Future<?> committing =
          threads.submit(
              () -> {
                for (int i = 1; i <= SEEN_CHANGES; i++) {
                  set("a", "" + i);
                }
              });
      int seen = 0;
      while (!committing.isDone()) {
        int now = Integer.parseInt(Objects.requireNonNull(value("a")));
        assertThat(now).isGreaterThanOrEqualTo(seen);
        seen = now;
      }
      committing.get();
      assertThat(value("a")).isEqualTo("" + SEEN_CHANGES);
    } finally {
      threads.shutdownNow();
    }
  }

  /** A transaction that may write is told of nothing that can still be undone. */
  @Test
  default void aTransactionThatOnlyReadsUnderLocksMayBeCommitted() {
    set("a", "1");
    try (Tx tx = store().begin(TxOptions.write("test"))) {
      ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, "a", LockMode.EXCLUSIVE);
      tx.commit();
      assertThat(Objects.requireNonNull(row).value()).isEqualTo("1");
    }
  }
}
