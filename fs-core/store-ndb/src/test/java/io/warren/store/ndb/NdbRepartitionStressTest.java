package io.warren.store.ndb;

import io.warren.namespace.RepartitionStress;
import io.warren.store.Store;
import java.nio.file.Path;

/** Children move between partitions of a real cluster while namenodes work on them. */
class NdbRepartitionStressTest extends RepartitionStress {
  @Override
  protected Store openStore(Path folder) {
    return TestCluster.get().emptyStore();
  }

  /** Each waits for the network a few times. */
  @Override
  protected int steps() {
    return 400;
  }
}
