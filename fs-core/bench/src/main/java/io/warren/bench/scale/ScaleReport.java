package io.warren.bench.scale;

import com.fasterxml.jackson.databind.JsonNode;
import io.warren.bench.peers.Machine;
import io.warren.bench.peers.Measurement;
import io.warren.bench.peers.Median;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The runs of all variants, and the scale-out model that they support.
 *
 * @param setting how it was measured, for people
 * @param storeNodes data nodes of the store
 */
public record ScaleReport(
    String name,
    String date,
    Machine machine,
    String setting,
    int storeNodes,
    List<Variant> variants,
    List<Measurement> measurements) {
  private static final List<String> OPERATIONS =
      List.of("read", "stat_file", "list_directory", "create", "rename", "delete");

  public ScaleReport {
    variants = List.copyOf(variants);
    measurements = List.copyOf(measurements);
  }

  /** Medians of one variant; processor times are microseconds per operation. */
  public record Row(
      String variant,
      int repeats,
      double operationsPerSecond,
      double namenodeCpuUs,
      double storeCpuUs,
      double clientCpuUs) {}

  public List<Row> rows() {
    return variants.stream()
        .map(
            v ->
                new Row(
                    v.name(),
                    of(v).size(),
                    median(v, Measurement::operationsPerSecond),
                    median(v, m -> number(m, "serverCpuUsPerOperation")),
                    median(v, m -> number(m, "storeCpuUsPerOperation")),
                    median(v, m -> number(m, "clientCpuUsPerOperation"))))
        .toList();
  }

  private List<Measurement> of(Variant variant) {
    return measurements.stream().filter(m -> m.workload().equals(variant.name())).toList();
  }

  private double median(Variant variant, ToDoubleFunction<Measurement> value) {
    return Median.of(of(variant).stream().map(value::applyAsDouble).toList());
  }

  private static double number(Measurement measurement, String field) {
    JsonNode details = measurement.details();
    return details == null ? 0 : details.path(field).asDouble();
  }

  /** The report as Markdown. */
  public String toMarkdown() {
    StringBuilder text = new StringBuilder();
    text.append("# Warren over MySQL NDB Cluster: ").append(name).append("\n\n");
    text.append(date).append(". ").append(machine.describe()).append(".\n\n");
    text.append(setting).append("\n\n");
    text.append("Medians; processor times are microseconds per operation, of all processes of a\n");
    text.append("kind together.\n\n");
    text.append(
        "| variant | repeats | ops/s | namenodes µs | data nodes µs | clients µs | runs |\n");
    text.append("|---|---:|---:|---:|---:|---:|---|\n");
    List<Row> rows = rows();
    for (int i = 0; i < rows.size(); i++) {
      row(text, variants.get(i), rows.get(i));
    }
    latencies(text);
    text.append(new ScaleModel(machine.cores(), storeNodes, rows).toMarkdown());
    return text.toString();
  }

  private void row(StringBuilder text, Variant variant, Row row) {
    List<String> runs =
        of(variant).stream()
            .map(m -> String.format(Locale.ROOT, "%.0f", m.operationsPerSecond()))
            .toList();
    text.append(
        String.format(
            Locale.ROOT,
            "| %s | %d | %,.0f | %.0f | %.0f | %.0f | %s |%n",
            variant.title(),
            row.repeats(),
            row.operationsPerSecond(),
            row.namenodeCpuUs(),
            row.storeCpuUs(),
            row.clientCpuUs(),
            String.join(" ", runs)));
  }

  private void latencies(StringBuilder text) {
    text.append(
        "\n## Latency\n\nMicroseconds, medians over the runs, seen by the client: p50 / p99.\n\n");
    text.append("| variant | ").append(String.join(" | ", OPERATIONS)).append(" |\n");
    text.append("|---|").append("---:|".repeat(OPERATIONS.size())).append("\n");
    for (Variant variant : variants) {
      text.append("| ").append(variant.title());
      for (String operation : OPERATIONS) {
        text.append(
            String.format(
                Locale.ROOT,
                " | %,.0f / %,.0f",
                median(variant, m -> latency(m, operation, "p50Us")),
                median(variant, m -> latency(m, operation, "p99Us"))));
      }
      text.append(" |\n");
    }
  }

  private static double latency(Measurement measurement, String operation, String column) {
    JsonNode details = measurement.details();
    if (details != null) {
      for (JsonNode row : details.path("byOperation")) {
        if (row.path("operation").asText().equals(operation)) {
          return row.path(column).asDouble();
        }
      }
    }
    return 0;
  }
}
