package io.warren.model;

/**
 * Key of a cluster event. Keys sort in ascending order only, so the number is stored negated: a
 * scan from the start meets the newest event first.
 *
 * @param partitionId the same for all events, so that one partition answers an ordered read
 * @param newestFirst the negated event id
 */
public record ClusterEventKey(long partitionId, long newestFirst) {
  /** Partition of every event: there are few of them, and they are read in one order. */
  public static final long PARTITION = 0;

  public static ClusterEventKey of(long eventId) {
    return new ClusterEventKey(PARTITION, -eventId);
  }
}
