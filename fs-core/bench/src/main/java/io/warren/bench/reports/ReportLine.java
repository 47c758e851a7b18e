package io.warren.bench.reports;

/**
 * One kind of report, measured.
 *
 * @param buckets 0 for a stock full report
 * @param mismatchingPercent of the buckets
 * @param reports how many were measured, one after the other
 * @param wireBytes of one, without RPC headers
 * @param medianMs as the datanode waits for it
 * @param perSecond reports of one datanode after the other
 * @param rowsRead by the store, for one
 * @param rowsWritten by the store, for one
 */
public record ReportLine(
    int buckets,
    int mismatchingPercent,
    int reports,
    long wireBytes,
    double medianMs,
    double perSecond,
    double rowsRead,
    double rowsWritten) {}
