package io.warren.checker;

import io.warren.store.Store;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Random sequences and concurrent histories from one seed after the other, until a time is over.
 * Everything about a case follows from its seed, so that a run that begins with the seed of a
 * failed case repeats it first: a sequence step by step, a history with other moments.
 */
public final class Exploration {
  private static final int SEQUENCE_LENGTH = 1_000;
  private static final int ROUNDS = 25;
  private static final int THREADS_MIN = 3;
  private static final int THREADS_KINDS = 4;
  private static final int STEPS_MAX = 28;
  private static final int EVICTING_HINTS = 12;
  private static final int ENOUGH_HINTS = 10_000;

  private final Supplier<Store> stores;
  private final PrintStream out;

  /**
   * @param stores makes an empty store; the exploration closes it
   * @param out told the seeds and what was done
   */
  public Exploration(Supplier<Store> stores, PrintStream out) {
    this.stores = stores;
    this.out = out;
  }

  /**
   * Checks one seed after the other; one at least, and the one that is under way to its end.
   *
   * @throws AssertionError with the seed and, of a sequence, a shortest one that fails
   */
  public void run(long firstSeed, Duration time) throws Exception {
    out.printf("exploring for %d s from seed %d%n", time.toSeconds(), firstSeed);
    long end = System.nanoTime() + time.toNanos();
    long seed = firstSeed;
    do {
      try {
        explore(seed);
      } catch (AssertionError e) {
        throw new AssertionError(
            "Seed %d, explored from %d: -Dwarren.explore.seed=%d begins with it%n%s"
                .formatted(seed, firstSeed, seed, e.getMessage()),
            e);
      }
      seed++;
    } while (System.nanoTime() < end);
    out.printf("explored %d seeds from %d%n", seed - firstSeed, firstSeed);
  }

  private void explore(long seed) throws Exception {
    if (Math.floorMod(seed, 2) == 0) {
      new SequentialCheck(stores, settings(seed)).run(seed, SEQUENCE_LENGTH);
      return;
    }
    int threads = THREADS_MIN + (int) Math.floorMod(seed / 2, THREADS_KINDS);
    try (Store store = stores.get();
        Cluster cluster = new Cluster(store, settings(seed).withTimesNowAndThen());
        ConcurrentCheck check = new ConcurrentCheck(cluster, threads, STEPS_MAX / threads)) {
      check.run(seed, ROUNDS);
    }
  }

  private static Cluster.Settings settings(long seed) {
    int kind = (int) Math.floorMod(seed / 2, 4);
    int hintsMax = kind == 1 ? EVICTING_HINTS : ENOUGH_HINTS;
    boolean barrier = Math.floorMod(seed / 8, 4) != 0;
    return new Cluster.Settings(1 + (int) Math.floorMod(seed, 3), hintsMax, kind != 2, barrier);
  }
}
