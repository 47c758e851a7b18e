package io.warren.model;

import org.jspecify.annotations.Nullable;

/**
 * A change of membership, leader or subtree locks, written in the transaction that made it. All
 * times are of the observer's clock.
 *
 * @param subject name of the namenode, or path of the subtree
 * @param subjectId id of the namenode, or of the subtree's inode
 * @param related name of the other namenode that the event is about: the leader before, or the
 *     owner of the broken lock; null for none, or when nobody knows it any more
 * @param relatedId its id, 0 for none
 * @param epoch the leader epoch after the change
 * @param missedHeartbeats how many rounds the observer saw its counter stand still
 * @param operation the subtree operation whose lock was broken
 * @param rpcAddress of the namenode that joined, left or was evicted
 * @param observer name of the namenode whose transaction this was
 * @param startedAtMs when that began which led to the change, e.g. the last sign of life
 * @param detectedAtMs when the observer noticed
 * @param effectiveAtMs when the change was made
 */
public record ClusterEvent(
    ClusterEventKey key,
    ClusterEventKind kind,
    ClusterEventCause cause,
    String subject,
    long subjectId,
    @Nullable String related,
    long relatedId,
    long epoch,
    int missedHeartbeats,
    @Nullable String operation,
    @Nullable String rpcAddress,
    @Nullable String httpAddress,
    String observer,
    long observerId,
    long startedAtMs,
    long detectedAtMs,
    long effectiveAtMs) {

  /** Rises with each event, in the order of commits. */
  public long id() {
    return -key.newestFirst();
  }

  /** Whether a namenode's membership ended. */
  public boolean isDeparture() {
    return kind == ClusterEventKind.NAMENODE_LEFT || kind == ClusterEventKind.NAMENODE_EVICTED;
  }
}
