package io.warren.store.testkit;

import io.warren.store.Store;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The tests that every store adapter must pass. An adapter's test extends this class and opens an
 * empty store; each test gets its own.
 */
public abstract class StoreContract
    implements RowContract,
        LockContract,
        ScanContract,
        FeedContract,
        DurabilityContract,
        BulkLoadContract {
  private @Nullable Store store;

  /** Opens a store without rows or changes. */
  protected abstract Store open() throws Exception;

  @BeforeEach
  void openStore() throws Exception {
    store = open();
  }

  @AfterEach
  void closeStore() {
    store().close();
  }

  @Override
  public final Store store() {
    Store opened = store;
    if (opened == null) {
      throw new IllegalStateException("The store is not open");
    }
    return opened;
  }
}
