package io.warren.namespace;

import io.warren.store.Store;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.testkit.LockRulesStore;
import java.nio.file.Path;

/** On the embedded store. */
class EmbeddedRepartitionStressTest extends RepartitionStress {
  @Override
  protected Store openStore(Path folder) {
    return new LockRulesStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync()));
  }

  @Override
  protected int steps() {
    return 1_200;
  }
}
