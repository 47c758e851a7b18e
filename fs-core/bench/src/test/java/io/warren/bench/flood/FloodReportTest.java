package io.warren.bench.flood;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.warren.bench.peers.Machine;
import java.util.List;
import org.junit.jupiter.api.Test;

class FloodReportTest {
  private static FloodRun run(String peer, int repeat, double flooded, long p99Us) {
    return new FloodRun(
        peer,
        repeat,
        new FloodRun.Met(1_000, 500, 10_000, 20_000),
        new FloodRun.Met(flooded, 600, p99Us, 90_000),
        12,
        new FloodRun.Busy(0.75, 0.5, 0.25));
  }

  private static FloodReport report() {
    return new FloodReport(
        "2026-01-01",
        new Machine(2, 24, "Linux amd64", "JVM 17", "3.5.0", 0.5, 300),
        "Setting.",
        List.of("warren", "stock"),
        List.of(
            run("warren", 1, 900, 12_000),
            run("stock", 1, 300, 80_000),
            run("warren", 2, 800, 30_000),
            run("warren", 3, 850, 20_000)));
  }

  @Test
  void mediansAreOfEachServersOwnRuns() {
    assertThat(report().toMarkdown())
        .contains(
            "| warren | 3 | 1,000 | 850 | 85 % | 10.0 | 20.0 | 2.0 | 12 | 0.75 | 0.50 | 0.25 |")
        .contains(
            "| stock | 1 | 1,000 | 300 | 30 % | 10.0 | 80.0 | 8.0 | 12 | 0.75 | 0.50 | 0.25 |");
  }

  @Test
  void theDataHoldEveryRun() {
    JsonNode data = new ObjectMapper().valueToTree(report().data());
    assertThat(data.path("runs")).hasSize(4);
    assertThat(data.path("runs").path(0).path("flooded").path("p99Us").asInt()).isEqualTo(12_000);
    assertThat(data.path("machine").path("cores").asInt()).isEqualTo(2);
  }
}
