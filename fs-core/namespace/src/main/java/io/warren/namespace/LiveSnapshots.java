package io.warren.namespace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.warren.model.Snapshot;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Which snapshots are still there, of those whose numbers inodes carry. Numbers only rise, so of
 * the snapshots up to a number ever fewer are left: what is known to be gone stays gone, and is
 * remembered. Bounded, thread-safe.
 */
public final class LiveSnapshots {
  private static final int REMEMBERED_MAX = 10_000;

  private final Cache<Long, Long> newestLeft =
      Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).build();

  LiveSnapshots() {}

  /**
   * The newest snapshot that may be left of those up to a number, without a look at the store.
   *
   * @return 0 for none
   */
  long guess(long number) {
    Long left = newestLeft.getIfPresent(number);
    return left == null ? number : left;
  }

  /**
   * The newest snapshot that is left of those up to a number.
   *
   * @param live the numbers of all snapshots, see {@link #read}
   * @return 0 for none
   */
  long newest(long number, NavigableSet<Long> live) {
    Long floor = live.floor(number);
    long newest = floor == null ? 0 : floor;
    if (newest < number) {
      newestLeft.put(number, newest);
    }
    return newest;
  }

  /** The numbers of all snapshots; waits for those that are being taken. */
  public static NavigableSet<Long> read(Tx tx) {
    NavigableSet<Long> live = new TreeSet<>();
    for (Snapshot snapshot :
        Scans.all(tx, Scan.prefix(Tables.SNAPSHOTS, Scan.LIMIT_MAX).locked(LockMode.SETTLED))) {
      live.add(snapshot.id());
    }
    return live;
  }
}
