package io.warren.namenode.inotify;

import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.Inode;
import io.warren.model.InodeKind;
import io.warren.model.Name;
import io.warren.namespace.FsPath;
import io.warren.namespace.Partitioning;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The paths that inodes had when changes happened. The store knows where directories are now; what
 * moved or went since is taken back by the later changes of the feed.
 */
final class EventPaths {
  private record Place(long parentId, Name name) {}

  /** Of each directory: where it was until the change with this sequence. */
  private final Map<Long, TreeMap<Long, Place>> until = new HashMap<>();

  private final Map<Long, Place> present = new HashMap<>();
  private final LongFunction<@Nullable Inode> rows;

  /**
   * @param changes those whose paths will be asked for, and later ones
   * @param rows finds a present row by inode id, or null
   */
  EventPaths(List<Change> changes, LongFunction<@Nullable Inode> rows) {
    this.rows = rows;
    for (Change change : changes) {
      if (change.kind() != InodeKind.DIRECTORY) {
        continue;
      }
      Name before = change.beforeName();
      if (change.operation() == ChangeOperation.RENAME && before != null) {
        put(change, new Place(change.beforeParentId(), before));
      } else if (change.operation() == ChangeOperation.DELETE) {
        put(change, new Place(change.parentId(), change.name()));
      }
    }
  }

  private void put(Change change, Place place) {
    until
        .computeIfAbsent(change.inodeId(), id -> new TreeMap<>())
        .put(change.commitSequence(), place);
  }

  /**
   * The path of a child when a change happened.
   *
   * @return null when a directory above it was not in the tree then, as far as is known
   */
  @Nullable String of(long parentId, Name name, long sequence) {
    if (parentId == 0) {
      return "/";
    }
    StringBuilder path = new StringBuilder("/" + name);
    long id = parentId;
    for (int depth = 0; id != Inode.ROOT_ID; depth++) {
      Place place = at(id, sequence);
      if (place == null || depth > FsPath.DEPTH_MAX) {
        return null;
      }
      path.insert(0, "/" + place.name());
      id = place.parentId();
    }
    return path.toString();
  }

  private @Nullable Place at(long directoryId, long sequence) {
    TreeMap<Long, Place> later = until.get(directoryId);
    Map.Entry<Long, Place> next = later == null ? null : later.higherEntry(sequence);
    return next != null ? next.getValue() : presentPlace(directoryId);
  }

  private @Nullable Place presentPlace(long directoryId) {
    if (present.containsKey(directoryId)) {
      return present.get(directoryId);
    }
    Inode row = rows.apply(directoryId);
    Place place =
        row == null || row.parentId() == Partitioning.DETACHED_ID
            ? null
            : new Place(row.parentId(), row.name());
    present.put(directoryId, place);
    return place;
  }
}
