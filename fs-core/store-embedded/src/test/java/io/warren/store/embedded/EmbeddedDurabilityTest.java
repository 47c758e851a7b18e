package io.warren.store.embedded;

import static io.warren.store.testkit.Samples.created;
import static io.warren.store.testkit.Samples.file;
import static io.warren.store.testkit.Samples.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.warren.model.ClusterVariable;
import io.warren.store.Durability.State;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.DiskStall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a loss of power leaves: the files as they are in the folder, for the log is written out by
 * the syncs alone.
 */
class EmbeddedDurabilityTest {
  private static final int PATIENCE_MS = 60_000;

  private final Path parent;
  private final StalledDisk disk = new StalledDisk();
  private final EmbeddedStore store;
  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private int images;

  EmbeddedDurabilityTest(@TempDir Path parent) {
    this.parent = parent;
    store = EmbeddedStore.open(parent.resolve("store"), EmbeddedOptions.defaults(), disk::before);
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    store.close();
  }

  private void set(String value) {
    try (Tx tx = store.begin(TxOptions.write("set"))) {
      tx.upsert(Tables.CLUSTER_VARIABLES, variable("a", value));
      tx.commit();
    }
  }

  private static @Nullable String value(EmbeddedStore in) {
    try (Tx tx = in.begin(TxOptions.read("get"))) {
      ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, "a", LockMode.READ_COMMITTED);
      return row == null ? null : row.value();
    }
  }

  private void awaitSeen(String value) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (!value.equals(value(store))) {
      assertThat(System.nanoTime()).isLessThan(deadlineNs);
      Thread.onSpinWait();
    }
  }

  /** The value after a loss of power now. */
  private @Nullable String valueAfterLoss() throws IOException {
    Path image = parent.resolve("image" + ++images);
    Path from = parent.resolve("store");
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, image.resolve(from.relativize(file).toString()));
      }
    }
    try (EmbeddedStore lost = EmbeddedStore.open(image, EmbeddedOptions.defaults())) {
      return value(lost);
    }
  }

  @Test
  void whatIsDurableSurvivesAndWhatIsPendingMayNot() throws Exception {
    set("before");
    Future<?> committing;
    long mark;
    try (DiskStall stall = disk.stall()) {
      committing = threads.submit(() -> set("after"));
      awaitSeen("after");
      mark = store.durability().mark();
      assertThat(store.durability().state(mark)).isEqualTo(State.PENDING);
      assertThat(valueAfterLoss()).as("seen, and lost").isEqualTo("before");
      assertThat(committing.isDone()).isFalse();
    }
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (store.durability().state(mark) != State.DURABLE) {
      assertThat(System.nanoTime()).isLessThan(deadlineNs);
    }
    assertThat(valueAfterLoss()).isEqualTo("after");
    committing.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
  }

  /** The feed's readers act on changes outside the store. */
  @Test
  void theFeedShowsNothingThatCanBeUndone() throws Exception {
    Future<?> committing;
    try (DiskStall stall = disk.stall()) {
      committing = threads.submit(this::append);
      awaitSeen("appended");
      assertThat(store.feed().read(0, 10)).isEmpty();
      assertThat(store.feed().head()).isZero();
      assertThat(store.feed().await(0, 50)).isFalse();
    }
    committing.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
    assertThat(store.feed().read(0, 10)).hasSize(1);
  }

  /** Who lets somebody else answer goes on at once, and that one hears of the sync alone. */
  @Test
  void anAnswerIsHeldBackUntilItIsSafe() throws Exception {
    set("before");
    Answered answered = new Answered();
    // With another one that may write: who is alone syncs himself.
    try (Tx other = store.begin(TxOptions.write("other"));
        DiskStall stall = disk.stall()) {
      try (Tx tx = store.begin(TxOptions.write("set").answeredBy(answered))) {
        tx.upsert(Tables.CLUSTER_VARIABLES, variable("a", "after"));
        tx.append(created(file(7, 7, "n", 1)));
        assertThat(tx.commit()).isEqualTo(1);
      }
      assertThat(value(store)).isEqualTo("after");
      assertThat(answered.isDurable()).isFalse();
      assertThat(store.feed().head()).isZero();
      assertThat(valueAfterLoss()).as("seen, and lost").isEqualTo("before");
      assertThat(other.get(Tables.CLUSTER_VARIABLES, "a", LockMode.READ_COMMITTED)).isNotNull();
    }
    answered.awaitDurable();
    assertThat(valueAfterLoss()).isEqualTo("after");
    assertThat(store.feed().read(0, 10)).hasSize(1);
  }

  /** What was committed is synced and told before the store is closed. */
  @Test
  void closingTellsWhoIsWaitedFor() {
    Answered answered = new Answered();
    Thread resuming;
    try (Tx other = store.begin(TxOptions.write("other"))) {
      DiskStall stall = disk.stall();
      try (Tx tx = store.begin(TxOptions.write("set").answeredBy(answered))) {
        tx.upsert(Tables.CLUSTER_VARIABLES, variable("a", "last"));
        tx.commit();
      }
      assertThat(answered.isDurable()).isFalse();
      assertThat(other.stats()).isNotNull();
      resuming = new Thread(stall::close);
    }
    resuming.start();
    store.close();
    assertThat(answered.isDurable()).isTrue();
    try (EmbeddedStore again =
        EmbeddedStore.open(parent.resolve("store"), EmbeddedOptions.defaults())) {
      assertThat(value(again)).isEqualTo("last");
    }
  }

  /** A call that has been answered, or whose answer nobody holds back, waits by itself. */
  @Test
  void whoHasNobodyToAnswerWaits() {
    try (Tx other = store.begin(TxOptions.write("other"));
        Tx tx = store.begin(TxOptions.write("set").answeredBy(() -> null))) {
      tx.upsert(Tables.CLUSTER_VARIABLES, variable("a", "1"));
      tx.commit();
      assertThat(store.durability().state(store.durability().mark())).isEqualTo(State.DURABLE);
      assertThat(other.stats()).isNotNull();
    }
  }

  private void append() {
    try (Tx tx = store.begin(TxOptions.write("append"))) {
      tx.upsert(Tables.CLUSTER_VARIABLES, variable("a", "appended"));
      tx.append(created(file(7, 7, "n", 1)));
      tx.commit();
    }
  }

  /** Who reads in a transaction that may write is answered after what he has read is safe. */
  @Test
  void aTransactionWithoutWritesWaitsForWhatItHasRead() throws Exception {
    set("before");
    Future<?> committing;
    Future<String> reading;
    try (DiskStall stall = disk.stall()) {
      committing = threads.submit(() -> set("after"));
      awaitSeen("after");
      reading =
          threads.submit(
              () -> {
                try (Tx tx = store.begin(TxOptions.write("look"))) {
                  ClusterVariable row =
                      tx.get(Tables.CLUSTER_VARIABLES, "a", LockMode.READ_COMMITTED);
                  tx.commit();
                  return row == null ? "" : row.value();
                }
              });
      // Either it has not read yet or it waits: in no case is it done.
      for (int i = 0; i < 50; i++) {
        assertThat(reading.isDone()).isFalse();
        Thread.sleep(1);
      }
    }
    assertThat(reading.get(PATIENCE_MS, TimeUnit.MILLISECONDS)).isEqualTo("after");
    committing.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
  }

  /** What nobody waits for becomes durable when somebody asks. */
  @Test
  void aMarkIsSyncedWhenNobodyElseCommits() {
    set("1");
    for (int i = 0; i < 5; i++) {
      try (Tx tx = store.begin(TxOptions.write("append").withSequence())) {
        tx.append(created(file(7, 7, "n" + i, i + 1)));
        tx.commit();
      }
    }
    try (Tx tx = store.begin(TxOptions.write("trim"))) {
      store.feed().trim(tx, 3);
      tx.commit();
    }
    long mark = store.durability().mark();
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
    while (store.durability().state(mark) != State.DURABLE) {
      assertThat(System.nanoTime()).isLessThan(deadlineNs);
      Thread.onSpinWait();
    }
  }

  @Test
  void marksOfAClosedStoreAreRefusedOrPending() {
    set("1");
    long mark = store.durability().mark();
    store.close();
    assertThat(store.durability().state(mark + 1)).isEqualTo(State.PENDING);
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> store.durability().mark())
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.CLOSED));
  }
}
