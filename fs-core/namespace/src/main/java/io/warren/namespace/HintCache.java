package io.warren.namespace;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import org.jspecify.annotations.Nullable;

/**
 * Where inodes were seen last (the inode hint cache of HopsFS, FAST'17 §5.1). Only a guess of
 * primary keys: every row read by a hint is checked, so a stale hint costs a read, never a wrong
 * answer. Bounded, thread-safe.
 *
 * <p>Operations predict the keys that they lock from hints, so they can't do without any: a cache
 * without entries keeps what a thread sees until that thread's next operation.
 */
final class HintCache {
  /** What was seen under a name. */
  record Hint(
      long partitionId,
      long id,
      boolean directory,
      ChildrenPartitioning children,
      long childrenVersion,
      long mtimeMs) {

    static Hint of(Inode row) {
      return new Hint(
          row.partitionId(),
          row.id(),
          row.isDirectory(),
          row.childrenPartitioning(),
          row.childrenVersion(),
          row.mtimeMs());
    }
  }

  private record Place(long parentId, Name name) {}

  private static final long OPERATION_ENTRIES_MAX = 10_000;

  private record Hints(Cache<Place, Hint> byPlace, Cache<Long, InodeKey> byId) {
    static Hints bounded(long entriesMax) {
      return new Hints(
          Caffeine.newBuilder().maximumSize(entriesMax).build(),
          Caffeine.newBuilder().maximumSize(entriesMax).build());
    }

    void clear() {
      byPlace.invalidateAll();
      byId.invalidateAll();
    }
  }

  private final Hints kept;
  private final @Nullable ThreadLocal<Hints> ofOperation;

  /**
   * @param entriesMax greatest number of inodes; 0 to forget everything with each operation
   */
  HintCache(long entriesMax) {
    kept = Hints.bounded(entriesMax);
    ofOperation =
        entriesMax > 0 ? null : ThreadLocal.withInitial(() -> Hints.bounded(OPERATION_ENTRIES_MAX));
  }

  private Hints hints() {
    ThreadLocal<Hints> mine = ofOperation;
    return mine == null ? kept : mine.get();
  }

  /** This thread begins an operation. */
  void begin() {
    if (ofOperation != null) {
      clear();
    }
  }

  @Nullable Hint get(long parentId, Name name) {
    return hints().byPlace().getIfPresent(new Place(parentId, name));
  }

  @Nullable InodeKey keyOf(long inodeId) {
    return hints().byId().getIfPresent(inodeId);
  }

  /** Remembers a committed row. */
  void put(Inode row) {
    hints().byPlace().put(new Place(row.parentId(), row.name()), Hint.of(row));
    hints().byId().put(row.id(), row.key());
  }

  void forget(long parentId, Name name) {
    Place place = new Place(parentId, name);
    Hint hint = hints().byPlace().getIfPresent(place);
    hints().byPlace().invalidate(place);
    if (hint != null) {
      hints().byId().invalidate(hint.id());
    }
  }

  void forgetId(long inodeId) {
    hints().byId().invalidate(inodeId);
  }

  void clear() {
    hints().clear();
  }
}
