package io.warren.namenode;

import io.warren.blocks.Datanodes;
import io.warren.blocks.HashReports;
import java.util.concurrent.TimeUnit;

/** The leader's part of block reports, less often than its other services. */
final class BucketUpkeep {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(30);

  private long lastNanos = System.nanoTime();

  void round(HashReports reports, Datanodes datanodes) {
    if (System.nanoTime() - lastNanos < INTERVAL_NANOS) {
      return;
    }
    lastNanos = System.nanoTime();
    reports.trimTurns();
    reports.merge(datanodes.knownStorages());
  }
}
