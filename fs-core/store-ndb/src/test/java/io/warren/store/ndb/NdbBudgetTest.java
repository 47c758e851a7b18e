package io.warren.store.ndb;

import io.warren.namespace.OperationBudget;
import io.warren.store.Store;
import io.warren.store.testkit.LockRulesStore;
import java.nio.file.Path;

/** What every operation costs on a real cluster, and that none upgrades a lock. */
class NdbBudgetTest extends OperationBudget {
  @Override
  protected Store openStore(Path folder) {
    return new LockRulesStore(TestCluster.get().emptyStore());
  }
}
