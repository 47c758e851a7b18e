package io.warren.blocks;

import io.warren.model.ClusterVariable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * That a datanode shall leave service, as a row of the cluster's variables says it to all
 * namenodes. A datanode without one serves, unless this namenode's host lists say otherwise.
 *
 * @param untilMs when the datanode is back in service by itself, of a maintenance; 0 of others
 * @param sinceMs when it was ordered
 * @param by who ordered it
 */
public record ServiceOrder(Leave leave, long untilMs, long sinceMs, String by) {
  /** How a datanode leaves. */
  public enum Leave {
    /** For good: all its blocks get replicas elsewhere. */
    DECOMMISSION,
    /** For a while: its blocks keep the replicas that are needed meanwhile. */
    MAINTENANCE
  }

  private static final String PREFIX = "datanode_service.";
  private static final int FIELDS = 4;
  private static final int BY_MAX_CHARS = 100;

  /** Name of the row about a datanode. */
  static String variable(String datanodeUuid) {
    return PREFIX + datanodeUuid;
  }

  ClusterVariable toVariable(String datanodeUuid) {
    String shortened = by.length() > BY_MAX_CHARS ? by.substring(0, BY_MAX_CHARS) : by;
    String name = leave.name().toLowerCase(Locale.ROOT);
    return new ClusterVariable(
        variable(datanodeUuid), String.join(" ", name, "" + untilMs, "" + sinceMs, shortened));
  }

  /** What a row says; null when there is none, or its time is over. */
  static @Nullable ServiceOrder of(@Nullable ClusterVariable row, long nowMs) {
    if (row == null) {
      return null;
    }
    String[] fields = row.value().split(" ", FIELDS);
    ServiceOrder order =
        new ServiceOrder(
            Leave.valueOf(fields[0].toUpperCase(Locale.ROOT)),
            Long.parseLong(fields[1]),
            Long.parseLong(fields[2]),
            fields[3]);
    return order.untilMs > 0 && order.untilMs <= nowMs ? null : order;
  }
}
