package io.warren.namespace;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.namespace.HintCache.Hint;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    List<Walk> walks = paths.stream().map(Walk::new).toList();
    Map<InodeKey, Optional<Inode>> known = new HashMap<>(locked);
    boolean first = true;
    while (first || walks.stream().anyMatch(w -> !w.done)) {
      ReadBatch batch = tx.batch();
      Map<InodeKey, ReadBatch.Row<Inode>> asked = new HashMap<>();
      for (Walk walk : walks) {
        for (InodeKey key : walk.predict()) {
          if (!known.containsKey(key) && !asked.containsKey(key)) {
            asked.put(key, batch.get(Tables.INODES, key));
          }
        }
      }
      if (first) {
        alongside.accept(batch);
      }
      batch.execute();
      asked.forEach((key, row) -> known.put(key, Optional.ofNullable(row.get())));
      walks.forEach(walk -> walk.accept(known));
      first = false;
    }
    return walks.stream().map(w -> new ResolvedPath(w.path, w.rows)).toList();
  }

  /** The key that the hints give the path's last component; null when a hint above is missing. */
  @Nullable InodeKey predictKey(FsPath path) {
    InodeKey key = Partitioning.ROOT_KEY;
    long parentId = Inode.ROOT_ID;
    ChildrenPartitioning children = ChildrenPartitioning.HASHED;
    for (int depth = 1; depth <= path.depth(); depth++) {
      Name name = path.components().get(depth - 1);
      key = Partitioning.childKey(parentId, children, name);
      if (depth < path.depth()) {
        Hint hint = hints.get(parentId, name);
        if (hint == null || !hint.directory()) {
          return null;
        }
        parentId = hint.id();
        children = hint.children();
      }
    }
    return key;
  }

  /** The hint of a path that was a directory when it was seen last, or null. */
  @Nullable Hint guessDirectory(FsPath path) {
    Hint hint = path.isRoot() ? hints.get(0, Name.ROOT) : hintOf(path);
    return hint == null || !hint.directory() ? null : hint;
  }

  /** The hint of the path's last component, or null. */
  @Nullable Hint hintOf(FsPath path) {
    InodeKey key = predictKey(path);
    return key == null ? null : hints.get(key.parentId(), key.name());
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

  /** The state of resolving one path. */
  private final class Walk {
    private final FsPath path;
    private final List<Inode> rows = new ArrayList<>();
    private List<InodeKey> predicted = List.of();
    private boolean done;

    Walk(FsPath path) {
      this.path = path;
    }

    /** Keys of the components that are not resolved yet, as far as hints reach. */
    List<InodeKey> predict() {
      predicted = new ArrayList<>();
      if (done) {
        return predicted;
      }
      long parentId = Inode.ROOT_ID;
      ChildrenPartitioning children = ChildrenPartitioning.HASHED;
      int depth = 0;
      if (rows.isEmpty()) {
        predicted.add(Partitioning.ROOT_KEY);
      } else {
        depth = rows.size() - 1;
        parentId = rows.get(depth).id();
        children = rows.get(depth).childrenPartitioning();
      }
      for (; depth < path.depth(); depth++) {
        Name name = path.components().get(depth);
        predicted.add(Partitioning.childKey(parentId, children, name));
        Hint hint = hints.get(parentId, name);
        if (hint == null || !hint.directory()) {
          break;
        }
        parentId = hint.id();
        children = hint.children();
      }
      return predicted;
    }

    void accept(Map<InodeKey, Optional<Inode>> found) {
      if (done) {
        return;
      }
      for (InodeKey key : predicted) {
        boolean keyWasRight =
            rows.isEmpty()
                || key.equals(Partitioning.childKey(rows.get(rows.size() - 1), key.name()));
        if (!keyWasRight) {
          return;
        }
        Inode row = found.getOrDefault(key, Optional.empty()).orElse(null);
        if (row == null) {
          if (rows.isEmpty()) {
            throw new IllegalStateException("The store holds no root directory: format it first");
          }
          hints.forget(key.parentId(), key.name());
          done = true;
          return;
        }
        remember(row);
        rows.add(row);
        if (!row.isDirectory()) {
          done = true;
          return;
        }
      }
      done = rows.size() - 1 == path.depth();
    }

    private void remember(Inode row) {
      Hint hint = hints.get(row.parentId(), row.name());
      boolean same =
          hint != null
              && hint.id() == row.id()
              && hint.mtimeMs() == row.mtimeMs()
              && hint.partitionId() == row.partitionId()
              && hint.children() == row.childrenPartitioning()
              && hint.directory() == row.isDirectory();
      if (!same) {
        hints.put(row);
      }
    }
  }
}
