package io.warren.store.embedded;

import static io.warren.store.testkit.Samples.created;
import static io.warren.store.testkit.Samples.file;
import static io.warren.store.testkit.Samples.variable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Change;
import io.warren.store.Checkpoints.Checkpoint;
import io.warren.store.Checkpoints.Log;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies that are brought to a later moment with the log that the store keeps. */
class RollForwardTest {
  private static final EmbeddedOptions KEEPING =
      EmbeddedOptions.withoutSync().withLogKept(3_600, 100);

  private final Path parent;
  private final Path copy;

  RollForwardTest(@TempDir Path parent) {
    this.parent = parent;
    copy = parent.resolve("copy");
  }

  private EmbeddedStore open() {
    return EmbeddedStore.open(parent.resolve("store"), KEEPING);
  }

  /** A row with its change, of one number. */
  private static void put(EmbeddedStore store, int number) {
    try (Tx tx = store.begin(TxOptions.write("put"))) {
      tx.upsert(Tables.CLUSTER_VARIABLES, variable("last", "" + number));
      tx.append(created(file(1, 1, "f" + number, number)));
      tx.commit();
    }
  }

  private static int last(EmbeddedStore store) {
    try (Tx tx = store.begin(TxOptions.read("last"))) {
      var row = tx.get(Tables.CLUSTER_VARIABLES, "last", LockMode.READ_COMMITTED);
      return row == null ? 0 : Integer.parseInt(row.value());
    }
  }

  private static void put(EmbeddedStore store, int first, int through) {
    for (int number = first; number <= through; number++) {
      put(store, number);
    }
  }

  private Path kept(EmbeddedStore store, long after, List<Log> parts) throws IOException {
    Log made = store.checkpoints().log(after);
    parts.add(made);
    Path part = parent.resolve("part" + parts.size());
    Files.copy(made.file(), part);
    return part;
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private EmbeddedStore rolled() {
    return EmbeddedStore.open(copy, EmbeddedOptions.withoutSync());
  }

  @Test
  void allThatWasWrittenSinceIsAddedAlsoOverRestarts() throws Exception {
    List<Log> logs = new ArrayList<>();
    List<Path> parts = new ArrayList<>();
    List<Change> told;
    long position;
    try (EmbeddedStore store = open()) {
      put(store, 1, 5);
      Checkpoint made = store.checkpoints().take();
      copyTree(made.folder(), copy);
      position = made.logPosition();
      put(store, 6, 9);
      parts.add(kept(store, position, logs));
    }
    try (EmbeddedStore store = open()) {
      put(store, 10, 12);
      // Its memory goes into files: the log behind that is kept for this alone.
      store.checkpoints().take();
      put(store, 13, 14);
      parts.add(kept(store, logs.get(0).through(), logs));
      parts.add(kept(store, logs.get(1).through(), logs));
      told = store.feed().read(0, 100);
    }
    assertThat(logs.get(2).through()).isEqualTo(logs.get(1).through());
    assertThat(logs.get(2).feedSequence()).isEqualTo(14);
    RollForward.Result done = RollForward.run(copy, parts, Long.MAX_VALUE);
    assertThat(done.changes()).isEqualTo(9);
    assertThat(done.position()).isEqualTo(logs.get(2).through());
    // Again, as after a restore that was broken off, adds nothing.
    assertThat(RollForward.run(copy, parts, Long.MAX_VALUE).position())
        .isGreaterThanOrEqualTo(done.position());
    try (EmbeddedStore store = rolled();
        Tx tx = store.begin(TxOptions.write("incarnation"))) {
      assertThat(last(store)).isEqualTo(14);
      assertThat(store.feed().read(0, 100)).usingRecursiveComparison().isEqualTo(told);
      assertThat(store.incarnation(tx)).isNotZero();
    }
  }

  /** Whatever the moment is, what comes of it is as of the last commit before it. */
  @Test
  void eachMomentIsAStateThatTheStoreHad() throws Exception {
    List<Path> parts = new ArrayList<>();
    List<Change> told;
    Checkpoint made;
    try (EmbeddedStore store = open()) {
      put(store, 1, 2);
      made = store.checkpoints().take();
      // The store keeps one copy of either kind.
      copyTree(made.folder(), parent.resolve("backup"));
      for (int number = 3; number <= 8; number++) {
        long now = System.currentTimeMillis();
        while (System.currentTimeMillis() == now) {
          Thread.onSpinWait();
        }
        put(store, number);
      }
      parts.add(kept(store, made.logPosition(), new ArrayList<>()));
      told = store.feed().read(0, 100);
      for (Change until : told.subList(1, told.size())) {
        copyTree(parent.resolve("backup"), copy);
        RollForward.Result done = RollForward.run(copy, parts, until.committedAtMs());
        assertThat(done.changes()).isEqualTo(until.commitSequence() - 2);
        try (EmbeddedStore back = rolled()) {
          assertThat(last(back)).isEqualTo((int) until.commitSequence());
          assertThat(back.feed().head()).isEqualTo(until.commitSequence());
        }
        delete(copy);
      }
    }
  }

  @Test
  void partsThatDoNotFollowAreRefused() throws Exception {
    List<Log> logs = new ArrayList<>();
    try (EmbeddedStore store = open()) {
      put(store, 1);
      Checkpoint made = store.checkpoints().take();
      copyTree(made.folder(), copy);
      put(store, 2, 3);
      Path first = kept(store, made.logPosition(), logs);
      put(store, 4);
      Path second = kept(store, logs.get(0).through(), logs);
      assertThatThrownBy(() -> RollForward.run(copy, List.of(second), Long.MAX_VALUE))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.code()).isEqualTo(Code.CORRUPT));
      byte[] whole = Files.readAllBytes(first);
      Files.write(first, java.util.Arrays.copyOf(whole, whole.length - 1));
      assertThatThrownBy(() -> RollForward.run(copy, List.of(first), Long.MAX_VALUE))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("cut off");
    }
    // Nor is a store that somebody uses brought anywhere.
    assertThatThrownBy(() -> RollForward.run(parent.resolve("store"), List.of(), Long.MAX_VALUE))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("Only a copy");
  }

  @Test
  void aLogThatIsNotKeptIsToldOf() {
    try (EmbeddedStore store =
        EmbeddedStore.open(parent.resolve("forgetful"), EmbeddedOptions.withoutSync())) {
      put(store, 1);
      long position = store.checkpoints().take().logPosition();
      put(store, 2, 3);
      store.checkpoints().take();
      put(store, 4);
      store.checkpoints().take();
      for (long after : new long[] {position, position + 1_000_000}) {
        assertThatThrownBy(() -> store.checkpoints().log(after))
            .isInstanceOfSatisfying(
                StoreException.class, e -> assertThat(e.code()).isEqualTo(Code.FEED_TRIMMED));
      }
    }
  }

  private static void delete(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
