package io.warren.store.ndb;

import io.warren.namespace.ListingStress;
import io.warren.store.Store;
import java.nio.file.Path;

/** Listings while files are renamed, on a real cluster: scans without snapshots. */
class NdbListingStressTest extends ListingStress {
  @Override
  protected Store openStore(Path folder) {
    return TestCluster.get().emptyStore();
  }
}
