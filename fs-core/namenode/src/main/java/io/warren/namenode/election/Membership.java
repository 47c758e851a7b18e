package io.warren.namenode.election;

import io.warren.model.ClusterEvent;
import io.warren.model.ClusterEventCause;
import io.warren.model.ClusterEventKind;
import io.warren.model.ClusterVariable;
import io.warren.model.IdRange;
import io.warren.model.NamenodeMember;
import io.warren.namespace.ClusterEvents;
import io.warren.namespace.EventDraft;
import io.warren.namespace.IdKind;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The rows of the election and the events that tell of their changes: whoever removes a member's
 * row or raises the epoch writes the event in the same transaction.
 */
public final class Membership {
  static final int MEMBERS_MAX = 1_000;
  private static final long LOST_EPOCHS_MIN = 1_000;
  private static final long LOST_EPOCHS_MAX = 1_000_000;

  private final Clock clock;

  public Membership(Clock clock) {
    this.clock = clock;
  }

  /** All members, smallest id first. */
  static List<NamenodeMember> members(Tx tx) {
    return tx.scan(Scan.prefix(Tables.NAMENODES, MEMBERS_MAX));
  }

  /**
   * Adds a member under a new id.
   *
   * @param draft everything but the id
   * @param formerId the id under which it was evicted before, 0 for none
   */
  ClusterEvent join(Tx tx, NamenodeMember draft, long formerId) {
    IdRange range = tx.get(Tables.ID_RANGES, IdKind.NAMENODE.stored(), LockMode.EXCLUSIVE);
    long id = range == null ? IdKind.NAMENODE.firstId() : range.nextId();
    tx.upsert(Tables.ID_RANGES, new IdRange(IdKind.NAMENODE.stored(), id + 1));
    long nowMs = clock.millis();
    NamenodeMember member =
        new NamenodeMember(
            id,
            draft.name(),
            draft.rpcAddress(),
            draft.httpAddress(),
            0,
            nowMs,
            draft.startedAtMs(),
            0,
            draft.version());
    tx.insert(Tables.NAMENODES, member);
    EventDraft event =
        new EventDraft(
                ClusterEventKind.NAMENODE_JOINED,
                formerId == 0 ? ClusterEventCause.STARTED : ClusterEventCause.REJOINED,
                nowMs)
            .about(member)
            .epoch(epoch(tx))
            .observedBy(member.name(), id);
    if (formerId != 0) {
      event.related(member.name(), formerId);
      ClusterEvents.departure(tx, formerId)
          .ifPresent(e -> event.startedAt(e.startedAtMs()).detectedAt(e.effectiveAtMs()));
    }
    return ClusterEvents.append(tx, event);
  }

  /** Ends a membership at the member's own wish; empty when others have ended it already. */
  Optional<ClusterEvent> leave(Tx tx, long id) {
    NamenodeMember own = tx.get(Tables.NAMENODES, id, LockMode.EXCLUSIVE);
    if (own == null) {
      return Optional.empty();
    }
    tx.delete(Tables.NAMENODES, id);
    EventDraft event =
        new EventDraft(ClusterEventKind.NAMENODE_LEFT, ClusterEventCause.STOPPED, clock.millis())
            .about(own)
            .epoch(epoch(tx))
            .observedBy(own.name(), id);
    return Optional.of(ClusterEvents.append(tx, event));
  }

  /**
   * Ends the membership of a silent member, whose row the transaction has locked.
   *
   * @param missed rounds in which the observer saw its counter stand still
   * @param silentMs how long it has stood still on the observer's monotonic clock
   */
  ClusterEvent evict(
      Tx tx, NamenodeMember observer, NamenodeMember silent, int missed, long silentMs) {
    tx.delete(Tables.NAMENODES, silent.id());
    long nowMs = clock.millis();
    return ClusterEvents.append(
        tx,
        new EventDraft(
                ClusterEventKind.NAMENODE_EVICTED, ClusterEventCause.MISSED_HEARTBEATS, nowMs)
            .about(silent)
            .epoch(epoch(tx))
            .missedHeartbeats(missed)
            .startedAt(nowMs - silentMs)
            .observedBy(observer.name(), observer.id()));
  }

  /**
   * Begins the next epoch under a new leader.
   *
   * @param leaderId who led when the transaction looked; nothing happens when that has changed
   * @param incarnation of the store; in another one than the last epoch's, the newest epochs may be
   *     lost, and namenodes and datanodes know them
   * @return empty when another member was faster
   */
  Optional<ClusterEvent> lead(Tx tx, NamenodeMember leader, long leaderId, int incarnation) {
    long detectedAtMs = clock.millis();
    long last = EpochFence.variable(tx, EpochFence.EPOCH, LockMode.EXCLUSIVE);
    if (EpochFence.variable(tx, EpochFence.LEADER_ID, LockMode.EXCLUSIVE) != leaderId) {
      return Optional.empty();
    }
    long epoch = last + 1;
    if (EpochFence.variable(tx, EpochFence.INCARNATION, LockMode.EXCLUSIVE) != incarnation) {
      epoch += last == 0 ? 0 : lostEpochs();
      tx.upsert(
          Tables.CLUSTER_VARIABLES, new ClusterVariable(EpochFence.INCARNATION, "" + incarnation));
    }
    tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(EpochFence.EPOCH, "" + epoch));
    tx.upsert(
        Tables.CLUSTER_VARIABLES, new ClusterVariable(EpochFence.LEADER_ID, "" + leader.id()));
    Optional<ClusterEvent> end =
        leaderId == 0 ? Optional.empty() : ClusterEvents.departure(tx, leaderId);
    EventDraft event =
        new EventDraft(ClusterEventKind.LEADER_CHANGED, cause(leaderId, end), clock.millis())
            .about(leader)
            .epoch(epoch)
            .related(end.map(ClusterEvent::subject).orElse(null), leaderId)
            .observedBy(leader.name(), leader.id())
            .startedAt(end.map(ClusterEvent::startedAtMs).orElse(detectedAtMs))
            .detectedAt(detectedAtMs);
    return Optional.of(ClusterEvents.append(tx, event));
  }

  /** More than were begun in what can be lost; by chance, as this may be lost, too. */
  private static long lostEpochs() {
    return ThreadLocalRandom.current().nextLong(LOST_EPOCHS_MIN, LOST_EPOCHS_MAX);
  }

  private static ClusterEventCause cause(long leaderId, Optional<ClusterEvent> end) {
    if (leaderId == 0) {
      return ClusterEventCause.NO_LEADER;
    }
    if (end.isEmpty()) {
      return ClusterEventCause.LEADER_UNKNOWN;
    }
    return end.get().kind() == ClusterEventKind.NAMENODE_LEFT
        ? ClusterEventCause.LEADER_LEFT
        : ClusterEventCause.LEADER_EVICTED;
  }

  /**
   * Ends every membership. Only for a process that has the store to itself: whoever is in it then
   * is of an earlier run that did not end properly.
   */
  public int endEarlierRun(Tx tx) {
    long nowMs = clock.millis();
    List<NamenodeMember> members =
        tx.scan(Scan.prefix(Tables.NAMENODES, MEMBERS_MAX).locked(LockMode.EXCLUSIVE));
    long epoch = epoch(tx);
    for (NamenodeMember member : members) {
      tx.delete(Tables.NAMENODES, member.id());
      ClusterEvents.append(
          tx,
          new EventDraft(ClusterEventKind.NAMENODE_EVICTED, ClusterEventCause.PROCESS_ENDED, nowMs)
              .about(member)
              .epoch(epoch)
              .startedAt(member.lastHeartbeatMs()));
    }
    return members.size();
  }

  private static long epoch(Tx tx) {
    return EpochFence.variable(tx, EpochFence.EPOCH, LockMode.READ_COMMITTED);
  }
}
