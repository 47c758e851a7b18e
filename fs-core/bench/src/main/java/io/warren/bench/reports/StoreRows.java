package io.warren.bench.reports;

import io.warren.bench.peers.Peer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** Rows that a namenode's store has read and written, by its metrics, for block reports alone. */
record StoreRows(double read, double written) {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String READ = "warren_store_rows_read_total";
  private static final String WRITTEN = "warren_store_rows_written_total";

  /** Names of the transactions that reports are made of. */
  private static final List<String> OPERATIONS =
      List.of(
          "match_block_report",
          "assign_block_report",
          "check_block_report",
          "read_storage_hash",
          "read_hash_buckets",
          "sum_hash_buckets",
          "last_block_report",
          "read_buckets",
          "audit_bucket",
          "look_at_report",
          "look_for_bucket_replicas",
          "adopt_replica",
          "apply_report",
          "add_block_report",
          "end_block_report",
          "merge_bucket_changes",
          "scan_storage");

  static StoreRows of(Peer namenode) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + namenode.http() + "/metrics"))
            .timeout(TIMEOUT)
            .build();
    String page =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    return new StoreRows(sum(page, READ), sum(page, WRITTEN));
  }

  private static double sum(String page, String metric) {
    return page.lines()
        .filter(line -> line.startsWith(metric + "{"))
        .filter(line -> OPERATIONS.stream().anyMatch(o -> line.contains("operation=\"" + o + "\"")))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  StoreRows minus(StoreRows before) {
    return new StoreRows(read - before.read, written - before.written);
  }
}
