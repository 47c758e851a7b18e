package io.warren.namespace.view;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.warren.model.DirectoryChange;
import io.warren.model.Inode;
import io.warren.store.Store;
import io.warren.store.Tx;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Rows of directories that this namenode remembers, all of them as of one {@link DirectoryVersion
 * version} of the tree of directories, but for times and what children do to their parent. A {@link
 * Look} reads the version along with what it must read anyway; when that is another one, the
 * changes between are read and what changed is forgotten. Nothing is told between namenodes, and
 * one that stood still has to read the version like all others before it answers.
 *
 * <p>Bounded by bytes, thread-safe. Where the store shows one moment to its readers, or has its
 * rows at hand, nothing is kept and no versions are given.
 */
public final class DirectoryViews {
  /** What nobody has read yet. */
  public static final long UNKNOWN = -1;

  /** Versions whose changes are read; who is further behind forgets everything. */
  private static final int CAUGHT_UP_MAX = 64;

  /** Versions whose changes are remembered for looks that are under way. */
  private static final int REMEMBERED_MAX = 1_024;

  private static final int UNSETTLED_MAX = 10_000;

  /** What an entry takes besides its name: the row, its name's object, the cache's own. */
  private static final int ENTRY_BYTES = 420;

  private final Store store;
  private final boolean raising;
  private final @Nullable Cache<Long, Inode> rows;
  private final ViewStats stats = new ViewStats();

  /** Held by who moves the version on or keeps rows, who may read the store meanwhile. */
  private final ReentrantLock moving = new ReentrantLock();

  private volatile long version = UNKNOWN;

  /** The changes with the versions up to the present one, without gaps; guarded by moving. */
  private final Deque<DirectoryChange> remembered = new ArrayDeque<>();

  /**
   * When directories were last seen to have changed: a row of such a commit may still be read as it
   * was before, until all that was visible then is visible in all its rows. Guarded by moving.
   */
  private final Map<Long, Long> unsettled = new HashMap<>();

  /** The same for all directories; null when those in {@link #unsettled} are all. */
  private @Nullable Long allUnsettled;

  /**
   * @param bytesMax what the rows may take in memory, about; 0 to keep none and read all
   *     directories of a path, as of each one's own moment
   */
  public DirectoryViews(Store store, long bytesMax) {
    this.store = store;
    this.raising = !store.snapshotReads();
    this.rows =
        bytesMax == 0 || !raising
            ? null
            : Caffeine.newBuilder()
                .maximumWeight(bytesMax)
                .weigher((Long id, Inode row) -> ENTRY_BYTES + row.name().bytes().length)
                // The cache tidies itself in the calls: waking a thread for it costs more.
                .executor(Runnable::run)
                .build();
  }

  /** Lets versions be given from the first one on, in a store where none was. */
  public void format(Tx tx) {
    if (raising) {
      DirectoryVersion.format(tx);
    }
  }

  /**
   * Begins to look at paths.
   *
   * @param wrote whether the transaction has written an inode itself, by id
   */
  public Look look(LongPredicate wrote) {
    return new Look(this, wrote);
  }

  /** The version that what is remembered is of; {@link #UNKNOWN} when none was read yet. */
  public long version() {
    return version;
  }

  /**
   * Notes in a transaction, after all its other writes and locks, that it changes the views of
   * directories: their rows but for times and logical time, or their place, or that they are.
   *
   * @return the version that the change has once it is committed; for {@link #changed}
   */
  public long change(Tx tx, Collection<Long> directoryIds) {
    if (!raising || directoryIds.isEmpty()) {
      return UNKNOWN;
    }
    stats.changes.increment();
    return DirectoryVersion.raise(tx, directoryIds);
  }

  /**
   * What {@link #change} noted is committed: spares the next look to read it.
   *
   * @param directories the rows as written, by id; empty for those that are gone
   */
  public void changed(long changedVersion, Map<Long, Optional<Inode>> directories) {
    Cache<Long, Inode> present = rows;
    if (present == null || changedVersion == UNKNOWN || !moving.tryLock()) {
      return;
    }
    try {
      DirectoryChange change =
          new DirectoryChange(changedVersion, List.copyOf(directories.keySet()));
      if (version == changedVersion - 1 && !change.mayBeOfAny()) {
        moveTo(List.of(change));
        // As of this version; who has read one of them before it keeps nothing any more.
        directories.forEach((id, row) -> row.ifPresent(kept -> present.put(id, kept)));
      }
    } finally {
      moving.unlock();
    }
  }

  /** Forgets everything, as a namenode that just started. */
  public void clear() {
    moving.lock();
    try {
      begin(UNKNOWN, false);
    } finally {
      moving.unlock();
    }
  }

  public ViewStats stats() {
    return stats;
  }

  /** How many directories are kept, about. */
  public long kept() {
    return rows == null ? 0 : rows.estimatedSize();
  }

  boolean isOff() {
    return rows == null;
  }

  @Nullable Inode row(long id) {
    return rows == null ? null : rows.getIfPresent(id);
  }

  /** Moves on to a version that was seen in the store, unless that is done already. */
  void catchUp(Tx tx, long seen) {
    if (version >= seen) {
      return;
    }
    moving.lock();
    try {
      long from = version;
      if (from >= seen) {
        return;
      }
      List<DirectoryChange> changes =
          from == UNKNOWN || seen - from > CAUGHT_UP_MAX
              ? null
              : DirectoryVersion.changes(tx, from, seen);
      if (changes == null || changes.stream().anyMatch(DirectoryChange::mayBeOfAny)) {
        begin(seen, DirectoryVersion.isOfChange(tx, seen));
      } else {
        moveTo(changes);
      }
      stats.caughtUp.increment();
    } finally {
      moving.unlock();
    }
  }

  /** The store is of an earlier time than what is remembered. */
  void setBack(long seen) {
    moving.lock();
    try {
      begin(seen, true);
    } finally {
      moving.unlock();
    }
  }

  /**
   * @param unsettledNow whether a change may be visible in its version and not yet in all its rows
   */
  private void begin(long seen, boolean unsettledNow) {
    if (rows != null) {
      rows.invalidateAll();
    }
    remembered.clear();
    unsettled.clear();
    allUnsettled = unsettledNow ? (Long) store.moment() : null;
    version = seen;
    stats.forgotten.increment();
  }

  /** Forgets before the version tells that it did: who finds a row finds the version it is of. */
  private void moveTo(List<DirectoryChange> changes) {
    Cache<Long, Inode> present = rows;
    if (present == null) {
      return;
    }
    long moment = store.moment();
    for (DirectoryChange change : changes) {
      if (change.version() <= version) {
        // This thread did other work while it read the changes.
        continue;
      }
      present.invalidateAll(change.directoryIds());
      change.directoryIds().forEach(id -> unsettled.put(id, moment));
      remembered.addLast(change);
      version = change.version();
      if (remembered.size() > REMEMBERED_MAX) {
        remembered.removeFirst();
      }
    }
    if (unsettled.size() > UNSETTLED_MAX) {
      unsettled.clear();
      allUnsettled = moment;
    }
  }

  /** Whether any of some directories may have changed since a version. */
  boolean mayHaveChanged(Collection<Long> ids, long since) {
    if (version == since || ids.isEmpty()) {
      return false;
    }
    moving.lock();
    try {
      return changedSince(ids, since);
    } finally {
      moving.unlock();
    }
  }

  private boolean changedSince(Collection<Long> ids, long since) {
    if (version == since) {
      return false;
    }
    boolean known = since < version && version - since <= remembered.size() && since != UNKNOWN;
    return !known
        || remembered.stream()
            .filter(change -> change.version() > since)
            .anyMatch(change -> change.directoryIds().stream().anyMatch(ids::contains));
  }

  /**
   * Keeps rows of directories as they were read, or as a committed transaction made them, unless
   * they changed since, or may have been read as they were before a change that is being committed.
   *
   * @param since the version at which they were read, at least, or at which the transaction began
   */
  public void keep(Collection<Inode> directories, long since) {
    Cache<Long, Inode> present = rows;
    if (present == null || directories.isEmpty() || since == UNKNOWN || !moving.tryLock()) {
      return;
    }
    try {
      for (Inode row : directories) {
        if (!changedSince(List.of(row.id()), since) && isSettled(row.id())) {
          present.put(row.id(), row);
        }
      }
    } finally {
      moving.unlock();
    }
  }

  private boolean isSettled(long id) {
    Long all = allUnsettled;
    if (all != null) {
      if (!store.settled(all)) {
        return false;
      }
      allUnsettled = null;
    }
    Long moment = unsettled.get(id);
    if (moment == null) {
      return true;
    }
    if (!store.settled(moment)) {
      return false;
    }
    unsettled.remove(id);
    return true;
  }
}
