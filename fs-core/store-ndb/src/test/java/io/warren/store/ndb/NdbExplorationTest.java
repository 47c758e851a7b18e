package io.warren.store.ndb;

import io.warren.checker.Exploration;
import io.warren.store.testkit.ExplorationTime;
import org.junit.jupiter.api.Test;

/** New seeds in each run, on a real cluster; {@code make explore} takes longer. */
class NdbExplorationTest {
  @Test
  void newSeedsMatchTheModel() throws Exception {
    new Exploration(TestCluster.get()::emptyStore, System.out)
        .run(ExplorationTime.firstSeed(), ExplorationTime.time());
  }
}
