package io.warren.checker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.checker.ConcurrentCheck.Mix;
import io.warren.store.Store;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.FaultyViewsStore;
import io.warren.store.testkit.FaultyViewsStore.Fault;
import io.warren.store.testkit.ReadCommittedStore;
import io.warren.store.testkit.ViewRulesStore;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Namenodes that remember directories, over a store that shows each row at a moment of its own:
 * what they answer is what they would answer if they read everything. {@code
 * -Dwarren.check.rounds=N} runs more.
 */
class ViewCheckTest {
  private static final int ROUNDS = Integer.getInteger("warren.check.rounds", 120);
  private static final long SEED = Long.getLong("warren.check.seed", 20_261_201);
  private static final int ROUNDS_TO_FIND_MAX = 1_000;
  private static final int OPERATIONS = 4_000;
  private static final int NAMENODES = 3;
  private static final int THREADS = 3;
  private static final int STEPS_PER_THREAD = 4;
  private static final int PAUSE_EVERY = 8;
  private static final int PAUSE_NANOS_MAX = 300_000;

  private static Supplier<Store> stores(Path folder) {
    AtomicInteger number = new AtomicInteger();
    return () ->
        new ReadCommittedStore(
            new ViewRulesStore(
                EmbeddedStore.open(
                    folder.resolve("store" + number.incrementAndGet()),
                    EmbeddedOptions.withoutSync())));
  }

  /** Enough hints and views, and so few that they are evicted while an operation uses them. */
  @ParameterizedTest
  @ValueSource(ints = {10_000, 12})
  void sequencesMatchTheModel(int hintsMax, @TempDir Path folder) {
    new SequentialCheck(stores(folder), new Cluster.Settings(NAMENODES, hintsMax, true))
        .run(SEED, OPERATIONS);
  }

  private static void pauseNowAndThen() {
    Random random = ThreadLocalRandom.current();
    if (random.nextInt(PAUSE_EVERY) == 0) {
      LockSupport.parkNanos(random.nextInt(PAUSE_NANOS_MAX));
    }
  }

  private static void histories(Path folder, Mix mix, int hintsMax, Fault fault, int rounds)
      throws Exception {
    try (FaultyViewsStore faulty =
            new FaultyViewsStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync()), fault);
        ReadCommittedStore store = new ReadCommittedStore(faulty);
        Cluster cluster = new Cluster(store, new Cluster.Settings(NAMENODES, hintsMax, false));
        ConcurrentCheck check = new ConcurrentCheck(cluster, mix, THREADS, STEPS_PER_THREAD)) {
      store.betweenReads(ViewCheckTest::pauseNowAndThen);
      check.run(SEED, rounds);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyHistoryIsExplainedBySomeOrder(Mix mix, @TempDir Path folder) throws Exception {
    System.out.printf("%d rounds from seed %d%n", ROUNDS, SEED);
    histories(folder.resolve("enough"), mix, 10_000, Fault.NONE, ROUNDS);
    histories(folder.resolve("few"), mix, 12, Fault.NONE, ROUNDS / 4);
  }

  /** The check must be able to fail: each of these forgets a part of what makes views hold. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void whatIsLeftOutIsFound(Fault fault, @TempDir Path folder) {
    assertThatThrownBy(() -> histories(folder, Mix.DIRECTORIES, 10_000, fault, ROUNDS_TO_FIND_MAX))
        .isInstanceOf(AssertionError.class);
  }
}
