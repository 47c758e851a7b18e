package io.warren.bench.flood;

import io.warren.bench.peers.Machine;
import io.warren.bench.peers.Median;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * All runs, as a page and as data.
 *
 * @param date of the measurement, ISO
 * @param setting what ran, in sentences
 */
public record FloodReport(
    String date, Machine machine, String setting, List<String> peers, List<FloodRun> runs) {

  public Map<String, Object> data() {
    return Map.of("date", date, "machine", machine, "setting", setting, "runs", runs);
  }

  /** The report as Markdown. */
  public String toMarkdown() {
    StringBuilder text = new StringBuilder("# One user's flood of listings\n\n");
    text.append(date).append(". ").append(machine.describe()).append(".\n\n");
    text.append(setting).append("\n\n");
    text.append(
        "Medians over the runs; the share is what the others keep of their throughput. The last three"
            + " columns tell how many of the machine's processors each was using beside the flood.\n\n");
    text.append(
        "| server | repeats | alone, ops/s | beside the flood, ops/s | share | p99 alone, ms");
    text.append(" | p99 beside it, ms | p99 ratio | flood, listings/s");
    text.append(" | server | flood's client | others' clients |\n");
    text.append("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    for (String peer : peers) {
      text.append(row(peer));
    }
    return text.toString();
  }

  private String row(String peer) {
    return String.format(
        Locale.ROOT,
        "| %s | %d | %,.0f | %,.0f | %.0f %% | %.1f | %.1f | %.1f | %,.0f | %.2f | %.2f | %.2f |%n",
        peer,
        runs.stream().filter(r -> r.peer().equals(peer)).count(),
        median(peer, r -> r.quiet().operationsPerSecond()),
        median(peer, r -> r.flooded().operationsPerSecond()),
        100 * median(peer, FloodRun::share),
        median(peer, r -> r.quiet().p99Us()) / 1000,
        median(peer, r -> r.flooded().p99Us()) / 1000,
        median(peer, FloodRun::p99Ratio),
        median(peer, FloodRun::listingsPerSecond),
        median(peer, r -> r.busy().server()),
        median(peer, r -> r.busy().flood()),
        median(peer, r -> r.busy().others()));
  }

  private double median(String peer, ToDoubleFunction<FloodRun> value) {
    return Median.of(
        runs.stream().filter(r -> r.peer().equals(peer)).map(r -> value.applyAsDouble(r)).toList());
  }
}
