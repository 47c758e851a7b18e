package io.warren.model;

import java.util.Locale;

/** Why something changed in the cluster. The ordinal is stored: append only. */
public enum ClusterEventCause {
  /** A namenode joined because it was started. */
  STARTED,
  /** A namenode joined again because it found itself evicted. */
  REJOINED,
  /** A namenode left because it was stopped. */
  STOPPED,
  /** A namenode was evicted because its heartbeat counter stood still. */
  MISSED_HEARTBEATS,
  /** A namenode was evicted because its process had ended without leaving. */
  PROCESS_ENDED,
  /** A leader was chosen because there had never been one. */
  NO_LEADER,
  /** The leader changed because the one before left. */
  LEADER_LEFT,
  /** The leader changed because the one before was evicted. */
  LEADER_EVICTED,
  /** The leader changed, and the events no longer tell how the one before ended. */
  LEADER_UNKNOWN,
  /** A subtree lock was broken because its owner is no member any more. */
  OWNER_GONE,
  /** A subtree lock was broken because its living owner had failed to clear it. */
  OWNER_FAILED;

  private static final ClusterEventCause[] VALUES = values();

  public static ClusterEventCause fromStored(int stored) {
    return VALUES[stored];
  }

  /** The name in contracts and metrics, e.g. {@code missed_heartbeats}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
