package io.warren.store.ndb;

import io.warren.checker.Cluster;
import io.warren.checker.ConcurrentCheck;
import io.warren.checker.ConcurrentCheck.Mix;
import io.warren.store.Store;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Threads on several namenodes over a real cluster at once; {@code -Dwarren.check.rounds=N} runs
 * more, {@code -Dwarren.check.seed=N} begins elsewhere.
 */
class NdbConcurrentCheckTest {
  private static final int ROUNDS = Integer.getInteger("warren.check.rounds", 16);
  private static final long SEED = Long.getLong("warren.check.seed", 20_261_122);

  @ParameterizedTest
  @CsvSource({"EVERYTHING, 3, 8", "EVERYTHING, 6, 4", "DIRECTORIES, 6, 4"})
  void everyHistoryIsExplainedBySomeOrder(Mix mix, int threads, int stepsPerThread)
      throws Exception {
    System.out.printf("%d rounds of %d threads from seed %d%n", ROUNDS, threads, SEED);
    try (Store store = TestCluster.get().emptyStore();
        Cluster cluster = new Cluster(store, new Cluster.Settings(3, 10_000, false));
        ConcurrentCheck check = new ConcurrentCheck(cluster, mix, threads, stepsPerThread)) {
      check.run(SEED, ROUNDS);
    }
  }
}
