package io.warren.store.ndb;

import io.warren.store.Store;
import io.warren.store.StoreConfig;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.StoreProvider;

/** Opens the store on an NDB cluster. */
public final class NdbStoreProvider implements StoreProvider {
  @Override
  public String kind() {
    return NdbStore.KIND;
  }

  @Override
  public boolean sharedByProcesses() {
    return true;
  }

  @Override
  public Store open(StoreConfig config) {
    try {
      return NdbStore.open(
          NdbOptions.of(config.connect(), config.database())
              .connectTimeout(config.connectTimeoutMs()));
    } catch (LinkageError e) {
      throw new StoreException(
          Code.FOREIGN,
          "NDB's client can't be loaded: clusterj.jar of NDB_HOME must be on the class path and "
              + "NDB_HOME/lib on java.library.path",
          e);
    }
  }
}
