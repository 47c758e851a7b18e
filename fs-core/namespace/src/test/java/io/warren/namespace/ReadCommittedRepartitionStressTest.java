package io.warren.namespace;

import io.warren.store.Store;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.LockRulesStore;
import io.warren.store.testkit.ReadCommittedStore;
import java.nio.file.Path;

/** Without snapshots: each row is read at its own time. */
class ReadCommittedRepartitionStressTest extends RepartitionStress {
  @Override
  protected Store openStore(Path folder) {
    return new ReadCommittedStore(
        new LockRulesStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync())));
  }

  @Override
  protected int steps() {
    return 1_200;
  }
}
