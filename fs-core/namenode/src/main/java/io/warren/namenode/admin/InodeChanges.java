package io.warren.namenode.admin;

import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.Name;
import io.warren.store.ChangeFeed;
import io.warren.store.StoreException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the kept change feed has of one inode, newest first. The feed is in the order of commits and
 * not by inodes, so a call looks at so many of the newest changes and says how far back it came.
 */
final class InodeChanges {
  private static final int WINDOW = 5_000;
  private static final long LOOKED_AT_MAX = 100_000;
  private static final int FOUND_MAX = 100;
  private static final long TIME_MAX_MS = 1_500;

  /**
   * A change, with what the inode was after it.
   *
   * @param nameBefore null unless it was renamed
   */
  record ChangeView(
      long sequence,
      long committedAtMs,
      String operation,
      String name,
      @Nullable String nameBefore,
      boolean moved,
      long sizeBytes,
      String owner,
      String group,
      String mode,
      int replication,
      int storagePolicy,
      int erasureCodingPolicy) {
    static ChangeView of(Change change) {
      Name before = change.operation() == ChangeOperation.RENAME ? change.beforeName() : null;
      return new ChangeView(
          change.commitSequence(),
          change.committedAtMs(),
          change.operation().name().toLowerCase(Locale.ROOT),
          change.name().toString(),
          before == null ? null : before.toString(),
          before != null && change.beforeParentId() != change.parentId(),
          change.sizeBytes(),
          change.owner(),
          change.group(),
          String.format("%04o", change.mode()),
          change.replication(),
          change.storagePolicy(),
          change.erasureCodingPolicy());
    }
  }

  /**
   * @param lookedSinceMs when the oldest change was committed that was looked at; null for none
   * @param nextBefore below which sequence to go on; null at the begin of what is kept
   */
  record Page(
      long inodeId,
      List<ChangeView> changes,
      @Nullable Long lookedSinceMs,
      @Nullable Long nextBefore,
      long asOfMs) {}

  private final ChangeFeed feed;
  private final Clock clock;

  InodeChanges(ChangeFeed feed, Clock clock) {
    this.feed = feed;
    this.clock = clock;
  }

  /**
   * Looks at changes below a sequence.
   *
   * @param before 0 for the newest
   */
  Page of(long inodeId, long before) {
    long asOfMs = clock.millis();
    long beginNanos = System.nanoTime();
    long end = before == 0 ? feed.head() : before - 1;
    long stop = Math.max(0, end - LOOKED_AT_MAX);
    List<ChangeView> found = new ArrayList<>();
    Long since = null;
    while (end > Math.max(stop, feed.trimmedThrough()) && found.size() < FOUND_MAX) {
      if (since != null
          && System.nanoTime() - beginNanos > TimeUnit.MILLISECONDS.toNanos(TIME_MAX_MS)) {
        break;
      }
      long after = Math.max(Math.max(stop, feed.trimmedThrough()), end - WINDOW);
      List<Change> window = read(after, (int) (end - after));
      for (int i = window.size() - 1; i >= 0 && found.size() < FOUND_MAX; i--) {
        Change change = window.get(i);
        since = change.committedAtMs();
        end = change.commitSequence() - 1;
        if (change.inodeId() == inodeId) {
          found.add(ChangeView.of(change));
        }
      }
      if (found.size() < FOUND_MAX) {
        end = after;
      }
    }
    Long next = end > feed.trimmedThrough() ? end + 1 : null;
    return new Page(inodeId, found, since, next, asOfMs);
  }

  /** What is trimmed meanwhile is kept no more. */
  private List<Change> read(long after, int limit) {
    try {
      return feed.read(after, limit);
    } catch (StoreException e) {
      if (e.code() == StoreException.Code.FEED_TRIMMED) {
        return List.of();
      }
      throw e;
    }
  }
}
