package io.warren.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Workload MIX = Workload.mix("mix", "Spotify mix", 4, 1, 2, List.of());
  private static final Workload CREATE = Workload.stock("create", 4, 100);

  private static Report report(List<Measurement> measurements) {
    Machine machine = new Machine(2, 24, "Linux amd64", "JVM 17", "3.5.0", 0.5, 300);
    return new Report(
        "test", "2026-01-01", machine, "Setting.", List.of(MIX, CREATE), measurements);
  }

  private static JsonNode latencies(long p50Us) throws Exception {
    return new ObjectMapper()
        .readTree(
            "{\"byOperation\": [{\"operation\": \"read\", \"p50Us\": "
                + p50Us
                + ", \"p99Us\": 9}]}");
  }

  @Test
  void mediansAndRatiosComeFromAllRepeats() throws Exception {
    List<Measurement> measurements = new ArrayList<>();
    double[] warren = {300, 100, 200};
    double[] stock = {40, 1_000, 50};
    for (int i = 0; i < 3; i++) {
      measurements.add(new Measurement("mix", "warren", i + 1, warren[i], latencies(i)));
      measurements.add(new Measurement("mix", "stock", i + 1, stock[i], latencies(10L * i)));
    }
    Report report = report(measurements);
    assertThat(report.summaries())
        .containsExactly(new Report.Summary("mix", 3, 200, 50, 4))
        .first()
        .satisfies(s -> assertThat(s.ratio()).isCloseTo(4, within(1e-9)));
    assertThat(report.toMarkdown())
        .contains("| Spotify mix | 3 | 200 | 50 | 4.00× | 300 100 200 | 40 1000 50 |")
        .contains("| read | 1 | 10 | 9 | 9 |")
        .contains("2 cores, 24 GiB");
  }

  @Test
  void aPeerThatWasNotMeasuredHasNoRatio() {
    Report report = report(List.of(new Measurement("nn-create", "stock", 1, 700, null)));
    assertThat(report.summaries()).isEmpty();
    assertThat(report.toMarkdown())
        .contains("| NNThroughputBenchmark create | 1 | – | 700 | – |  | 700 |");
  }

  @Test
  void aMedianOfTwoIsTheirMiddle() {
    assertThat(Median.of(List.of(3.0, 1.0))).isEqualTo(2.0);
  }
}
