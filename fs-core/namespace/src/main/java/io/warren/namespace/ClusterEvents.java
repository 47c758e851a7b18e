package io.warren.namespace;

import io.warren.model.ClusterEvent;
import io.warren.model.ClusterEventKey;
import io.warren.model.ClusterEventKind;
import io.warren.model.IdRange;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The events of the cluster. An event is appended in the transaction that makes the change it tells
 * of, so there is exactly one for each change, however many namenodes watch. Its number's row is
 * the last lock that such a transaction takes, and is held until it ends: numbers have no gaps and
 * rise in the order of commits.
 */
public final class ClusterEvents {
  /** Most events of one page. */
  public static final int PAGE_MAX = 200;

  private static final int RECENT_MAX = 200;
  private static final int TRIM_ROWS = 500;

  private ClusterEvents() {}

  /** Numbers and writes an event. */
  public static ClusterEvent append(Tx tx, EventDraft draft) {
    String kind = IdKind.CLUSTER_EVENT.stored();
    IdRange range = tx.get(Tables.ID_RANGES, kind, LockMode.EXCLUSIVE);
    long id = range == null ? IdKind.CLUSTER_EVENT.firstId() : range.nextId();
    tx.upsert(Tables.ID_RANGES, new IdRange(kind, id + 1));
    ClusterEvent event = draft.numbered(id);
    tx.insert(Tables.CLUSTER_EVENTS, event);
    return event;
  }

  /**
   * One page, newest first.
   *
   * @param kind only these, null for all
   * @param beforeId only events with smaller numbers, 0 for no bound
   * @param limit 1 to {@link #PAGE_MAX}
   */
  public static List<ClusterEvent> page(
      Tx tx, @Nullable ClusterEventKind kind, long beforeId, int limit) {
    Scan<ClusterEventKey, ClusterEvent> scan =
        kind == null
            ? Scan.prefix(Tables.CLUSTER_EVENTS, limit, ClusterEventKey.PARTITION)
            : Scan.index(Tables.CLUSTER_EVENTS, Tables.BY_KIND, limit, kind.ordinal());
    return tx.scan(beforeId == 0 ? scan : scan.after(ClusterEventKey.of(beforeId)));
  }

  /** The newest events; enough of them to know who came and went lately. */
  public static List<ClusterEvent> recent(Tx tx) {
    return page(tx, null, 0, RECENT_MAX);
  }

  /** How a namenode's membership ended, when it did so lately. */
  public static Optional<ClusterEvent> departure(Tx tx, long namenodeId) {
    return recent(tx).stream()
        .filter(event -> event.isDeparture() && event.subjectId() == namenodeId)
        .findFirst();
  }

  /**
   * Deletes a bounded number of events that are too old or too many.
   *
   * @param keptMax how many of the newest stay at most
   * @param oldestKeptMs events before this time go
   * @return how many went; fewer than a full batch means that nothing is left to do
   */
  public static int trim(Tx tx, long keptMax, long oldestKeptMs) {
    IdRange range =
        tx.get(Tables.ID_RANGES, IdKind.CLUSTER_EVENT.stored(), LockMode.READ_COMMITTED);
    long newestId = range == null ? 0 : range.nextId() - 1;
    List<ClusterEvent> doomed =
        tx.scan(Scan.index(Tables.CLUSTER_EVENTS, Tables.BY_TIME, TRIM_ROWS)).stream()
            .filter(e -> e.effectiveAtMs() < oldestKeptMs || e.id() <= newestId - keptMax)
            .toList();
    doomed.forEach(event -> tx.delete(Tables.CLUSTER_EVENTS, event.key()));
    return doomed.size();
  }
}
