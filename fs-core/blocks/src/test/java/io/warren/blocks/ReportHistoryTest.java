package io.warren.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.BlockReport;
import io.warren.model.BlockReportKind;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportHistoryTest {
  private BlockFixture store;
  private ReportHistory history;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = new BlockFixture(folder);
    history = new ReportHistory(store.runner);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static BlockReport report(int storageId, long startedAtMs, BlockReportKind kind) {
    return new BlockReport(
        storageId, startedAtMs, kind, 5, 1_000, 999, 1, 70_000, 2, 20_000, 500_000, 3, 9, 0);
  }

  @Test
  void theOldestReportsOfAStorageAreForgotten() {
    history.add(report(2, 1, BlockReportKind.HASHED));
    for (int i = 1; i <= BlockReport.KEPT_PER_STORAGE + 20; i++) {
      history.add(report(1, i, BlockReportKind.HASHED));
    }
    assertThat(store.rows(Tables.BLOCK_REPORTS))
        .hasSize(BlockReport.KEPT_PER_STORAGE + 1)
        .filteredOn(r -> r.storageId() == 1)
        .extracting(BlockReport::startedAtMs)
        .startsWith(21L)
        .endsWith(120L);
  }

  @Test
  void eachReportKnowsTheLastFullOne() {
    history.add(report(1, 10, BlockReportKind.HASHED));
    assertThat(history.last(1)).extracting(BlockReport::lastFullAtMs).isEqualTo(0L);
    history.add(report(1, 20, BlockReportKind.FULL));
    history.add(report(1, 30, BlockReportKind.HASHED));
    assertThat(history.last(1))
        .extracting(BlockReport::startedAtMs, BlockReport::lastFullAtMs)
        .containsExactly(30L, 20L);
    assertThat(history.last(2)).isNull();
  }
}
