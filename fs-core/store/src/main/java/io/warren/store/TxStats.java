package io.warren.store;

/**
 * Cost of a transaction. A round trip is one exchange with the store as NDB would need it; the
 * embedded adapter counts the same way so that budgets can be tested on it.
 *
 * @param roundTrips exchanges with the store, commit included
 * @param primaryKeyReads rows asked for by primary key, singly
 * @param batchedReads rows asked for by primary key in batches
 * @param prunedScans scans of one partition
 * @param indexScans scans over all partitions by an index
 * @param fullScans scans with an empty prefix
 * @param rowsRead rows returned
 * @param rowsWritten rows inserted, updated or deleted
 */
public record TxStats(
    int roundTrips,
    int primaryKeyReads,
    int batchedReads,
    int prunedScans,
    int indexScans,
    int fullScans,
    int rowsRead,
    int rowsWritten) {}
