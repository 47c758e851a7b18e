package io.warren.namespace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.store.LockMode;
import io.warren.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * Where inodes were seen last (the inode hint cache of HopsFS, FAST'17 §5.1). Only a guess of
 * primary keys: every row read by a hint is checked, so a stale hint costs a read, never a wrong
 * answer. Bounded, thread-safe.
 *
 * <p>Operations predict the keys that they lock from hints, so they can't do without any. A cache
 * may evict or refuse an entry at once, so an operation that has to start over {@link #pin pins}
 * what it sees from then on; a cache without entries does so for each operation.
 */
final class HintCache {
  /**
   * What was seen under a name.
   *
   * @param contentsBytes length of a file whose bytes are in the database; -1 for all others
   * @param seenAt the store's moment when a directory was first seen with its children where they
   *     are now; some later moment when that was forgotten
   */
  record Hint(
      long partitionId,
      long id,
      boolean directory,
      ChildrenPartitioning children,
      long childrenVersion,
      long mtimeMs,
      boolean hasQuota,
      int contentsBytes,
      long seenAt) {
    private static final int NO_CONTENTS = -1;

    private static Hint of(Inode row, long seenAt) {
      return new Hint(
          row.partitionId(),
          row.id(),
          row.isDirectory(),
          row.childrenPartitioning(),
          row.childrenVersion(),
          row.mtimeMs(),
          row.hasQuota(),
          contentsBytes(row),
          seenAt);
    }

    private static int contentsBytes(Inode row) {
      return row.inDatabase() ? Math.toIntExact(row.sizeBytes()) : NO_CONTENTS;
    }

    private boolean isOf(Inode row) {
      return mtimeMs == row.mtimeMs()
          && hasQuota == row.hasQuota()
          && contentsBytes == contentsBytes(row)
          && hasChildrenOf(row);
    }

    /** Whether it was a file whose bytes are in the database. */
    boolean inDatabase() {
      return contentsBytes != NO_CONTENTS;
    }

    /** Whether the row is of the same inode, in its place, with its children in theirs. */
    boolean hasChildrenOf(Inode row) {
      return id == row.id()
          && partitionId == row.partitionId()
          && children == row.childrenPartitioning()
          && childrenVersion == row.childrenVersion();
    }
  }

  private record Place(long parentId, Name name) {
    // What the compiler makes for records is not inlined where it matters.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Place place && parentId == place.parentId && name.equals(place.name);
    }

    @Override
    public int hashCode() {
      return 31 * Long.hashCode(parentId) + name.hashCode();
    }
  }

  private static final long OPERATION_ENTRIES_MAX = 10_000;

  private record Hints(Cache<Place, Hint> byPlace, Cache<Long, InodeKey> byId) {
    /** The caches tidy themselves in the calls: waking a thread for it costs more. */
    static Hints bounded(long entriesMax) {
      return new Hints(
          Caffeine.newBuilder().maximumSize(entriesMax).executor(Runnable::run).build(),
          Caffeine.newBuilder().maximumSize(entriesMax).executor(Runnable::run).build());
    }

    void put(Inode row, Hint hint) {
      byPlace.put(new Place(row.parentId(), row.name()), hint);
      byId.put(row.id(), row.key());
    }

    void forget(Place place) {
      Hint hint = byPlace.getIfPresent(place);
      byPlace.invalidate(place);
      if (hint != null) {
        byId.invalidate(hint.id());
      }
    }

    void clear() {
      byPlace.invalidateAll();
      byId.invalidateAll();
    }
  }

  private final Store store;
  private final long entriesMax;
  private final Hints kept;
  private final ThreadLocal<@Nullable Hints> pinned = new ThreadLocal<>();

  /**
   * @param entriesMax greatest number of inodes; 0 to forget everything with each operation
   */
  HintCache(Store store, long entriesMax) {
    this.store = store;
    this.entriesMax = entriesMax;
    kept = Hints.bounded(entriesMax);
  }

  /** This thread begins an operation. */
  void begin() {
    if (entriesMax == 0) {
      pin();
    }
  }

  /** From now on nothing that this thread sees is evicted until its operation {@link #end ends}. */
  void pin() {
    if (pinned.get() == null) {
      pinned.set(Hints.bounded(OPERATION_ENTRIES_MAX));
    }
  }

  /** This thread's operation is over. */
  void end() {
    pinned.remove();
  }

  @Nullable Hint get(long parentId, Name name) {
    Place place = new Place(parentId, name);
    Hints mine = pinned.get();
    Hint hint = mine == null ? null : mine.byPlace().getIfPresent(place);
    return hint != null ? hint : kept.byPlace().getIfPresent(place);
  }

  @Nullable InodeKey keyOf(long inodeId) {
    Hints mine = pinned.get();
    InodeKey key = mine == null ? null : mine.byId().getIfPresent(inodeId);
    return key != null ? key : kept.byId().getIfPresent(inodeId);
  }

  /** Remembers a committed row, unless that is how it is remembered already. */
  void refresh(Inode row) {
    Hint known = get(row.parentId(), row.name());
    if (known == null || !known.isOf(row)) {
      put(row);
    }
  }

  /**
   * Remembers a committed row, unless a hint that was just taken from here is of it.
   *
   * @param taken null when there was none
   */
  void refresh(Inode row, @Nullable Hint taken) {
    if (taken == null || !taken.isOf(row)) {
      refresh(row);
    }
  }

  /** Remembers a committed row. */
  void put(Inode row) {
    Hint known = get(row.parentId(), row.name());
    long seenAt = known != null && known.hasChildrenOf(row) ? known.seenAt() : store.moment();
    Hint hint = Hint.of(row, seenAt);
    kept.put(row, hint);
    Hints mine = pinned.get();
    if (mine != null) {
      mine.put(row, hint);
    }
  }

  /**
   * How to scan a directory's children so that no commit is seen in half that had already moved
   * some of them when the row was read: where all such commits are known to be over, nothing need
   * be waited for (ADR 16).
   */
  LockMode scanMode(Inode directory) {
    Hint hint = get(directory.parentId(), directory.name());
    long seenAt = hint != null && hint.hasChildrenOf(directory) ? hint.seenAt() : store.moment();
    return scanMode(directory.childrenVersion(), seenAt);
  }

  /** As {@link #scanMode(Inode)} for the directory as the hint has it. */
  LockMode scanMode(Hint hint) {
    return scanMode(hint.childrenVersion(), hint.seenAt());
  }

  private LockMode scanMode(long childrenVersion, long seenAt) {
    boolean settled = childrenVersion == Inode.CHILDREN_NEVER_MOVED || store.settled(seenAt);
    return settled ? LockMode.READ_COMMITTED : LockMode.SETTLED;
  }

  void forget(long parentId, Name name) {
    Place place = new Place(parentId, name);
    kept.forget(place);
    Hints mine = pinned.get();
    if (mine != null) {
      mine.forget(place);
    }
  }

  void forgetId(long inodeId) {
    kept.byId().invalidate(inodeId);
    Hints mine = pinned.get();
    if (mine != null) {
      mine.byId().invalidate(inodeId);
    }
  }

  void clear() {
    kept.clear();
    Hints mine = pinned.get();
    if (mine != null) {
      mine.clear();
    }
  }
}
