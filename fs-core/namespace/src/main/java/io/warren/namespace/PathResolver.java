package io.warren.namespace;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.namespace.HintCache.Hint;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns paths into inode rows with one batched read when the hints are right (HopsFS, FAST'17
 * §5.1). Every row is checked against the row above it, so a wrong or missing hint only costs
 * another batch that goes on from the last row that was right.
 */
final class PathResolver {
  private final HintCache hints;

  PathResolver(HintCache hints) {
    this.hints = hints;
  }

  /**
   * Resolves paths together.
   *
   * @param locked rows (or known absences) that the transaction holds locks on: not read again
   * @param alongside adds reads of the caller to the first batch
   */
  List<ResolvedPath> resolve(
      Tx tx,
      List<FsPath> paths,
      Map<InodeKey, Optional<Inode>> locked,
      Consumer<ReadBatch> alongside) {
    if (paths.size() == 1 && locked.isEmpty()) {
      return List.of(resolveAlone(tx, paths.get(0), alongside));
    }
    List<Walk> walks = paths.stream().map(Walk::new).toList();
    Map<InodeKey, Optional<Inode>> known = new HashMap<>(locked);
    boolean first = true;
    while (first || walks.stream().anyMatch(w -> !w.done)) {
      ReadBatch batch = tx.batch();
      Map<InodeKey, ReadBatch.Row<Inode>> asked = new HashMap<>();
      for (Walk walk : walks) {
        for (Predicted each : walk.predict()) {
          for (InodeKey key : each.keys()) {
            if (!known.containsKey(key) && !asked.containsKey(key)) {
              asked.put(key, batch.get(Tables.INODES, key));
            }
          }
        }
      }
      if (first) {
        alongside.accept(batch);
      }
      batch.execute();
      asked.forEach((key, row) -> known.put(key, Optional.ofNullable(row.get())));
      walks.forEach(
          walk ->
              walk.accept(
                  (position, key) -> known.getOrDefault(key, Optional.empty()).orElse(null)));
      walks.forEach(walk -> walk.confirmAbsence(tx, known, locked.keySet()));
      first = false;
    }
    return walks.stream().map(w -> new ResolvedPath(w.path, w.rows)).toList();
  }

  /** What most operations do: all keys of one path differ, so they are found by their order. */
  private ResolvedPath resolveAlone(Tx tx, FsPath path, Consumer<ReadBatch> alongside) {
    Walk walk = new Walk(path);
    boolean first = true;
    while (first || !walk.done) {
      ReadBatch batch = tx.batch();
      List<ReadBatch.Row<Inode>> asked = new ArrayList<>(path.depth() + 1);
      for (Predicted each : walk.predict()) {
        for (InodeKey key : each.keys()) {
          asked.add(batch.get(Tables.INODES, key));
        }
      }
      if (first) {
        alongside.accept(batch);
      }
      batch.execute();
      walk.accept((position, key) -> asked.get(position).get());
      walk.confirmAbsence(tx, new HashMap<>(), Set.of());
      first = false;
    }
    return new ResolvedPath(walk.path, walk.rows);
  }

  /**
   * The keys that the hints give the path's last component, in the order to lock them; null when a
   * hint above is missing.
   */
  @Nullable List<InodeKey> predictKeys(FsPath path) {
    List<InodeKey> keys = List.of(Partitioning.ROOT_KEY);
    long parentId = Inode.ROOT_ID;
    ChildrenPartitioning children = rootChildren();
    for (int depth = 1; depth <= path.depth(); depth++) {
      Name name = path.components().get(depth - 1);
      keys = Partitioning.childKeys(parentId, children, name);
      if (depth < path.depth()) {
        Hint hint = hints.get(parentId, name);
        if (hint == null || !hint.directory()) {
          return null;
        }
        parentId = hint.id();
        children = hint.children();
      }
    }
    return keys;
  }

  private ChildrenPartitioning rootChildren() {
    Hint root = hints.get(0, Name.ROOT);
    return root == null ? ChildrenPartitioning.HASHED : root.children();
  }

  /** The hint of a path that was a directory when it was seen last, or null. */
  @Nullable Hint guessDirectory(FsPath path) {
    Hint hint = path.isRoot() ? hints.get(0, Name.ROOT) : hintOf(path);
    return hint == null || !hint.directory() ? null : hint;
  }

  /** The hint of the path's last component, or null. */
  @Nullable Hint hintOf(FsPath path) {
    List<InodeKey> keys = predictKeys(path);
    return keys == null ? null : hints.get(keys.get(0).parentId(), keys.get(0).name());
  }

  /** Directories on a path, from the root on, that had a quota when they were seen last. */
  List<Long> quotasHinted(FsPath path) {
    List<Long> found = new ArrayList<>();
    Hint directory = hints.get(0, Name.ROOT);
    for (int depth = 0; directory != null && directory.directory(); depth++) {
      if (directory.hasQuota()) {
        found.add(directory.id());
      }
      directory =
          depth < path.depth() ? hints.get(directory.id(), path.components().get(depth)) : null;
    }
    return found;
  }

  /** Number of components for which there are hints of directories, from the root on. */
  int directoriesHinted(FsPath path) {
    long parentId = Inode.ROOT_ID;
    for (int depth = 0; depth < path.depth(); depth++) {
      Hint hint = hints.get(parentId, path.components().get(depth));
      if (hint == null || !hint.directory()) {
        return depth;
      }
      parentId = hint.id();
    }
    return path.depth();
  }

  /**
   * Where one component should be.
   *
   * @param hint what is known of the row there
   */
  private record Predicted(List<InodeKey> keys, @Nullable Hint hint) {}

  /** The rows of a batch, by their number in it or by their key. */
  private interface Found {
    @Nullable Inode row(int position, InodeKey key);
  }

  /** The state of resolving one path. */
  private final class Walk {
    private final FsPath path;
    private final List<Inode> rows = new ArrayList<>();
    private List<Predicted> predicted = List.of();
    private List<InodeKey> absent = List.of();
    private boolean done;

    Walk(FsPath path) {
      this.path = path;
    }

    /** Keys of the components that are not resolved yet, as far as hints reach. */
    List<Predicted> predict() {
      predicted = new ArrayList<>(path.depth() + 1);
      if (done) {
        return predicted;
      }
      long parentId = Inode.ROOT_ID;
      ChildrenPartitioning children;
      int depth = 0;
      if (rows.isEmpty()) {
        Hint root = hints.get(0, Name.ROOT);
        predicted.add(new Predicted(List.of(Partitioning.ROOT_KEY), root));
        children = root == null ? ChildrenPartitioning.HASHED : root.children();
      } else {
        depth = rows.size() - 1;
        parentId = rows.get(depth).id();
        children = rows.get(depth).childrenPartitioning();
      }
      for (; depth < path.depth(); depth++) {
        Name name = path.components().get(depth);
        Hint hint = hints.get(parentId, name);
        predicted.add(new Predicted(Partitioning.childKeys(parentId, children, name), hint));
        if (hint == null || !hint.directory()) {
          break;
        }
        parentId = hint.id();
        children = hint.children();
      }
      return predicted;
    }

    void accept(Found found) {
      if (done) {
        return;
      }
      int position = 0;
      Hint above = null;
      for (Predicted each : predicted) {
        if (!keysWereRight(each.keys(), above)) {
          return;
        }
        Inode row = present(each.keys(), position, found);
        if (row == null) {
          if (rows.isEmpty()) {
            throw new IllegalStateException("The store holds no root directory: format it first");
          }
          absent = each.keys();
          done = true;
          return;
        }
        add(row, each.hint());
        if (done) {
          return;
        }
        position += each.keys().size();
        above = each.hint();
      }
      done = rows.size() - 1 == path.depth();
    }

    /**
     * @param above the hint by which the keys were predicted; null when they follow from a row
     */
    private boolean keysWereRight(List<InodeKey> keys, @Nullable Hint above) {
      if (rows.isEmpty()) {
        return true;
      }
      Inode parent = rows.get(rows.size() - 1);
      return (above != null && above.hasChildrenOf(parent))
          || keys.equals(Partitioning.childKeys(parent, keys.get(0).name()));
    }

    private void add(Inode row, @Nullable Hint known) {
      hints.refresh(row, known);
      rows.add(row);
      done = !row.isDirectory() || rows.size() - 1 == path.depth();
    }

    /** A child that is being moved may be seen in both places; where it goes it stays. */
    private static @Nullable Inode present(List<InodeKey> keys, int position, Found found) {
      for (int i = keys.size() - 1; i >= 0; i--) {
        Inode row = found.row(position + i, keys.get(i));
        if (row != null) {
          return row;
        }
      }
      return null;
    }

    /**
     * A child that moved to its new place between the reads of one batch is seen in neither. It was
     * absent from the old place, so a later look at the new one finds it, which waits for the move
     * to be visible there. Under locks (of the parent, too) nothing moves.
     */
    void confirmAbsence(Tx tx, Map<InodeKey, Optional<Inode>> known, Set<InodeKey> locked) {
      if (absent.isEmpty()) {
        return;
      }
      List<InodeKey> keys = absent;
      absent = List.of();
      if (keys.size() > 1 && !locked.containsAll(keys)) {
        Inode parent = rows.get(rows.size() - 1);
        ReadBatch batch = tx.batch();
        ReadBatch.Row<Inode> parentNow = batch.get(Tables.INODES, parent.key());
        ReadBatch.Row<Inode> there =
            batch.get(Tables.INODES, keys.get(keys.size() - 1), LockMode.SETTLED);
        batch.execute();
        Inode now = parentNow.get();
        if (now == null
            || now.id() != parent.id()
            || now.childrenPartitioning() != parent.childrenPartitioning()) {
          hints.forget(parent.parentId(), parent.name());
          throw new StalePathException();
        }
        Inode moved = there.get();
        if (moved != null) {
          known.put(moved.key(), Optional.of(moved));
          add(moved, null);
          return;
        }
      }
      hints.forget(keys.get(0).parentId(), keys.get(0).name());
    }
  }
}
