package io.warren.bench.reports;

/**
 * One kind of report, measured.
 *
 * @param buckets 0 for a stock full report
 * @param mismatchingPercent of the buckets
 * @param datanodes that reported at once, each one report after the other
 * @param reports how many were measured
 * @param wireBytes of one, without RPC headers
 * @param medianMs as the datanode waits for it
 * @param perSecond reports of all datanodes together
 * @param namenodeMs processor time of the namenode for one
 * @param rowsRead by the store, for one
 * @param rowsWritten by the store, for one
 */
public record ReportLine(
    int buckets,
    int mismatchingPercent,
    int datanodes,
    int reports,
    long wireBytes,
    double medianMs,
    double perSecond,
    double namenodeMs,
    double rowsRead,
    double rowsWritten) {
  boolean isFull() {
    return buckets == 0;
  }
}
