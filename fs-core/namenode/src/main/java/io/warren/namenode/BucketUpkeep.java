package io.warren.namenode;

import io.warren.blocks.Datanodes;
import io.warren.blocks.HashReports;
import io.warren.namenode.election.LeaderService;
import io.warren.namespace.LeaderFence;
import java.util.concurrent.TimeUnit;

/** The leader's part of block reports, less often than its other services. */
final class BucketUpkeep implements LeaderService {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final HashReports reports;
  private final Datanodes datanodes;
  private long lastNanos = System.nanoTime();

  BucketUpkeep(HashReports reports, Datanodes datanodes) {
    this.reports = reports;
    this.datanodes = datanodes;
  }

  @Override
  public String name() {
    return "bucket_upkeep";
  }

  @Override
  public void run(LeaderFence fence) {
    if (System.nanoTime() - lastNanos < INTERVAL_NANOS) {
      return;
    }
    lastNanos = System.nanoTime();
    reports.trimTurns(fence::check);
    reports.merge(datanodes.knownStorages(), fence::check);
  }
}
