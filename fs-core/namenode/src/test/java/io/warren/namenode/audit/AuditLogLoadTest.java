package io.warren.namenode.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log under many threads: nothing is lost, nothing is mixed, and the disk's use is bounded. */
class AuditLogLoadTest {
  private static final int THREADS = 8;
  private static final int LINES = 2_000;

  private static AuditSettings settings(long fileMaxBytes, int filesMax, int queueMax) {
    return new AuditSettings(true, fileMaxBytes, filesMax, queueMax, 0, 0);
  }

  private static void fill(AuditLog log, int thread) {
    for (int i = 0; i < LINES; i++) {
      log.record(true, "u", "127.0.0.1", "open", "/t" + thread + "/" + i, null, "rpc");
    }
  }

  private static void fill(AuditLog log) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> done =
          Stream.iterate(0, t -> t + 1)
              .limit(THREADS)
              .<Future<?>>map(t -> threads.submit(() -> fill(log, t)))
              .toList();
      for (Future<?> each : done) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aQueueThatIsFullMakesCallsWaitAndForgetsNone(@TempDir Path logs) throws Exception {
    try (AuditLog log = AuditLog.open(logs, "nn1", settings(1L << 40, 1, 4))) {
      fill(log);
    }
    Set<String> found = new HashSet<>();
    List<String> lines = Files.readAllLines(AuditLog.file(logs, "nn1"));
    for (String line : lines) {
      assertThat(line).endsWith("\tdst=null\tperm=null\tproto=rpc");
      found.add(line.substring(line.indexOf("\tsrc=")));
    }
    assertThat(lines).hasSize(THREADS * LINES);
    assertThat(found).hasSize(THREADS * LINES);
  }

  @Test
  void oldFilesAreRemoved(@TempDir Path logs) throws Exception {
    try (AuditLog log = AuditLog.open(logs, "nn1", settings(100_000, 3, 1_000))) {
      fill(log);
    }
    try (Stream<Path> files = Files.list(logs)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "hdfs-audit-nn1.log",
              "hdfs-audit-nn1.log.1",
              "hdfs-audit-nn1.log.2",
              "hdfs-audit-nn1.log.3");
    }
  }

  @Test
  void itCanBeSwitchedOffByItsSettingAndByItsLoggersLevel(@TempDir Path logs) throws Exception {
    AuditSettings off = new AuditSettings(false, 1 << 20, 1, 10, 0, 0);
    try (AuditLog log = AuditLog.open(logs, "nn1", off)) {
      assertThat(log.isOn()).isFalse();
      fill(log, 0);
    }
    assertThat(AuditLog.file(logs, "nn1")).doesNotExist();
    Logger logger = Logger.getLogger(AuditLog.LOGGER);
    logger.setLevel(Level.OFF);
    try (AuditLog log = AuditLog.open(logs, "nn2", settings(1 << 20, 1, 10))) {
      assertThat(log.isOn()).isFalse();
      fill(log, 0);
    } finally {
      logger.setLevel(null);
    }
    assertThat(AuditLog.file(logs, "nn2")).isEmptyFile();
  }
}
