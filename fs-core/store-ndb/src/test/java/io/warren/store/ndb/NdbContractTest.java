package io.warren.store.ndb;

import io.warren.store.Store;
import io.warren.store.testkit.DiskStall;
import io.warren.store.testkit.StoreContract;

/** The store contract on a real cluster. */
class NdbContractTest extends StoreContract {
  @Override
  protected Store open() {
    return TestCluster.get().emptyStore();
  }

  /**
   * There is no need to: that a global checkpoint was saved shows in commits which come later, and
   * the tests make none meanwhile.
   */
  @Override
  public DiskStall stallDisk() {
    return () -> {};
  }
}
