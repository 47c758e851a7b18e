package io.warren.store.ndb;

import io.warren.store.Scan;
import io.warren.store.TxStats;

/**
 * Counts what a transaction really costs. A round trip is an execute call that sends something, and
 * each further wait for a part of a scan's result.
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
    rowsRead += found ? 1 : 0;
  }

  void batchedRead(boolean found) {
    batchedReads++;
    rowsRead += found ? 1 : 0;
  }

  void scanned(Scan<?, ?> scan, int rows) {
    if (scan.index() != null) {
      indexScans++;
    } else if (scan.prefix().isEmpty()) {
      fullScans++;
    } else {
      prunedScans++;
    }
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
