package io.warren.store.ndb;

import io.warren.store.Store;
import io.warren.store.testkit.StoreContract;

/** The store contract on a real cluster. */
class NdbContractTest extends StoreContract {
  @Override
  protected Store open() {
    return TestCluster.get().emptyStore();
  }
}
