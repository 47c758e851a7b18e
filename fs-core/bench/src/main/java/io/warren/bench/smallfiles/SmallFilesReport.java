package io.warren.bench.smallfiles;

import com.fasterxml.jackson.databind.JsonNode;
import io.warren.bench.peers.Machine;
import io.warren.bench.peers.Median;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The report on small files: medians, and ratios to stock HDFS. */
public record SmallFilesReport(
    String name,
    String date,
    Machine machine,
    String setting,
    List<SmallFilesVariant> variants,
    List<FileSizes> sizes,
    List<Integer> clients,
    List<Run> runs) {
  private static final double US_PER_S = 1e6;

  public SmallFilesReport {
    variants = List.copyOf(variants);
    sizes = List.copyOf(sizes);
    clients = List.copyOf(clients);
    runs = List.copyOf(runs);
  }

  /**
   * One run of one variant.
   *
   * @param storedBytes by which the cluster's files on disk grew; 0 where they are not below one
   *     folder
   * @param result as the client wrote it
   */
  public record Run(
      String variant, String size, int clients, int repeat, long storedBytes, JsonNode result) {}

  /** The report as Markdown. */
  public String toMarkdown() {
    StringBuilder text = new StringBuilder();
    text.append("# Small files: ").append(name).append("\n\n");
    text.append(date).append(". ").append(machine.describe()).append(".\n\n");
    text.append(setting).append("\n\n");
    table(text, "Files written per second", r -> number(r, "/writes/filesPerSecond"));
    table(text, "Files read per second", r -> number(r, "/reads/0/filesPerSecond"));
    stockReads(text);
    table(
        text,
        "Files written per second of processor time, servers and clients together",
        r -> perCore(r, "/writes"));
    table(
        text,
        "Files read per second of processor time, servers and clients together",
        r -> perCore(r, "/reads/0"));
    stored(text);
    latencies(text);
    return text.toString();
  }

  private void header(StringBuilder text, String title) {
    text.append("## ").append(title).append("\n\n| size | clients |");
    variants.forEach(v -> text.append(' ').append(v.title()).append(" |"));
    text.append("\n|---|---:|").append("---:|".repeat(variants.size())).append("\n");
  }

  private void table(StringBuilder text, String title, ToDoubleFunction<Run> value) {
    header(text, title);
    for (FileSizes size : sizes) {
      for (int count : clients) {
        double stock = median(SmallFilesVariant.STOCK, size, count, value);
        text.append("| ").append(size.title()).append(" | ").append(count).append(" |");
        for (SmallFilesVariant variant : variants) {
          double median = median(variant.name(), size, count, value);
          text.append(median < 0 ? " –" : String.format(Locale.ROOT, " %,.0f", median));
          if (median >= 0 && stock > 0 && !variant.name().equals(SmallFilesVariant.STOCK)) {
            text.append(String.format(Locale.ROOT, " (%.1f×)", median / stock));
          }
          text.append(" |");
        }
        text.append("\n");
      }
    }
    text.append("\n");
  }

  private void stockReads(StringBuilder text) {
    text.append("## Files in the database, read by stock clients, per second\n\n");
    text.append("| size | clients |");
    List<SmallFilesVariant> rows = variants.stream().filter(v -> !v.policy().isEmpty()).toList();
    rows.forEach(v -> text.append(' ').append(v.title()).append(" wrote |"));
    text.append("\n|---|---:|").append("---:|".repeat(rows.size())).append("\n");
    for (FileSizes size : sizes) {
      for (int count : clients) {
        text.append("| ").append(size.title()).append(" | ").append(count).append(" |");
        for (SmallFilesVariant variant : rows) {
          text.append(
              String.format(
                  Locale.ROOT,
                  " %,.0f |",
                  median(variant.name(), size, count, r -> number(r, "/reads/1/filesPerSecond"))));
        }
        text.append("\n");
      }
    }
    text.append("\n");
  }

  private void stored(StringBuilder text) {
    text.append("Bytes on disk below the cluster's folder for a file that was just written, in\n");
    text.append("blocks of 4 KiB: files, rows, logs before they are compacted. NDB's are not\n");
    text.append(
        "measured: they are in files of fixed sizes. –: what earlier runs had left behind\n");
    text.append("was compacted meanwhile, so that the folder shrank.\n\n");
    table(text, "Bytes of store per file", SmallFilesReport::storedPerFile);
  }

  private static double storedPerFile(Run run) {
    return run.storedBytes() / Math.max(1, number(run, "/files"));
  }

  private void latencies(StringBuilder text) {
    header(text, "Latency in milliseconds: write p50 / p99, read p50 / p99");
    for (FileSizes size : sizes) {
      for (int count : clients) {
        text.append("| ").append(size.title()).append(" | ").append(count).append(" |");
        for (SmallFilesVariant variant : variants) {
          for (String phase : List.of("/writes", "/reads/0")) {
            text.append(
                String.format(
                    Locale.ROOT,
                    phase.equals("/writes") ? " %.1f / %.1f," : " %.1f / %.1f |",
                    median(variant.name(), size, count, r -> number(r, phase + "/p50Us")) / 1e3,
                    median(variant.name(), size, count, r -> number(r, phase + "/p99Us")) / 1e3));
          }
        }
        text.append("\n");
      }
    }
  }

  private static double perCore(Run run, String phase) {
    double us =
        number(run, phase + "/serverCpuUsPerFile") + number(run, phase + "/clientCpuUsPerFile");
    return us == 0 ? 0 : US_PER_S / us;
  }

  private double median(String variant, FileSizes size, int count, ToDoubleFunction<Run> value) {
    return Median.of(
        runs.stream()
            .filter(r -> r.variant().equals(variant))
            .filter(r -> r.size().equals(size.name()) && r.clients() == count)
            .map(value::applyAsDouble)
            .toList());
  }

  private static double number(Run run, String pointer) {
    return run.result().at(pointer).asDouble();
  }
}
