package io.warren.store.embedded;

import io.warren.store.Store;
import io.warren.store.StoreConfig;
import io.warren.store.StoreProvider;

/** Opens the embedded store. */
public final class EmbeddedStoreProvider implements StoreProvider {
  @Override
  public String kind() {
    return EmbeddedStore.KIND;
  }

  @Override
  public boolean sharedByProcesses() {
    return false;
  }

  @Override
  public Store open(StoreConfig config) {
    return EmbeddedStore.open(config.folder(), EmbeddedOptions.defaults());
  }
}
