package io.warren.store.testkit;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long tests with new seeds look for faults, and where they begin: {@code
 * -Dwarren.explore.seconds=N} and {@code -Dwarren.explore.seed=N}.
 */
public final class ExplorationTime {
  private static final int SECONDS_DEFAULT = 5;
  private static final long SEEDS = 1L << 40;

  private ExplorationTime() {}

  /** The time for one test class. */
  public static Duration time() {
    return Duration.ofSeconds(Integer.getInteger("warren.explore.seconds", SECONDS_DEFAULT));
  }

  /** The seed that was asked for, else one that no earlier run is likely to have had. */
  public static long firstSeed() {
    return Long.getLong("warren.explore.seed", ThreadLocalRandom.current().nextLong(SEEDS));
  }
}
