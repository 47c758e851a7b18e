package io.warren.migrate.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LongSetTest {
  private static final long SEED = Long.getLong("warren.set.seed", 3);

  @Test
  void aNumberIsAddedOnce() {
    Random random = new Random(SEED);
    LongSet set = new LongSet();
    Set<Long> expected = new HashSet<>();
    for (int i = 0; i < 200_000; i++) {
      long number = i % 2 == 0 ? random.nextInt(150_000) : random.nextLong();
      assertThat(set.add(number))
          .as("seed %d, number %d", SEED, number)
          .isEqualTo(expected.add(number));
    }
    for (long edge : new long[] {0, Long.MIN_VALUE, Long.MAX_VALUE, -1}) {
      assertThat(set.add(edge)).isEqualTo(expected.add(edge));
      assertThat(set.add(edge)).isFalse();
    }
  }
}
