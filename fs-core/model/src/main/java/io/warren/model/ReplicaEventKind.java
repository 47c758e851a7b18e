package io.warren.model;

import java.util.Locale;

/** What happened to a replica that was not well. The ordinal is stored: append only. */
public enum ReplicaEventKind {
  /** A reader or a datanode found that it is not what was written. */
  FOUND_CORRUPT,
  /** Its datanode does not report it any more. */
  VANISHED,
  /** A copy to this storage was begun. */
  COPY_ORDERED,
  /** A copy, or a lost replica, was reported by this storage. */
  ARRIVED,
  /** A copy to this storage did not arrive in time. */
  COPY_GIVEN_UP,
  /** The bad replica is replaced; its datanode must delete it. */
  DELETION_ORDERED,
  /** Its datanode has deleted it. */
  DELETED;

  private static final ReplicaEventKind[] VALUES = values();

  public static ReplicaEventKind fromStored(int stored) {
    return VALUES[stored];
  }

  /** The name in contracts, e.g. {@code found_corrupt}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
