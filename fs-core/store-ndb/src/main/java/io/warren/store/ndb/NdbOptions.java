package io.warren.store.ndb;

/**
 * How to reach a cluster.
 *
 * @param connectString HOST:PORT of the management nodes, separated by commas
 * @param database SQL name of the database with the metadata tables
 * @param connectTimeoutMs how long to wait for the cluster at start
 * @param sessionsMax greatest number of transactions at the same time
 * @param closeWaitMs how long close() waits for running transactions
 */
public record NdbOptions(
    String connectString, String database, int connectTimeoutMs, int sessionsMax, int closeWaitMs) {
  public static NdbOptions of(String connectString, String database) {
    return new NdbOptions(connectString, database, 120_000, 256, 10_000);
  }

  public NdbOptions connectTimeout(int timeoutMs) {
    return new NdbOptions(connectString, database, timeoutMs, sessionsMax, closeWaitMs);
  }
}
