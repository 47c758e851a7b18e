package io.warren.bench.peers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** All measurements of a comparison, and what they say. */
public final class Report {
  private static final String WARREN = "warren";
  private static final String STOCK = "stock";

  private final String name;
  private final String date;
  private final Machine machine;
  private final String setting;
  private final List<Workload> workloads;
  private final List<Measurement> measurements;

  public Report(
      String name,
      String date,
      Machine machine,
      String setting,
      List<Workload> workloads,
      List<Measurement> measurements) {
    this.name = name;
    this.date = date;
    this.machine = machine;
    this.setting = setting;
    this.workloads = List.copyOf(workloads);
    this.measurements = List.copyOf(measurements);
  }

  /** Everything, for programs. */
  public record Data(
      String name,
      String date,
      Machine machine,
      String setting,
      List<Summary> summaries,
      List<Measurement> measurements) {}

  /** Medians of one workload; the ratio is Warren's over the stock NameNode's. */
  public record Summary(String workload, int repeats, double warren, double stock, double ratio) {}

  public Data data() {
    return new Data(name, date, machine, setting, summaries(), measurements);
  }

  /** One line per workload that was measured on both peers. */
  public List<Summary> summaries() {
    List<Summary> summaries = new ArrayList<>();
    for (Workload workload : workloads) {
      List<Double> warren = values(workload, WARREN, Measurement::operationsPerSecond);
      List<Double> stock = values(workload, STOCK, Measurement::operationsPerSecond);
      if (!warren.isEmpty() && !stock.isEmpty()) {
        double a = Median.of(warren);
        double b = Median.of(stock);
        summaries.add(new Summary(workload.name(), warren.size(), a, b, a / b));
      }
    }
    return summaries;
  }

  private List<Double> values(Workload workload, String peer, ToDoubleFunction<Measurement> value) {
    return measurements.stream()
        .filter(m -> m.workload().equals(workload.name()) && m.peer().equals(peer))
        .map(m -> value.applyAsDouble(m))
        .toList();
  }

  /** The report as Markdown. */
  public String toMarkdown() {
    StringBuilder text = new StringBuilder();
    text.append("# Warren against a stock HDFS NameNode: ").append(name).append("\n\n");
    text.append(date).append(". ").append(machine.describe()).append(".\n\n");
    text.append(setting).append("\n\n");
    text.append("Operations per second, medians; the ratio is Warren / stock.\n\n");
    text.append("| workload | repeats | Warren | stock | ratio | Warren's runs | stock's runs |\n");
    text.append("|---|---:|---:|---:|---:|---|---|\n");
    for (Workload workload : workloads) {
      row(text, workload);
    }
    for (Workload workload : workloads) {
      if (workload.client().tellsLatencies()) {
        latencies(text, workload);
      }
    }
    return text.toString();
  }

  private void row(StringBuilder text, Workload workload) {
    List<Double> warren = values(workload, WARREN, Measurement::operationsPerSecond);
    List<Double> stock = values(workload, STOCK, Measurement::operationsPerSecond);
    String ratio =
        warren.isEmpty() || stock.isEmpty()
            ? "–"
            : String.format(Locale.ROOT, "%.2f×", Median.of(warren) / Median.of(stock));
    text.append(
        String.format(
            Locale.ROOT,
            "| %s | %d | %s | %s | %s | %s | %s |%n",
            workload.title(),
            Math.max(warren.size(), stock.size()),
            medianText(warren),
            medianText(stock),
            ratio,
            runs(warren),
            runs(stock)));
  }

  private static String medianText(List<Double> values) {
    return values.isEmpty() ? "–" : String.format(Locale.ROOT, "%,.0f", Median.of(values));
  }

  private static String runs(List<Double> values) {
    return String.join(
        " ", values.stream().map(v -> String.format(Locale.ROOT, "%.0f", v)).toList());
  }

  private void latencies(StringBuilder text, Workload workload) {
    List<String> operations = operations(workload);
    if (operations.isEmpty()) {
      return;
    }
    text.append("\n## Latency, ").append(workload.title()).append("\n\n");
    text.append("Microseconds, medians over the runs, seen by the client.");
    text.append(
        String.format(
            Locale.ROOT,
            " Processor time of the server per operation: Warren %s, stock %s.%n%n",
            medianText(values(workload, WARREN, Report::serverCpuUs)),
            medianText(values(workload, STOCK, Report::serverCpuUs))));
    text.append("| operation | Warren p50 | stock p50 | Warren p99 | stock p99 |\n");
    text.append("|---|---:|---:|---:|---:|\n");
    for (String operation : operations) {
      text.append("| ").append(operation);
      for (String column : List.of("p50Us", "p99Us")) {
        for (String peer : List.of(WARREN, STOCK)) {
          List<Double> values = values(workload, peer, m -> latency(m, operation, column));
          text.append(" | ").append(medianText(values));
        }
      }
      text.append(" |\n");
    }
  }

  private List<String> operations(Workload workload) {
    Function<Measurement, List<String>> labels =
        m -> {
          List<String> found = new ArrayList<>();
          rows(m).forEach(row -> found.add(row.path("operation").asText()));
          return found;
        };
    return measurements.stream()
        .filter(m -> m.workload().equals(workload.name()))
        .findFirst()
        .map(labels)
        .orElse(List.of());
  }

  private static Iterable<JsonNode> rows(Measurement measurement) {
    JsonNode details = measurement.details();
    return details == null ? List.of() : details.path("byOperation");
  }

  private static double serverCpuUs(Measurement measurement) {
    JsonNode details = measurement.details();
    return details == null ? 0 : details.path("serverCpuUsPerOperation").asDouble();
  }

  private static double latency(Measurement measurement, String operation, String column) {
    for (JsonNode row : rows(measurement)) {
      if (row.path("operation").asText().equals(operation)) {
        return row.path(column).asDouble();
      }
    }
    return 0;
  }
}
