package io.warren.bench.subtrees;

import io.warren.bench.peers.Machine;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * All runs, as a page and as data.
 *
 * @param date of the measurement, ISO
 * @param setting what ran, in sentences
 */
public record SubtreeReport(String date, Machine machine, String setting, List<SubtreeRun> runs) {
  public Map<String, Object> data() {
    return Map.of("date", date, "machine", machine, "setting", setting, "runs", runs);
  }

  /** The report as Markdown. */
  public String toMarkdown() {
    StringBuilder text = new StringBuilder("# Operations on whole directories\n\n");
    text.append(date).append(". ").append(machine.describe()).append(".\n\n");
    text.append(setting).append("\n\n");
    text.append("Milliseconds until the answer, as a client sees it.\n\n");
    text.append("| operation | inodes below | calls | median alone | worst alone");
    text.append(" | calls beside the mix | median beside it | worst beside it |\n");
    text.append("|---|---:|---:|---:|---:|---:|---:|---:|\n");
    for (SubtreeRun run : runs) {
      run.timesMs().forEach((operation, times) -> text.append(row(run, operation, times)));
    }
    text.append("\n| inodes below | mix meanwhile, operations/s | its longest operation, ms |\n");
    text.append("|---:|---:|---:|\n");
    for (SubtreeRun run : runs) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %,d | %,.0f | %,.0f |%n",
              run.inodes(),
              run.mix().operationsPerSecond(),
              run.mix().longestMs()));
    }
    return text.toString();
  }

  private static String row(SubtreeRun run, String operation, SubtreeRun.Times times) {
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %d | %s | %s | %d | %s | %s |%n",
        operation,
        run.inodes(),
        times.alone().size(),
        SubtreeRun.Times.median(times.alone()),
        SubtreeRun.Times.worst(times.alone()),
        times.besideMix().size(),
        SubtreeRun.Times.median(times.besideMix()),
        SubtreeRun.Times.worst(times.besideMix()));
  }
}
