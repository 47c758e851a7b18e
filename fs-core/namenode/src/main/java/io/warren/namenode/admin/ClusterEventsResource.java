package io.warren.namenode.admin;

import io.warren.model.ClusterEvent;
import io.warren.model.ClusterEventKind;
import io.warren.namespace.ClusterEvents;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** GET /cluster/events: what happened to namenodes, leaders and subtree locks, newest first. */
final class ClusterEventsResource implements AdminServlet.Resource {
  private static final int LIMIT_DEFAULT = 50;

  record EventView(
      long id,
      String kind,
      String cause,
      String subject,
      long subjectId,
      @Nullable String related,
      @Nullable Long relatedId,
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

    static EventView of(ClusterEvent event) {
      return new EventView(
          event.id(),
          event.kind().text(),
          event.cause().text(),
          event.subject(),
          event.subjectId(),
          event.related(),
          event.relatedId() == 0 ? null : event.relatedId(),
          event.epoch(),
          event.missedHeartbeats(),
          event.operation(),
          event.rpcAddress(),
          event.httpAddress(),
          event.observer(),
          event.observerId(),
          event.startedAtMs(),
          event.detectedAtMs(),
          event.effectiveAtMs());
    }
  }

  record Page(List<EventView> events, @Nullable String nextCursor, long asOfMs) {}

  private final TransactionRunner runner;
  private final Clock clock;

  ClusterEventsResource(TransactionRunner runner, Clock clock) {
    this.runner = runner;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) {
    if (!request.method().equals("GET") || request.segments().size() != 2) {
      throw AdminServlet.noSuchCall();
    }
    long beforeId = request.number("cursor", 0, 1, Long.MAX_VALUE);
    int limit = (int) request.number("limit", LIMIT_DEFAULT, 1, ClusterEvents.PAGE_MAX);
    ClusterEventKind kind = kind(request.optional("kind"));
    long asOfMs = clock.millis();
    // One more than the page tells whether there is a next one.
    List<ClusterEvent> found =
        runner.run(
            TxOptions.read("list_cluster_events"),
            tx -> ClusterEvents.page(tx, kind, beforeId, limit + 1));
    List<ClusterEvent> shown = found.subList(0, Math.min(limit, found.size()));
    String next = found.size() > limit ? "" + shown.get(limit - 1).id() : null;
    return new Page(shown.stream().map(EventView::of).toList(), next, asOfMs);
  }

  private static @Nullable ClusterEventKind kind(@Nullable String text) {
    if (text == null) {
      return null;
    }
    return Arrays.stream(ClusterEventKind.values())
        .filter(kind -> kind.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                Problem.invalid(
                    "There is no such kind of event",
                    "kind must be one of "
                        + Arrays.stream(ClusterEventKind.values())
                            .map(ClusterEventKind::text)
                            .collect(Collectors.joining(", "))));
  }
}
