package io.warren.store.embedded;

import static io.warren.store.testkit.Samples.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closing waits, but not for ever; what comes after is refused and never reaches native code. */
class EmbeddedStoreCloseTest {
  private static final int PATIENCE_MS = 20_000;

  private final Path folder;

  EmbeddedStoreCloseTest(@TempDir Path parent) {
    folder = parent.resolve("store");
  }

  private EmbeddedStore open(int closeWaitMs) {
    return EmbeddedStore.open(folder, EmbeddedOptions.defaults().withCloseWaitMs(closeWaitMs));
  }

  private static void assertClosed(ThrowingCallable call) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.CLOSED));
  }

  @Test
  void everythingIsRefusedAfterClose() {
    EmbeddedStore store = open(0);
    Tx unused = store.begin(TxOptions.write("unused"));
    Tx writing = store.begin(TxOptions.write("writing"));
    writing.upsert(Tables.CLUSTER_VARIABLES, variable("a", "1"));
    Tx reading = store.begin(TxOptions.read("reading"));
    reading.get(Tables.CLUSTER_VARIABLES, "a", LockMode.READ_COMMITTED);
    store.close();
    store.close();
    assertClosed(() -> store.begin(TxOptions.read("late")));
    assertClosed(() -> unused.get(Tables.CLUSTER_VARIABLES, "a", LockMode.EXCLUSIVE));
    assertClosed(writing::commit);
    assertClosed(() -> reading.get(Tables.CLUSTER_VARIABLES, "a", LockMode.READ_COMMITTED));
    assertClosed(() -> store.feed().read(0, 10));
    assertClosed(() -> store.feed().await(0, PATIENCE_MS));
    assertThat(store.feed().head()).isZero();
    writing.close();
    try (EmbeddedStore again = open(0);
        Tx tx = again.begin(TxOptions.read("read"))) {
      assertThat(tx.get(Tables.CLUSTER_VARIABLES, "a", LockMode.READ_COMMITTED)).isNull();
    }
  }

  @Test
  void closeWaitsForARunningTransaction() throws Exception {
    EmbeddedStore store = open(PATIENCE_MS);
    Tx tx = store.begin(TxOptions.write("slow"));
    tx.upsert(Tables.CLUSTER_VARIABLES, variable("a", "1"));
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      Future<?> closing = threads.submit(store::close);
      awaitRefusal(store);
      tx.commit();
      closing.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
    } finally {
      threads.shutdownNow();
    }
    try (EmbeddedStore again = open(0);
        Tx read = again.begin(TxOptions.read("read"))) {
      assertThat(read.get(Tables.CLUSTER_VARIABLES, "a", LockMode.READ_COMMITTED)).isNotNull();
    }
  }

  private static void awaitRefusal(EmbeddedStore store) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (System.nanoTime() < deadlineNs) {
      try (Tx tx = store.begin(TxOptions.read("probe"))) {
        Thread.onSpinWait();
      } catch (StoreException e) {
        return;
      }
    }
    throw new AssertionError("The store still takes transactions");
  }

  @Test
  void aFeedReaderIsWokenByClose() throws Exception {
    EmbeddedStore store = open(0);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      CountDownLatch started = new CountDownLatch(1);
      Future<?> waiting =
          threads.submit(
              () -> {
                started.countDown();
                assertClosed(() -> store.feed().await(0, PATIENCE_MS));
              });
      started.await();
      store.close();
      waiting.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void closeUnderLoadNeverCrashes() throws Exception {
    for (int round = 0; round < 3; round++) {
      EmbeddedStore store = open(5);
      ExecutorService threads = Executors.newFixedThreadPool(3);
      try {
        CountDownLatch busy = new CountDownLatch(3);
        List<Future<?>> running = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
          String name = "v" + t;
          running.add(threads.submit(() -> hammer(store, name, busy)));
        }
        busy.await();
        store.close();
        for (Future<?> future : running) {
          future.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
        }
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private static int hammer(EmbeddedStore store, String name, CountDownLatch busy) {
    for (int i = 0; ; i++) {
      try (Tx tx = store.begin(TxOptions.write("hammer"))) {
        tx.get(Tables.CLUSTER_VARIABLES, name, LockMode.EXCLUSIVE);
        tx.upsert(Tables.CLUSTER_VARIABLES, variable(name, "" + i));
        tx.commit();
        store.feed().read(0, 1);
      } catch (StoreException e) {
        assertThat(e.code()).isEqualTo(Code.CLOSED);
        return i;
      }
      if (i == 10) {
        busy.countDown();
      }
    }
  }
}
