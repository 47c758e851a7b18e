package io.warren.store.embedded;

import io.warren.store.Scan;
import io.warren.store.TxStats;

/**
 * Counts what a transaction would cost on NDB. One round trip each: a get (locked or not), a unique
 * lookup, a scan, an executed batch whatever it holds, and the commit of a transaction that may
 * write. Inserts, updates and deletes are buffered and travel with the next exchange; a read-only
 * transaction ends without one.
 */
final class Cost {
  private int roundTrips;
  private int primaryKeyReads;
  private int batchedReads;
  private int prunedScans;
  private int indexScans;
  private int fullScans;
  private int rowsRead;
  private int rowsWritten;

  void roundTrip() {
    roundTrips++;
  }

  void primaryKeyRead(boolean found) {
    primaryKeyReads++;
    rowsRead(found ? 1 : 0);
  }

  void batchedRead(boolean found) {
    batchedReads++;
    rowsRead(found ? 1 : 0);
  }

  void scanned(Scan<?, ?> scan, int rows) {
    if (scan.index() != null) {
      indexScans++;
    } else if (scan.prefix().isEmpty()) {
      fullScans++;
    } else {
      prunedScans++;
    }
    rowsRead(rows);
  }

  private void rowsRead(int rows) {
    rowsRead += rows;
  }

  void rowWritten() {
    rowsWritten++;
  }

  TxStats stats() {
    return new TxStats(
        roundTrips,
        primaryKeyReads,
        batchedReads,
        prunedScans,
        indexScans,
        fullScans,
        rowsRead,
        rowsWritten);
  }
}
