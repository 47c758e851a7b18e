package io.warren.namenode.admin;

import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.Name;
import io.warren.store.ChangeFeed;
import io.warren.store.FeedIncarnation;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** GET /feed: committed changes after a cursor, in commit order. */
final class FeedResource implements AdminServlet.Resource {
  private static final String SCHEMA = "warren.change.v2";
  private static final int LIMIT_MAX = 5_000;
  private static final int WAIT_MAX_MS = 30_000;

  /** Where an inode was before a rename. */
  record Before(long parentId, String name) {}

  /** An event as cdc/events/change.v2.schema.json has it. */
  record Event(
      String schema,
      String cursor,
      long sequence,
      long committedAtMs,
      String operation,
      @Nullable Before before,
      long inodeId,
      long logicalTime,
      long parentId,
      String name,
      String kind,
      long sizeBytes,
      String owner,
      String group,
      int mode,
      long mtimeMs,
      long atimeMs,
      int replication,
      long blockSizeBytes,
      int storagePolicy,
      int erasureCodingPolicy,
      int features) {}

  /** A stretch of sequences that were given without the store being set back in between. */
  record Incarnation(int id, long firstSequence) {}

  record Page(
      List<Event> events,
      String next,
      String head,
      long headSequence,
      String cursorMark,
      List<Incarnation> incarnations,
      long asOfMs,
      boolean caughtUp) {}

  private final ChangeFeed feed;
  private final Clock clock;
  private final FeedCursors cursors;

  FeedResource(ChangeFeed feed, Clock clock, FeedCursors cursors) {
    this.feed = feed;
    this.clock = clock;
    this.cursors = cursors;
  }

  @Override
  public Object handle(AdminRequest request) throws InterruptedException {
    if (!request.method().equals("GET") || request.segments().size() != 1) {
      throw AdminServlet.noSuchCall();
    }
    int limit = (int) request.number("limit", 1_000, 1, LIMIT_MAX);
    long waitMs = request.number("wait_ms", 0, 0, WAIT_MAX_MS);
    String cursor = request.optional("after");
    List<FeedIncarnation> incarnations = feed.incarnations();
    while (true) {
      Page page = page(cursor, limit, waitMs, incarnations);
      List<FeedIncarnation> afterwards = feed.incarnations();
      if (afterwards.equals(incarnations)) {
        return page;
      }
      // What was read may be of the one before, and must not be told as this one's.
      incarnations = afterwards;
    }
  }

  private Page page(
      @Nullable String cursor, int limit, long waitMs, List<FeedIncarnation> incarnations)
      throws InterruptedException {
    long after =
        cursor == null
            ? feed.trimmedThrough()
            : cursors.sequence(cursor, incarnations, feed.head());
    if (waitMs > 0) {
      feed.await(after, waitMs);
    }
    long asOfMs = clock.millis();
    long head = feed.head();
    List<Event> events =
        feed.read(after, limit).stream()
            .map(change -> event(change, cursors.of(incarnations, change.commitSequence())))
            .toList();
    long next = events.isEmpty() ? after : events.get(events.size() - 1).sequence();
    long seenHead = Math.max(head, next);
    return new Page(
        events,
        cursors.of(incarnations, next),
        cursors.of(incarnations, seenHead),
        seenHead,
        cursors.mark(),
        incarnations.stream()
            .map(each -> new Incarnation(each.id(), each.firstSequence()))
            .toList(),
        asOfMs,
        next >= seenHead);
  }

  /** A change as its followers are told it. */
  static Event event(Change change, String cursor) {
    Name beforeName = change.beforeName();
    boolean moved = change.operation() == ChangeOperation.RENAME && beforeName != null;
    return new Event(
        SCHEMA,
        cursor,
        change.commitSequence(),
        change.committedAtMs(),
        change.operation().name().toLowerCase(Locale.ROOT),
        moved ? new Before(change.beforeParentId(), String.valueOf(beforeName)) : null,
        change.inodeId(),
        change.logicalTime(),
        change.parentId(),
        change.name().toString(),
        change.kind().name().toLowerCase(Locale.ROOT),
        change.sizeBytes(),
        change.owner(),
        change.group(),
        change.mode(),
        change.mtimeMs(),
        change.atimeMs(),
        change.replication(),
        change.blockSizeBytes(),
        change.storagePolicy(),
        change.erasureCodingPolicy(),
        change.features());
  }
}
