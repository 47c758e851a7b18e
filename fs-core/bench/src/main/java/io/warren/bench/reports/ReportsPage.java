package io.warren.bench.reports;

import io.warren.bench.peers.Machine;
import java.util.List;
import java.util.Locale;

/**
 * The result of the benchmark.
 *
 * @param store "embedded" or "ndb"
 * @param hashingMs what the datanode takes to hash all replicas, not part of the lines
 * @param lines the stock full report first
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

  /** How many times the throughput of stock full reports a kind has. */
  double times(ReportLine line) {
    return line.perSecond() / lines.get(0).perSecond();
  }

  String toMarkdown() {
    StringBuilder page = new StringBuilder();
    page.append(
        String.format(
            Locale.ROOT,
            """
            # Block reports: %s

            %s. %s.

            One storage with %,d blocks, rows in the %s store. A simulated datanode reports to one \
            namenode over RPC, one report after the other, on the machine that both share; a report \
            is its whole exchange: the turn, the hashes, the replicas of buckets that mismatch, the \
            end. Mismatching buckets are made by wrong hashes over equal replicas, so each report \
            finds the same rows. Bytes are those of the messages, without RPC headers; rows are \
            those of the transactions of reports. Before a report the datanode hashes its replicas, which \
            takes it %,.0f ms and is not counted here.

            | report | mismatching | reports | bytes | median ms | per second | times full | rows read | rows written |
            |---|---:|---:|---:|---:|---:|---:|---:|---:|
            """,
            name,
            date,
            machine.describe(),
            blocks,
            store,
            hashingMs));
    for (ReportLine line : lines) {
      page.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %d | %,d | %,.1f | %,.2f | %,.0f× | %,.0f | %,.0f |%n",
              line.buckets() == 0 ? "stock, full" : line.buckets() + " buckets",
              line.buckets() == 0 ? "" : line.mismatchingPercent() + " %",
              line.reports(),
              line.wireBytes(),
              line.medianMs(),
              line.perSecond(),
              times(line),
              line.rowsRead(),
              line.rowsWritten()));
    }
    page.append('\n').append(verdict()).append('\n');
    return page.toString();
  }

  /** The budget against the first kind of hash report, all matching. */
  private String verdict() {
    ReportLine matching =
        lines.stream()
            .filter(line -> line.buckets() > 0 && line.mismatchingPercent() == 0)
            .findFirst()
            .orElseThrow();
    return String.format(
        Locale.ROOT,
        "Budget: with %d buckets, all matching, at most %,d bytes: %,d, %s; at least %,.0f times the"
            + " throughput of full reports: %,.0f, %s.",
        matching.buckets(),
        BUDGET_BYTES,
        matching.wireBytes(),
        matching.wireBytes() <= BUDGET_BYTES ? "met" : "not met",
        BUDGET_TIMES,
        times(matching),
        times(matching) >= BUDGET_TIMES ? "met" : "not met");
  }
}
