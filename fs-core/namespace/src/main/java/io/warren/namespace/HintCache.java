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

  private final Cache<Place, Hint> byPlace;
  private final Cache<Long, InodeKey> byId;

  HintCache(long entriesMax) {
    byPlace = Caffeine.newBuilder().maximumSize(entriesMax).build();
    byId = Caffeine.newBuilder().maximumSize(entriesMax).build();
  }

  @Nullable Hint get(long parentId, Name name) {
    return byPlace.getIfPresent(new Place(parentId, name));
  }

  @Nullable InodeKey keyOf(long inodeId) {
    return byId.getIfPresent(inodeId);
  }

  /** Remembers a committed row. */
  void put(Inode row) {
    byPlace.put(new Place(row.parentId(), row.name()), Hint.of(row));
    byId.put(row.id(), row.key());
  }

  void forget(long parentId, Name name) {
    Place place = new Place(parentId, name);
    Hint hint = byPlace.getIfPresent(place);
    byPlace.invalidate(place);
    if (hint != null) {
      byId.invalidate(hint.id());
    }
  }

  void forgetId(long inodeId) {
    byId.invalidate(inodeId);
  }

  void clear() {
    byPlace.invalidateAll();
    byId.invalidateAll();
  }
}
