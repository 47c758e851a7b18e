package io.warren.store.embedded;

import io.warren.store.Store;
import io.warren.store.testkit.DiskStall;
import io.warren.store.testkit.StoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The store contract on RocksDB, with durable commits. */
class EmbeddedContractTest extends StoreContract {
  private final Path folder;
  private final StalledDisk disk = new StalledDisk();

  EmbeddedContractTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Override
  protected Store open() {
    return EmbeddedStore.open(folder.resolve("store"), EmbeddedOptions.defaults(), disk::before);
  }

  @Override
  public DiskStall stallDisk() {
    return disk.stall();
  }
}
