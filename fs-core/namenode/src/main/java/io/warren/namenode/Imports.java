package io.warren.namenode;

import io.warren.namenode.service.StartupException;
import io.warren.namespace.UnfinishedImport;
import io.warren.namespace.UnfinishedImport.Claim;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import java.util.Optional;

/** Keeps namenodes from a store that an import fills, or has filled in part. */
final class Imports {
  private Imports() {}

  /**
   * Returns when no import has the store.
   *
   * @throws StartupException that says what to do
   */
  static void requireEnded(TransactionRunner runner) throws StartupException {
    Optional<Claim> claim =
        runner.run(
            TxOptions.read("look_for_import"),
            tx -> UnfinishedImport.claim(tx, LockMode.READ_COMMITTED));
    if (claim.isPresent()) {
      throw new StartupException(
          "The metadata store has an import that has not ended, of "
              + claim.get().image()
              + ": wait for it; if it was broken off, repeat `bin/warren migrate import`, which"
              + " begins anew");
    }
  }
}
