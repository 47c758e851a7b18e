package io.warren.blocks;

import io.warren.store.Store;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import java.nio.file.Path;

/** What block reports cost on the embedded store. */
class EmbeddedReportBudgetTest extends ReportBudget {
  @Override
  protected Store openStore(Path folder) {
    return EmbeddedStore.open(folder, EmbeddedOptions.withoutSync());
  }
}
