package io.warren.model;

import java.util.Locale;

/** What changed in the cluster. The ordinal is stored: append only. */
public enum ClusterEventKind {
  NAMENODE_JOINED,
  /** It ended its membership itself. */
  NAMENODE_LEFT,
  /** Others ended its membership. */
  NAMENODE_EVICTED,
  LEADER_CHANGED,
  SUBTREE_LOCK_BROKEN;

  private static final ClusterEventKind[] VALUES = values();

  public static ClusterEventKind fromStored(int stored) {
    return VALUES[stored];
  }

  /** The name in contracts and metrics, e.g. {@code leader_changed}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
