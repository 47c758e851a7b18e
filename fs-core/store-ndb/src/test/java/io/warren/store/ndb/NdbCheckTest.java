package io.warren.store.ndb;

import io.warren.checker.Cluster;
import io.warren.checker.SequentialCheck;
import org.junit.jupiter.api.Test;

/**
 * Random sequences on a real cluster against the model. {@code -Dwarren.check.operations=N} runs
 * more, {@code -Dwarren.check.seed=N} begins elsewhere.
 */
class NdbCheckTest {
  private static final int OPERATIONS = Integer.getInteger("warren.check.operations", 2_000);
  private static final long FIRST_SEED = Long.getLong("warren.check.seed", 20_261_121);
  private static final int LENGTH = 500;

  @Test
  void randomSequencesMatchTheModel() {
    System.out.printf("%d operations from seed %d%n", OPERATIONS, FIRST_SEED);
    int sequences = Math.max(1, OPERATIONS / LENGTH);
    for (int i = 0; i < sequences; i++) {
      boolean evicting = i % 2 == 1;
      Cluster.Settings settings =
          new Cluster.Settings(evicting ? 3 : 2, evicting ? 12 : 10_000, i % 4 < 2);
      new SequentialCheck(TestCluster.get()::emptyStore, settings).run(FIRST_SEED + i, LENGTH);
    }
  }
}
