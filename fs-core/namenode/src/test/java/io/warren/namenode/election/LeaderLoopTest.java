package io.warren.namenode.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.ClusterVariable;
import io.warren.namespace.LeaderFence;
import io.warren.store.LockMode;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What one of the leader's services does to its thread is no concern of the others. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LeaderLoopTest {
  private static final String WRITTEN = "leader_loop_test";
  private static final long STUCK_AFTER_MS = 500;

  @SuppressWarnings("NullAway.Init")
  private Store store;

  @SuppressWarnings("NullAway.Init")
  private TransactionRunner runner;

  @SuppressWarnings("NullAway.Init")
  private Election election;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = EmbeddedStore.open(folder, EmbeddedOptions.withoutSync());
    runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
    election = election("a");
    election.join("r", "h");
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Election election(String name) {
    return new Election(
        runner, new Election.Settings(name, "test", 3), Clock.systemUTC(), Election.Listener.NONE);
  }

  /** A service whose turns a test says. */
  private record Said(String name, Work work, AtomicInteger deposals) implements LeaderService {
    interface Work {
      void run(LeaderFence fence) throws InterruptedException;
    }

    Said(String name, Work work) {
      this(name, work, new AtomicInteger());
    }

    @Override
    public void run(LeaderFence fence) {
      try {
        work.run(fence);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void deposed() {
      deposals.incrementAndGet();
    }
  }

  private LeaderLoop loop(long stuckAfterMs, LeaderService... services) {
    LeaderLoop loop =
        new LeaderLoop(
            "a", election, List.of(services), new LeaderLoop.Settings(20, 5, stuckAfterMs));
    loop.start();
    return loop;
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private static LeaderLoop.Health health(LeaderLoop loop, String service) {
    return loop.health().stream()
        .filter(h -> h.service().equals(service))
        .findFirst()
        .orElseThrow();
  }

  private boolean write(LeaderFence fence, String value) {
    return runner.run(
        TxOptions.write("leader_work"),
        tx -> {
          fence.check(tx);
          tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(WRITTEN, value));
          return true;
        });
  }

  private String written() {
    return runner.run(
        TxOptions.read("look"),
        tx -> {
          ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, WRITTEN, LockMode.READ_COMMITTED);
          return row == null ? "" : row.value();
        });
  }

  @Test
  void aServiceThatBlocksStopsNoOther() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch entered = new CountDownLatch(1);
    AtomicInteger turns = new AtomicInteger();
    Said blocks =
        new Said(
            "blocks",
            fence -> {
              entered.countDown();
              held.await();
            });
    Said works = new Said("works", fence -> turns.incrementAndGet());
    try (LeaderLoop loop = loop(600_000, blocks, works)) {
      entered.await();
      int before = turns.get();
      await(() -> turns.get() >= before + 20);
      assertThat(health(loop, "blocks").turns()).isZero();
      assertThat(health(loop, "blocks").silentMs()).isPositive();
      assertThat(health(loop, "works").failures()).isZero();
      held.countDown();
      await(() -> health(loop, "blocks").turns() > 0);
    }
  }

  @Test
  void aServiceThatThrowsAnErrorIsCountedAndStartedAgain() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger turns = new AtomicInteger();
    Said dies =
        new Said(
            "dies",
            fence -> {
              if (calls.incrementAndGet() <= 2) {
                throw new NoClassDefFoundError("as a test wants it");
              }
            });
    Said works = new Said("works", fence -> turns.incrementAndGet());
    try (LeaderLoop loop = loop(600_000, dies, works)) {
      await(() -> health(loop, "dies").turns() >= 3);
      assertThat(health(loop, "dies").restarts()).isEqualTo(2);
      assertThat(health(loop, "dies").failures()).isEqualTo(2);
      assertThat(dies.deposals()).hasValue(2);
      assertThat(health(loop, "works").restarts()).isZero();
      await(() -> turns.get() > 0);
      assertThat(election.leads()).isTrue();
    }
  }

  @Test
  void aServiceThatFailsIsCountedAndGoesOn() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Said fails =
        new Said(
            "fails",
            fence -> {
              if (calls.incrementAndGet() % 2 == 0) {
                throw new IllegalStateException("as a test wants it");
              }
            });
    try (LeaderLoop loop = loop(600_000, fails)) {
      await(() -> health(loop, "fails").turns() >= 3);
      assertThat(health(loop, "fails").failures()).isPositive();
      assertThat(health(loop, "fails").restarts()).isZero();
    }
  }

  @Test
  void aServiceThatDoesNothingIsGivenUpAndWritesNothingLater() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch held = new CountDownLatch(1);
    AtomicReference<RuntimeException> refused = new AtomicReference<>();
    Said hangs =
        new Said(
            "hangs",
            fence -> {
              if (calls.incrementAndGet() == 1) {
                boolean waiting = true;
                while (waiting) {
                  try {
                    held.await();
                    waiting = false;
                  } catch (InterruptedException e) {
                    // A service that can't even be interrupted.
                  }
                }
                try {
                  write(fence, "too late");
                } catch (RuntimeException e) {
                  refused.set(e);
                }
              } else {
                write(fence, "again");
              }
            });
    try (LeaderLoop loop = loop(STUCK_AFTER_MS, hangs)) {
      await(() -> health(loop, "hangs").turns() >= 2);
      assertThat(health(loop, "hangs").restarts()).isEqualTo(1);
      held.countDown();
      await(() -> refused.get() != null);
      assertThat(refused.get()).isInstanceOf(LeaderServiceRunner.GivenUpException.class);
      assertThat(written()).isEqualTo("again");
    }
  }

  @Test
  void aTurnThatWorksOnForLongIsNotGivenUp() throws Exception {
    AtomicInteger writes = new AtomicInteger();
    Said works =
        new Said(
            "works",
            fence -> {
              long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20_000);
              while (writes.get() < 200 && System.nanoTime() < endNanos) {
                write(fence, "w" + writes.incrementAndGet());
                TimeUnit.MILLISECONDS.sleep(20);
              }
            });
    try (LeaderLoop loop = loop(3_000, works)) {
      await(() -> health(loop, "works").turns() >= 1);
      assertThat(health(loop, "works").restarts()).isZero();
    }
  }

  @Test
  void aServiceOfADeposedLeaderWritesNothing() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    AtomicReference<RuntimeException> refused = new AtomicReference<>();
    Said slow =
        new Said(
            "slow",
            fence -> {
              entered.countDown();
              held.await();
              try {
                write(fence, "deposed");
              } catch (RuntimeException e) {
                refused.set(e);
                throw e;
              }
            });
    LeaderLoop loop =
        new LeaderLoop("a", election, List.of(slow), new LeaderLoop.Settings(600_000, 5, 600_000));
    loop.start();
    try {
      entered.await();
      Election other = election("b");
      other.join("r", "h");
      while (!other.leads()) {
        other.tick();
      }
      held.countDown();
      await(() -> refused.get() != null);
      assertThat(refused.get()).isInstanceOf(EpochFence.DeposedException.class);
      assertThat(written()).isEmpty();
      election.tick();
      await(() -> slow.deposals().get() == 1);
    } finally {
      loop.close();
    }
  }
}
