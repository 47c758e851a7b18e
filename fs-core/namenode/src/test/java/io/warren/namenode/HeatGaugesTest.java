package io.warren.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.warren.namenode.heat.Heat;
import io.warren.namenode.heat.HeatSample;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Ranks in place of names. */
class HeatGaugesTest {
  private static final long MS = 1_000_000;

  // Without its thread: what was recorded is counted when it is asked for.
  private final Heat heat = new Heat("nn1", () -> TimeUnit.DAYS.toNanos(3));

  private void call(String user, long ms) {
    heat.record(
        new HeatSample(
            1, "create", user, "10.0.0.1", "", "/d", "/d/" + user, ms * MS, 0, 3, false));
  }

  @Test
  void theHottestOfAKindIsTheFirst() {
    call("ann", 1);
    call("bob", 3);
    assertThat(HeatGauges.shares(heat))
        .containsEntry(Tags.of("by", "user", "rank", "1"), 0.75)
        .containsEntry(Tags.of("by", "user", "rank", "2"), 0.25)
        .containsEntry(Tags.of("by", "operation", "rank", "1"), 1.0)
        .doesNotContainKey(Tags.of("by", "application", "rank", "1"));
  }

  @Test
  void thereAreNoMoreThanTheRanksHoweverManyUsersThereAre() {
    for (int i = 0; i < 500; i++) {
      call("user" + i, 1);
    }
    assertThat(HeatGauges.shares(heat)).hasSize(1 + HeatGauges.RANKS + 1 + 1 + HeatGauges.RANKS);
  }

  @Test
  void aQuietNamenodeHasNone() {
    assertThat(HeatGauges.shares(heat)).isEmpty();
  }
}
