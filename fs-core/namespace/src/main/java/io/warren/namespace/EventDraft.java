package io.warren.namespace;

import io.warren.model.ClusterEvent;
import io.warren.model.ClusterEventCause;
import io.warren.model.ClusterEventKey;
import io.warren.model.ClusterEventKind;
import io.warren.model.NamenodeMember;
import org.jspecify.annotations.Nullable;

/** An event without its number. Times that are not given are those of the change itself. */
public final class EventDraft {
  private static final int SUBJECT_CHARS_MAX = 2_000;

  private final ClusterEventKind kind;
  private final ClusterEventCause cause;
  private final long effectiveAtMs;
  private long startedAtMs;
  private long detectedAtMs;
  private String subject = "";
  private long subjectId;
  private @Nullable String related;
  private long relatedId;
  private long epoch;
  private int missedHeartbeats;
  private @Nullable String operation;
  private @Nullable String rpcAddress;
  private @Nullable String httpAddress;
  private String observer = "";
  private long observerId;

  public EventDraft(ClusterEventKind kind, ClusterEventCause cause, long effectiveAtMs) {
    this.kind = kind;
    this.cause = cause;
    this.effectiveAtMs = effectiveAtMs;
    this.startedAtMs = effectiveAtMs;
    this.detectedAtMs = effectiveAtMs;
  }

  /** The event is about a namenode. */
  public EventDraft about(NamenodeMember namenode) {
    subject = namenode.name();
    subjectId = namenode.id();
    rpcAddress = namenode.rpcAddress();
    httpAddress = namenode.httpAddress();
    return this;
  }

  /** The event is about a subtree; a very long path is cut. */
  public EventDraft about(String path, long inodeId) {
    subject = path.length() <= SUBJECT_CHARS_MAX ? path : path.substring(0, SUBJECT_CHARS_MAX);
    subjectId = inodeId;
    return this;
  }

  public EventDraft related(@Nullable String namenode, long namenodeId) {
    related = namenode;
    relatedId = namenodeId;
    return this;
  }

  public EventDraft epoch(long after) {
    epoch = after;
    return this;
  }

  public EventDraft missedHeartbeats(int rounds) {
    missedHeartbeats = rounds;
    return this;
  }

  public EventDraft operation(@Nullable String name) {
    operation = name;
    return this;
  }

  public EventDraft startedAt(long timeMs) {
    startedAtMs = Math.min(timeMs, effectiveAtMs);
    return this;
  }

  public EventDraft detectedAt(long timeMs) {
    detectedAtMs = Math.min(timeMs, effectiveAtMs);
    return this;
  }

  public EventDraft observedBy(String namenode, long namenodeId) {
    observer = namenode;
    observerId = namenodeId;
    return this;
  }

  ClusterEvent numbered(long eventId) {
    return new ClusterEvent(
        ClusterEventKey.of(eventId),
        kind,
        cause,
        subject,
        subjectId,
        related,
        relatedId,
        epoch,
        missedHeartbeats,
        operation,
        rpcAddress,
        httpAddress,
        observer,
        observerId,
        startedAtMs,
        detectedAtMs,
        effectiveAtMs);
  }
}
