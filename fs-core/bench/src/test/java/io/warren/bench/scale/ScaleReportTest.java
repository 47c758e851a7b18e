package io.warren.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.bench.peers.Machine;
import io.warren.bench.peers.Measurement;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleReportTest {
  private static final Machine MACHINE =
      new Machine(2, 24, "Linux amd64", "JVM 17", "3.5.0", 0.5, 300);

  private static JsonNode details(int namenodeUs, int storeUs) throws Exception {
    return new ObjectMapper()
        .readTree(
            "{\"serverCpuUsPerOperation\": %d, \"storeCpuUsPerOperation\": %d,"
                    .formatted(namenodeUs, storeUs)
                + " \"clientCpuUsPerOperation\": 50,"
                + " \"byOperation\": [{\"operation\": \"read\", \"p50Us\": 700, \"p99Us\": 900}]}");
  }

  @Test
  void rowsAndModelComeFromTheMediansOfAVariant() throws Exception {
    List<Variant> variants =
        List.of(
            Variant.apart("one", "1 namenode", List.of("nn1")),
            Variant.oneDirectory("hashed", "hashed", List.of("nn1"), true));
    List<Measurement> measurements =
        List.of(
            new Measurement("one", "warren", 1, 1_000, details(100, 40)),
            new Measurement("hashed", "warren", 1, 500, details(300, 300)),
            new Measurement("one", "warren", 2, 3_000, details(300, 60)),
            new Measurement("one", "warren", 3, 2_000, details(200, 50)));
    ScaleReport report =
        new ScaleReport("test", "2026-01-01", MACHINE, "Setting.", 2, variants, measurements);
    assertThat(report.rows())
        .containsExactly(
            new ScaleReport.Row("one", 3, 2_000, 200, 50, 50),
            new ScaleReport.Row("hashed", 1, 500, 300, 300, 50));
    assertThat(report.toMarkdown())
        .contains("| 1 namenode | 3 | 2,000 | 200 | 50 | 50 | 1000 3000 2000 |")
        .contains("700 / 900")
        .contains("about 5,000 operations/s")
        .contains("about 20,000")
        .contains("4.0 cores of namenodes")
        .contains("0.6 of the 2 cores at 2,000 ops/s")
        // 16 cores of the store at 20,000 operations/s, and cores of namenodes at 5,000.
        .contains("| 2 | 8 | 320,000 |");
  }

  @Test
  void variantsAreCompared() throws Exception {
    List<Variant> variants =
        List.of(
            Variant.apart("namenodes-1", "1 namenode", List.of("nn1")),
            Variant.apart("no-hints", "no hints", List.of("nn0")),
            Variant.oneDirectory("by-parent", "by parent", List.of("nn1"), false),
            Variant.oneDirectory("hashed", "hashed", List.of("nn1"), true));
    List<Measurement> measurements =
        List.of(
            new Measurement("namenodes-1", "warren", 1, 1_000, details(100, 40)),
            new Measurement("no-hints", "warren", 1, 250, details(300, 200)),
            new Measurement("by-parent", "warren", 1, 800, details(100, 50)),
            new Measurement("hashed", "warren", 1, 600, details(120, 60)));
    assertThat(
            new ScaleReport("test", "2026-01-01", MACHINE, "Setting.", 2, variants, measurements)
                .toMarkdown())
        .contains("3.0 times the processor time of the namenode and 5.0 times")
        .contains("throughput is 0.25 of that")
        .contains("give 0.75 of the throughput of children by parent, at 1.20 of");
  }

  @Test
  void theOneDirectoryIsDeepEnoughToBeKeptByParent() {
    Variant variant = Variant.oneDirectory("by-parent", "t", List.of("nn1"), false);
    assertThat(variant.basePath().chars().filter(c -> c == '/').count()).isGreaterThan(2);
  }
}
