package io.warren.store.ndb;

import io.warren.blocks.ReportBudget;
import io.warren.store.Store;
import io.warren.store.testkit.LockRulesStore;
import java.nio.file.Path;

/** What block reports cost on a real cluster. */
class NdbReportBudgetTest extends ReportBudget {
  @Override
  protected Store openStore(Path folder) {
    return new LockRulesStore(TestCluster.get().emptyStore());
  }
}
