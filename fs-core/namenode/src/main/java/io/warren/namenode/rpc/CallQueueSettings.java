package io.warren.namenode.rpc;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.ClientCallQueue;
import org.apache.hadoop.ipc.DatanodeIdentity;
import org.apache.hadoop.ipc.DecayRpcScheduler;
import org.apache.hadoop.ipc.WeightedTimeCostProvider;

/**
 * Hadoop's settings of a port's queue of calls, with defaults that put who costs the server most
 * behind the others. What an operator has set stays.
 */
final class CallQueueSettings {
  private static final String ALL_PORTS = "ipc.";

  /**
   * Users are ranked by their share of the handlers' time, anew each second. The levels' number,
   * thresholds and weights are Hadoop's own, as they depend on each other: four levels, of which
   * each is served twice as often as the next one.
   */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "callqueue.impl",
          ClientCallQueue.class.getName(),
          "scheduler.impl",
          DecayRpcScheduler.class.getName(),
          "cost-provider.impl",
          WeightedTimeCostProvider.class.getName(),
          "identity-provider.impl",
          DatanodeIdentity.class.getName(),
          "backoff.enable",
          "true",
          "decay-scheduler.service-users",
          DatanodeIdentity.DATANODES,
          "decay-scheduler.period-ms",
          "1000",
          "decay-scheduler.metrics.top.user.count",
          "10");

  private CallQueueSettings() {}

  /** What the settings of a port begin with, without the last dot. */
  static String prefix(int port) {
    return ALL_PORTS + port;
  }

  /** Fills in what is not set for the port: as for all ports, else by default. */
  static void complete(Configuration conf, int port) {
    DEFAULTS.forEach(
        (key, value) ->
            conf.setIfUnset(prefix(port) + "." + key, conf.get(ALL_PORTS + key, value)));
  }
}
