package io.warren.store.embedded;

import static io.warren.store.testkit.Samples.created;
import static io.warren.store.testkit.Samples.file;
import static io.warren.store.testkit.Samples.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.store.Checkpoints.Checkpoint;
import io.warren.store.FeedIncarnation;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a store that is written to, and what a store that was restored from one knows. */
class CheckpointTest {
  private final Path folder;
  private final Path copy;

  CheckpointTest(@TempDir Path parent) {
    folder = parent.resolve("store");
    copy = parent.resolve("copy");
  }

  private EmbeddedStore open() {
    return EmbeddedStore.open(folder, EmbeddedOptions.defaults());
  }

  private EmbeddedStore restored(Checkpoint from) throws IOException {
    copyTree(from.folder(), copy);
    return EmbeddedStore.open(copy, EmbeddedOptions.defaults());
  }

  /** A row with its change: both of a pair are of one number, or the copy is torn. */
  private static void put(EmbeddedStore store, String name, String value) {
    try (Tx tx = store.begin(TxOptions.write("put"))) {
      tx.upsert(Tables.CLUSTER_VARIABLES, variable(name, value));
      tx.upsert(Tables.CLUSTER_VARIABLES, variable(name + "-twin", value));
      tx.append(created(file(1, 1, name, 5)));
      tx.commit();
    }
  }

  private static String get(EmbeddedStore store, String name) {
    try (Tx tx = store.begin(TxOptions.read("get"))) {
      var row = tx.get(Tables.CLUSTER_VARIABLES, name, LockMode.READ_COMMITTED);
      return row == null ? "" : row.value();
    }
  }

  private static int incarnation(EmbeddedStore store) {
    try (Tx tx = store.begin(TxOptions.read("incarnation"))) {
      return store.incarnation(tx);
    }
  }

  @Test
  void aCopyHasWhatWasAcknowledgedBeforeAndNothingOfLater() throws Exception {
    try (EmbeddedStore store = open()) {
      put(store, "before", "1");
      Checkpoint made = store.checkpoints().take();
      put(store, "after", "2");
      assertThat(made.feedSequence()).isEqualTo(1);
      try (EmbeddedStore restored = restored(made)) {
        assertThat(get(restored, "before")).isEqualTo("1");
        assertThat(get(restored, "after")).isEmpty();
        assertThat(restored.feed().head()).isEqualTo(1);
        assertThat(restored.feed().read(0, 10)).hasSize(1);
      }
      // The store goes on, whatever becomes of its copies.
      assertThat(get(store, "after")).isEqualTo("2");
    }
  }

  /** Writers go on: each has been told of its last commit before the copy is asked for, or not. */
  @Test
  void copiesUnderLoadAreOfOneMoment() throws Exception {
    int writers = 4;
    try (EmbeddedStore store = open()) {
      AtomicBoolean done = new AtomicBoolean();
      List<AtomicInteger> acknowledged = new ArrayList<>();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        AtomicInteger last = new AtomicInteger();
        acknowledged.add(last);
        String name = "writer" + i;
        Thread thread =
            new Thread(
                () -> {
                  for (int n = 1; !done.get(); n++) {
                    put(store, name, "" + n);
                    last.set(n);
                  }
                });
        thread.start();
        threads.add(thread);
      }
      while (acknowledged.stream().anyMatch(each -> each.get() == 0)) {
        assertThat(threads).allMatch(Thread::isAlive);
        Thread.sleep(1);
      }
      for (int round = 0; round < 5; round++) {
        Thread.sleep(50);
        List<Integer> before = acknowledged.stream().map(AtomicInteger::get).toList();
        Checkpoint made = store.checkpoints().take();
        List<Integer> after = acknowledged.stream().map(AtomicInteger::get).toList();
        try (EmbeddedStore restored = restored(made)) {
          long commits = 0;
          for (int i = 0; i < writers; i++) {
            String value = get(restored, "writer" + i);
            assertThat(get(restored, "writer" + i + "-twin")).isEqualTo(value);
            int number = value.isEmpty() ? 0 : Integer.parseInt(value);
            assertThat(number).isBetween(before.get(i), after.get(i) + 1);
            commits += number;
          }
          // As many changes as commits: the feed is of the same moment as the rows.
          assertThat(restored.feed().head()).isEqualTo(commits);
          assertThat(commits).isGreaterThanOrEqualTo(made.feedSequence());
        }
        deleteTree(copy);
      }
      done.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(acknowledged).allSatisfy(each -> assertThat(each.get()).isPositive());
    }
  }

  @Test
  void aRestoredStoreIsAnotherIncarnationForGood() throws Exception {
    int first;
    try (EmbeddedStore store = open()) {
      put(store, "a", "1");
      assertThat(incarnation(store)).isZero();
      Checkpoint made = store.checkpoints().take();
      put(store, "lost", "2");
      List<FeedIncarnation> told = store.feed().incarnations();
      try (EmbeddedStore restored = restored(made)) {
        first = incarnation(restored);
        assertThat(first).isNotZero();
        put(restored, "other", "2");
        List<FeedIncarnation> now = restored.feed().incarnations();
        assertThat(FeedIncarnation.of(now, 1)).isEqualTo(FeedIncarnation.of(told, 1));
        assertThat(FeedIncarnation.of(now, 2)).isNotEqualTo(FeedIncarnation.of(told, 2));
      }
      try (EmbeddedStore again = EmbeddedStore.open(copy, EmbeddedOptions.defaults())) {
        assertThat(incarnation(again)).isEqualTo(first);
      }
      deleteTree(copy);
      try (EmbeddedStore second = restored(made)) {
        assertThat(incarnation(second)).isNotZero().isNotEqualTo(first);
      }
    }
  }

  @Test
  void oneCheckpointIsKeptAndNoneOverARestart() throws Exception {
    Checkpoint second;
    try (EmbeddedStore store = open()) {
      put(store, "a", "1");
      Checkpoint first = store.checkpoints().take();
      second = store.checkpoints().take();
      assertThat(first.folder()).doesNotExist();
      assertThat(second.folder()).exists();
      assertThat(store.checkpoints().drop(first.name())).isFalse();
      for (String outside : List.of("..", ".", "../rocksdb", "")) {
        assertThat(store.checkpoints().drop(outside)).isFalse();
      }
    }
    assertThat(second.folder()).exists();
    try (EmbeddedStore store = open()) {
      assertThat(second.folder()).doesNotExist();
      Checkpoint third = store.checkpoints().take();
      assertThat(store.checkpoints().drop(third.name())).isTrue();
      assertThat(third.folder()).doesNotExist();
      assertThat(get(store, "a")).isEqualTo("1");
    }
  }

  @Test
  void aClosedStoreMakesNone() {
    EmbeddedStore store = open();
    store.close();
    assertThatThrownBy(() -> store.checkpoints().take()).isInstanceOf(StoreException.class);
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static void deleteTree(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
