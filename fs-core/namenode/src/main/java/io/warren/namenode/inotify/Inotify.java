package io.warren.namenode.inotify;

import io.warren.model.Change;
import io.warren.model.Inode;
import io.warren.store.ChangeFeed;
import io.warren.store.InodeRows;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.inotify.EventBatchList;
import org.jspecify.annotations.Nullable;

/**
 * The change feed as stock clients of inotify read it: a transaction id is a sequence of the feed.
 * Reads come from any namenode, since the feed is in the store.
 */
public final class Inotify {
  /** How far paths look ahead of the events they are for, to take later renames back. */
  private static final int LOOKAHEAD_CHANGES = 10_000;

  /** Tells a client that there is nothing new. */
  private static final long NOTHING = -1;

  private static final int TRIM_RACES_MAX = 3;

  private final TransactionRunner runner;
  private final ChangeFeed feed;
  private final int eventsMax;

  /**
   * @param eventsMax most changes that one call answers
   */
  public Inotify(TransactionRunner runner, int eventsMax) {
    this.runner = runner;
    this.feed = runner.store().feed();
    this.eventsMax = eventsMax;
  }

  /** The newest sequence; a stream that begins behind it hears of everything from now on. */
  public long head() {
    return feed.head();
  }

  /**
   * Events of the changes from a sequence on, a bounded number. When older ones were trimmed the
   * answer begins behind them, by which the client knows that it missed some.
   */
  public EventBatchList from(long firstSequence) {
    for (int attempt = 1; ; attempt++) {
      try {
        return read(firstSequence);
      } catch (StoreException e) {
        if (e.code() != StoreException.Code.FEED_TRIMMED || attempt >= TRIM_RACES_MAX) {
          throw e;
        }
      }
    }
  }

  private EventBatchList read(long firstSequence) {
    long trimmedThrough = feed.trimmedThrough();
    boolean missed = firstSequence <= trimmedThrough;
    long first = missed ? trimmedThrough + 1 : firstSequence;
    List<Change> changes = feed.read(first - 1, eventsMax);
    if (changes.isEmpty()) {
      long last = missed ? trimmedThrough : NOTHING;
      return new EventBatchList(List.of(), first, last, Math.max(feed.head(), last));
    }
    long last = changes.get(changes.size() - 1).commitSequence();
    List<Change> known = new ArrayList<>(changes);
    boolean complete = lookAhead(known, last);
    EventPaths paths = new EventPaths(known, this::row);
    return new EventBatchList(
        new EventTranslator(paths, complete).translate(changes),
        first,
        last,
        Math.max(feed.head(), last));
  }

  /** Adds the changes behind the given ones; returns whether those are all. */
  private boolean lookAhead(List<Change> known, long last) {
    List<Change> later = feed.read(last, LOOKAHEAD_CHANGES);
    known.addAll(later);
    return later.size() < LOOKAHEAD_CHANGES;
  }

  private @Nullable Inode row(long inodeId) {
    Optional<Inode> found =
        runner.run(
            TxOptions.read("inotify_path"), tx -> Optional.ofNullable(InodeRows.find(tx, inodeId)));
    return found.orElse(null);
  }
}
