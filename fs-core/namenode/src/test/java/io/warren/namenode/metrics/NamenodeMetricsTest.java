package io.warren.namenode.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.store.TxStats;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What operators see of the store's work. */
class NamenodeMetricsTest {
  private final NamenodeMetrics metrics = new NamenodeMetrics("nn1");

  @AfterEach
  void close() {
    metrics.close();
  }

  private void assertScraped(String meter, String labels, String value) {
    assertThat(metrics.scrape().lines())
        .contains(meter + "{" + labels.replace("'", "\"") + "} " + value);
  }

  @Test
  void everyKindOfAccessIsCountedByOperation() {
    metrics.finished("rename", new TxStats(6, 4, 15, 2, 1, 3, 20, 5), 1, "committed");
    metrics.finished("rename", new TxStats(5, 4, 15, 1, 0, 0, 19, 0), 1, "rolled_back");
    metrics.finished("mkdirs", new TxStats(4, 2, 8, 0, 0, 0, 9, 2), 1, "committed");
    String rename = "namenode='nn1',operation='rename'";
    assertScraped("warren_store_round_trips_total", rename, "11.0");
    assertScraped("warren_store_rows_read_total", rename, "39.0");
    assertScraped("warren_store_rows_written_total", rename, "5.0");
    String kind = "kind='%s',namenode='nn1',operation='rename'";
    assertScraped("warren_store_accesses_total", kind.formatted("primary_key"), "8.0");
    assertScraped("warren_store_accesses_total", kind.formatted("batched_primary_key"), "30.0");
    assertScraped("warren_store_accesses_total", kind.formatted("pruned_scan"), "3.0");
    assertScraped("warren_store_accesses_total", kind.formatted("index_scan"), "1.0");
    assertScraped("warren_store_accesses_total", kind.formatted("full_scan"), "3.0");
    assertScraped("warren_store_round_trips_total", "namenode='nn1',operation='mkdirs'", "4.0");
  }

  @Test
  void errorsAreCountedByCodeAndRetriesApart() {
    TxStats cost = new TxStats(2, 1, 0, 0, 0, 0, 1, 0);
    metrics.finished("create", cost, 1, "LOCK_TIMEOUT");
    metrics.finished("create", cost, 2, "CONFLICT");
    metrics.finished("create", cost, 3, "committed");
    String outcome = "namenode='nn1',operation='create',outcome='%s'";
    assertScraped("warren_store_transactions_total", outcome.formatted("LOCK_TIMEOUT"), "1.0");
    assertScraped("warren_store_transactions_total", outcome.formatted("CONFLICT"), "1.0");
    assertScraped("warren_store_transactions_total", outcome.formatted("committed"), "1.0");
    assertScraped("warren_store_retries_total", "namenode='nn1',operation='create'", "2.0");
  }

  @Test
  void labelsStayBounded() {
    TxStats cost = new TxStats(1, 1, 0, 0, 0, 0, 1, 0);
    for (int i = 0; i < 2 * StoreMeters.OPERATIONS_MAX; i++) {
      metrics.finished("operation" + i, cost, 1, "committed");
    }
    long operations =
        metrics
            .scrape()
            .lines()
            .filter(line -> line.startsWith("warren_store_round_trips_total{"))
            .count();
    assertThat(operations).isEqualTo(StoreMeters.OPERATIONS_MAX + 1);
    assertScraped(
        "warren_store_round_trips_total",
        "namenode='nn1',operation='" + StoreMeters.OTHER + "'",
        StoreMeters.OPERATIONS_MAX + ".0");
  }
}
