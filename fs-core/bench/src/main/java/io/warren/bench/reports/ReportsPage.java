package io.warren.bench.reports;

import io.warren.bench.peers.Machine;
import java.util.List;
import java.util.Locale;

/**
 * The result of the benchmark.
 *
 * @param store "embedded" or "ndb"
 * @param hashingMs what the datanode takes to hash all replicas, not part of the lines
 * @param lines with one of stock full reports for each number of datanodes
 */
public record ReportsPage(
    String name,
    String date,
    Machine machine,
    String store,
    int blocks,
    double hashingMs,
    List<ReportLine> lines) {
  private static final int BUDGET_BYTES = 20 * 1024;
  private static final double BUDGET_TIMES = 1_000;

  /** How many times the throughput of stock full reports of as many datanodes a kind has. */
  double times(ReportLine line) {
    ReportLine full =
        lines.stream()
            .filter(other -> other.isFull() && other.datanodes() == line.datanodes())
            .findFirst()
            .orElseThrow();
    return line.perSecond() / full.perSecond();
  }

  private int datanodes() {
    return lines.stream().mapToInt(ReportLine::datanodes).max().orElseThrow();
  }

  String toMarkdown() {
    StringBuilder page = new StringBuilder();
    page.append(
        String.format(
            Locale.ROOT,
            """
            # Block reports: %s

            %s. %s.

            Storages with %,d blocks each, rows in the %s store. Simulated datanodes with one storage \
            each report to one namenode over RPC, on the machine that all share: one of them, which \
            tells the latency, and %d of them at once, which tells the throughput; each sends one \
            report after the other. A report is its whole exchange: the permission and the list of a \
            stock full report; the summary, and where that differs the turn, the hashes, the replicas \
            of buckets that mismatch and the end of a report by hashes. Mismatching buckets are made by \
            wrong hashes over equal replicas, so each report finds the same rows. Bytes are those of \
            the messages, without RPC headers; namenode ms is its processor time; rows are those of the \
            transactions of reports. Before a report the datanode hashes its replicas, which takes it \
            %,.0f ms and is not counted here.

            | report | mismatching | datanodes | reports | bytes | median ms | per second | times full | namenode ms | rows read | rows written |
            |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
            """,
            name,
            date,
            machine.describe(),
            blocks,
            store,
            datanodes(),
            hashingMs));
    for (ReportLine line : lines) {
      page.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %d | %d | %,d | %,.1f | %,.2f | %s | %,.2f | %,.0f | %,.0f |%n",
              line.isFull() ? "stock, full" : line.buckets() + " buckets",
              line.isFull() ? "" : line.mismatchingPercent() + " %",
              line.datanodes(),
              line.reports(),
              line.wireBytes(),
              line.medianMs(),
              line.perSecond(),
              timesText(times(line)),
              line.namenodeMs(),
              line.rowsRead(),
              line.rowsWritten()));
    }
    page.append('\n').append(verdict()).append('\n');
    return page.toString();
  }

  private static String timesText(double times) {
    return String.format(Locale.ROOT, times < 10 ? "%.1f×" : "%,.0f×", times);
  }

  /** The budget against the first kind of hash report, all matching, of as many as there are. */
  private String verdict() {
    ReportLine matching =
        lines.stream()
            .filter(line -> !line.isFull() && line.mismatchingPercent() == 0)
            .filter(line -> line.datanodes() == datanodes())
            .findFirst()
            .orElseThrow();
    return String.format(
        Locale.ROOT,
        "Budget: with %d buckets, all matching, at most %,d bytes: %,d, %s; at least %,.0f times the"
            + " throughput of full reports, both of %d datanodes at once: %,.0f, %s.",
        matching.buckets(),
        BUDGET_BYTES,
        matching.wireBytes(),
        matching.wireBytes() <= BUDGET_BYTES ? "met" : "not met",
        BUDGET_TIMES,
        matching.datanodes(),
        times(matching),
        times(matching) >= BUDGET_TIMES ? "met" : "not met");
  }
}
