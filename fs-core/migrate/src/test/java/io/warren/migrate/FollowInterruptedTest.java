package io.warren.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.migrate.edits.EditsPage;
import io.warren.migrate.edits.EditsSource;
import io.warren.migrate.edits.LocalEdits;
import io.warren.migrate.follow.FollowState;
import io.warren.migrate.follow.Follower;
import io.warren.namespace.Following.Position;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.FaultInjectingStore;
import io.warren.store.testkit.FaultInjectingStore.Moment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each edit is applied by a process of its own, after one that died over it: whatever a follower
 * knows besides its store must not be needed by the next one.
 */
class FollowInterruptedTest {
  private static final long SEED = Long.getLong("warren.follow.seed", 5);
  private static final int STEPS = Integer.getInteger("warren.follow.interrupted", 90);
  private static final int ROUNDS = 3;
  private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(60);

  @TempDir private Path folder = Path.of("");
  private final Random random = new Random(SEED);
  private long applied;
  private long deaths;
  private int callsOfTheLast = 1;

  /** Edits one at a time, each the last one that is known of. */
  private record OneByOne(EditsSource all) implements EditsSource {
    @Override
    public EditsPage after(Position position) throws IOException {
      EditsPage page = all.after(position);
      int count = Math.min(1, page.edits().size());
      return new EditsPage(
          page.edits().subList(0, count), page.segmentStart(), page.newestKnown(), true);
    }

    @Override
    public long newestSegment(Position position) throws IOException {
      return all.newestSegment(position);
    }

    @Override
    public void settle() throws IOException {
      all.settle();
    }

    @Override
    public void close() throws IOException {
      all.close();
    }
  }

  @Test
  void aHistoryIsFollowedByProcessesOfOneEdit() throws Exception {
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      StockHistory history = new StockHistory(stock.files(), SEED);
      Path store = Stores.imported(stock.saveImage(), folder.resolve("store"));
      for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < STEPS / ROUNDS; i++) {
          history.step();
        }
        Map<String, String> original = SameTree.of(stock);
        follow(store, stock.names());
        try (Store opened = opened(store);
            Namespace namespace = Stores.over(opened)) {
          assertThat(SameTree.differences(original, SameTree.of(namespace)))
              .as("seed %d, round %d", SEED, round)
              .isEmpty();
        }
        stock.rollEdits();
      }
      history.end();
    }
    tellHowItWent();
  }

  @Test
  void aHistoryWithSnapshotsIsFollowedByProcessesOfOneEdit() throws Exception {
    try (StockFileSystem stock = new StockFileSystem(folder.resolve("stock"), false)) {
      SnapshotHistory history = new SnapshotHistory(stock.files(), SEED, false);
      Path store = Stores.imported(stock.saveImage(), folder.resolve("store"));
      for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < STEPS / ROUNDS; i++) {
          history.step();
        }
        Map<String, String> tree = SameTree.besideSnapshots(SameTree.of(stock));
        Map<String, String> snapshots = SameSnapshots.comparable(SameSnapshots.of(stock));
        follow(store, stock.names());
        try (Store opened = opened(store);
            Namespace namespace = Stores.over(opened)) {
          assertThat(SameTree.differences(tree, SameTree.besideSnapshots(SameTree.of(namespace))))
              .as("seed %d, round %d", SEED, round)
              .isEmpty();
          assertThat(
                  SameTree.differences(
                      snapshots, SameSnapshots.comparable(SameSnapshots.of(namespace))))
              .as("seed %d, round %d", SEED, round)
              .isEmpty();
        }
        stock.rollEdits();
      }
    }
    tellHowItWent();
  }

  private void tellHowItWent() {
    System.out.printf("seed %d: %d edits applied, %d deaths%n", SEED, applied, deaths);
    assertThat(applied).isGreaterThan(STEPS);
    assertThat(deaths).isGreaterThan(STEPS / 2);
  }

  private static Store opened(Path store) {
    return EmbeddedStore.open(store, EmbeddedOptions.withoutSync());
  }

  /** One that dies over an edit, then one that applies it and ends, until none is left. */
  private void follow(Path store, Path names) {
    long done = 1;
    while (done > 0) {
      dieOverAnEdit(store, names);
      try (Store inner = opened(store)) {
        FaultInjectingStore counted = new FaultInjectingStore(inner);
        FollowState state = turn(counted, names);
        assertThat(state.stoppedBy()).as("seed %d", SEED).isNull();
        assertThat(state.waitingFor()).as("seed %d", SEED).isNull();
        callsOfTheLast = Math.max(1, counted.calls().size());
        done = state.editsApplied();
        applied += done;
      }
    }
  }

  /**
   * At some call to the store or behind it, the commit among them; then what was open is closed.
   */
  private void dieOverAnEdit(Path store, Path names) {
    try (Store inner = opened(store)) {
      FaultInjectingStore dying = new FaultInjectingStore(inner);
      dying.killAt(
          1 + random.nextInt(callsOfTheLast),
          random.nextBoolean() ? Moment.BEFORE : Moment.AFTER,
          StoreException.Code.COMMIT_UNKNOWN);
      applied += turn(dying, names).editsApplied();
    } catch (StoreException e) {
      deaths++;
    }
  }

  private static FollowState turn(Store store, Path names) {
    try (Namespace namespace = Stores.over(store);
        Follower follower =
            new Follower(
                namespace, names.toString(), Set.of(), () -> new OneByOne(new LocalEdits(names)))) {
      follower.turn(LeaderFence.NONE, TURN_NANOS);
      return follower.state();
    }
  }
}
