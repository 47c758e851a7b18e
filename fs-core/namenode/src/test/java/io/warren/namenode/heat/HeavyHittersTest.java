package io.warren.namenode.heat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The promises of the summary, against exact sums. */
class HeavyHittersTest {
  private static final int PLACES = 32;
  private static final int KEYS = 5_000;
  private static final int CALLS = 60_000;

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final Map<String, Long> exact = new HashMap<>();
  private long all;

  private void feed(HeavyHitters hitters, int calls) {
    for (int i = 0; i < calls; i++) {
      // Few keys are frequent, many are rare.
      String key = "k" + (int) (KEYS * Math.pow(random.nextDouble(), 4));
      long nanos = 1 + random.nextInt(1000);
      hitters.add(key, 1, nanos, 7, 2);
      exact.merge(key, nanos, Long::sum);
      all += nanos;
    }
  }

  private void promisesHold(HeavyHitters hitters, int summaries) {
    Map<String, HeavyHitters.Hitter> told =
        hitters.hitters().stream()
            .collect(Collectors.toMap(HeavyHitters.Hitter::key, hitter -> hitter));
    assertThat(told).hasSizeLessThanOrEqualTo(PLACES);
    long errorMax = summaries * all / PLACES;
    told.forEach(
        (key, hitter) -> {
          long truth = exact.getOrDefault(key, 0L);
          String which = key + " with seed " + seed;
          assertThat(hitter.nanos()).as(which).isGreaterThanOrEqualTo(truth);
          assertThat(hitter.nanos() - hitter.errorNanos()).as(which).isLessThanOrEqualTo(truth);
          assertThat(hitter.errorNanos()).as(which).isLessThanOrEqualTo(errorMax);
        });
    exact.forEach(
        (key, nanos) -> {
          if (nanos > errorMax) {
            assertThat(told).as("seed " + seed).containsKey(key);
          }
        });
  }

  @Test
  void oneSummaryKeepsItsPromises() {
    HeavyHitters hitters = new HeavyHitters(PLACES);
    feed(hitters, CALLS);
    promisesHold(hitters, 1);
  }

  @Test
  void mergedSummariesDoToo() {
    HeavyHitters sum = new HeavyHitters(PLACES);
    for (int i = 0; i < 6; i++) {
      HeavyHitters part = new HeavyHitters(PLACES);
      feed(part, CALLS / 6);
      sum.add(part);
    }
    promisesHold(sum, 2);
  }

  @Test
  void fewKeysAreExact() {
    HeavyHitters hitters = new HeavyHitters(PLACES);
    hitters.add("a", 1, 5, 2, 1);
    hitters.add("b", 1, 7, 0, 2);
    hitters.add("a", 1, 6, 1, 3);
    hitters.refuse("b");
    assertThat(hitters.hitters())
        .containsExactly(
            new HeavyHitters.Hitter("a", 11, 0, 3, 2, 4, 0),
            new HeavyHitters.Hitter("b", 7, 0, 0, 1, 2, 1));
  }

  @Test
  void refusedCallsPutNobodyOut() {
    HeavyHitters hitters = new HeavyHitters(2);
    hitters.refuse("only-refused");
    hitters.add("a", 1, 5, 0, 1);
    hitters.refuse("too-late");
    hitters.refuse("a");
    assertThat(hitters.hitters())
        .containsExactly(
            new HeavyHitters.Hitter("a", 5, 0, 0, 1, 1, 1),
            new HeavyHitters.Hitter("only-refused", 0, 0, 0, 0, 0, 1));
    hitters.add("b", 1, 1, 4, 1);
    assertThat(hitters.hitters())
        .containsExactly(
            new HeavyHitters.Hitter("a", 5, 0, 0, 1, 1, 1),
            new HeavyHitters.Hitter("b", 1, 0, 4, 1, 1, 0));
  }

  @Test
  void waitingAndRefusedCallsAreMergedToo() {
    HeavyHitters sum = new HeavyHitters(PLACES);
    for (int i = 0; i < 3; i++) {
      HeavyHitters part = new HeavyHitters(PLACES);
      part.add("a", 1, 5, 4, 1);
      part.refuse("a");
      sum.add(part);
    }
    assertThat(sum.hitters()).containsExactly(new HeavyHitters.Hitter("a", 15, 0, 12, 3, 3, 3));
  }
}
