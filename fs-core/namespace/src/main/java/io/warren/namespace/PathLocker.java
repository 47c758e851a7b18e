package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.namespace.HintCache.Hint;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Locks rows by paths. The keys come from hints, the rows are locked in path order (an ancestor
 * before what is below it, then left to right), and only then all components are read in one batch
 * and compared with what was locked. So the components are seen as they are after the locks were
 * granted: a subtree operation that locks every row below it once either waits for this transaction
 * or is seen by it.
 *
 * <p>A child of a directory that is being repartitioned may be in either of two places. Both keys
 * are locked, the place it leaves first, and the directory is locked shared before them, so that
 * nothing moves meanwhile.
 */
final class PathLocker {
  private final PathResolver resolver;
  private final long mtimeGranularityMs;

  PathLocker(PathResolver resolver, long mtimeGranularityMs) {
    this.resolver = resolver;
    this.mtimeGranularityMs = mtimeGranularityMs;
  }

  /**
   * Locks and resolves. Where an ancestor is missing nothing is locked for that path.
   *
   * @param exclusive collects the keys that were locked exclusively
   * @throws StalePathException when hints were wrong; they are repaired
   */
  List<ResolvedPath> lock(
      Tx tx,
      List<PathLock> locks,
      long nowMs,
      Set<InodeKey> exclusive,
      Consumer<ReadBatch> alongside) {
    List<FsPath> paths = locks.stream().map(PathLock::path).toList();
    TreeMap<FsPath, LockMode> targets = targets(locks, nowMs, true);
    if (targets == null) {
      List<ResolvedPath> found = resolver.resolve(tx, paths, Map.of(), alongside);
      targets = targets(locks, nowMs, false);
      if (targets == null) {
        requireMissingAncestor(locks, found);
        return found;
      }
    }
    Map<FsPath, List<InodeKey>> keys = new HashMap<>();
    Map<InodeKey, Optional<Inode>> locked = new HashMap<>();
    targets.forEach(
        (path, mode) -> {
          List<InodeKey> places = resolver.predictKeys(path);
          if (places == null) {
            throw new StalePathException();
          }
          keys.put(path, places);
          for (InodeKey key : places) {
            locked.put(key, Optional.ofNullable(tx.get(Tables.INODES, key, mode)));
            if (mode == LockMode.EXCLUSIVE) {
              exclusive.add(key);
            }
          }
        });
    List<ResolvedPath> found = resolver.resolve(tx, paths, locked, alongside);
    for (int i = 0; i < locks.size(); i++) {
      verify(locks.get(i), found.get(i), keys);
      verifyTouch(locks.get(i), found.get(i), nowMs, exclusive);
    }
    return found;
  }

  /**
   * Passes when nothing can be locked because an ancestor is missing. Otherwise hints were evicted
   * between reading and using them. A DEEPEST lock is never without a row to lock: what is missing
   * below it will be made.
   */
  private static void requireMissingAncestor(List<PathLock> locks, List<ResolvedPath> found) {
    boolean missing = false;
    for (int i = 0; i < locks.size(); i++) {
      ResolvedPath path = found.get(i);
      int existing = path.existingDepth();
      boolean throughFile = existing < path.depth() && !path.at(existing).isDirectory();
      missing |= existing < path.depth() - 1 || throughFile;
      boolean makesMissing = locks.get(i).scope() == PathLock.Scope.DEEPEST;
      if (makesMissing && !path.exists() && !throughFile) {
        throw new StalePathException();
      }
    }
    if (!missing) {
      throw new StalePathException();
    }
  }

  /** Rows to lock in path order; null when a hint is missing. */
  private @Nullable TreeMap<FsPath, LockMode> targets(
      List<PathLock> locks, long nowMs, boolean hintsMayBeCold) {
    TreeMap<FsPath, LockMode> targets = new TreeMap<>();
    for (PathLock lock : locks) {
      FsPath path = lock.path();
      switch (lock.scope()) {
        case NONE -> {}
        case LAST_SHARED -> addLast(targets, path, LockMode.SHARED);
        case LAST -> addLast(targets, path, LockMode.EXCLUSIVE);
        case PARENT_AND_LAST -> {
          addParent(targets, path, nowMs);
          add(targets, path, LockMode.EXCLUSIVE);
        }
        case PARENT_EXCLUSIVE_AND_LAST -> {
          if (!path.isRoot()) {
            add(targets, path.parent(), LockMode.EXCLUSIVE);
          }
          add(targets, path, LockMode.EXCLUSIVE);
        }
        case DEEPEST -> {
          int hinted = resolver.directoriesHinted(path);
          if (hintsMayBeCold && hinted < path.depth() - 1) {
            return null;
          }
          if (hinted < path.depth()) {
            FsPath firstMissing = path.prefix(hinted + 1);
            addParent(targets, firstMissing, nowMs);
            add(targets, firstMissing, LockMode.EXCLUSIVE);
          }
        }
      }
    }
    boolean known = targets.keySet().stream().allMatch(p -> resolver.predictKeys(p) != null);
    return known ? targets : null;
  }

  private void addLast(TreeMap<FsPath, LockMode> targets, FsPath path, LockMode mode) {
    Hint parent = path.isRoot() ? null : resolver.guessDirectory(path.parent());
    if (parent != null && parent.children().isChanging()) {
      add(targets, path.parent(), LockMode.SHARED);
    }
    add(targets, path, mode);
  }

  private void addParent(TreeMap<FsPath, LockMode> targets, FsPath path, long nowMs) {
    if (!path.isRoot()) {
      Hint hint = resolver.hintOf(path.parent());
      boolean due = hint == null || isTouchDue(nowMs, hint.mtimeMs());
      add(targets, path.parent(), due ? LockMode.EXCLUSIVE : LockMode.SHARED);
    }
  }

  private boolean isTouchDue(long nowMs, long mtimeMs) {
    return nowMs - mtimeMs >= mtimeGranularityMs;
  }

  /**
   * A parent whose time is due is held exclusively. It is not when its hint was of a later time
   * than the one that somebody has set meanwhile.
   */
  private void verifyTouch(PathLock lock, ResolvedPath found, long nowMs, Set<InodeKey> exclusive) {
    int depth =
        switch (lock.scope()) {
          case NONE, LAST, LAST_SHARED, PARENT_EXCLUSIVE_AND_LAST -> -1;
          case PARENT_AND_LAST -> found.depth() - 1;
          case DEEPEST -> found.exists() ? -1 : found.existingDepth();
        };
    if (depth < 0 || depth > found.existingDepth()) {
      return;
    }
    Inode parent = found.at(depth);
    if (parent.isDirectory()
        && isTouchDue(nowMs, parent.mtimeMs())
        && !exclusive.contains(parent.key())) {
      throw new StalePathException();
    }
  }

  private static void add(TreeMap<FsPath, LockMode> targets, FsPath path, LockMode mode) {
    targets.merge(path, mode, (a, b) -> a.compareTo(b) >= 0 ? a : b);
  }

  private static void verify(PathLock lock, ResolvedPath found, Map<FsPath, List<InodeKey>> keys) {
    int depth = found.depth();
    switch (lock.scope()) {
      case NONE -> {}
      case LAST, LAST_SHARED -> {
        boolean parentIsChanging =
            depth > 0
                && found.existingDepth() >= depth - 1
                && found.at(depth - 1).childrenPartitioning().isChanging();
        if (parentIsChanging) {
          verifyAt(found, depth - 1, keys);
        }
        verifyAt(found, depth, keys);
      }
      case PARENT_AND_LAST, PARENT_EXCLUSIVE_AND_LAST -> {
        verifyAt(found, depth - 1, keys);
        verifyAt(found, depth, keys);
      }
      case DEEPEST -> {
        boolean throughDirectories = found.at(found.existingDepth()).isDirectory();
        if (!found.exists() && throughDirectories) {
          verifyAt(found, found.existingDepth(), keys);
          verifyAt(found, found.existingDepth() + 1, keys);
        }
      }
    }
  }

  private static void verifyAt(ResolvedPath found, int depth, Map<FsPath, List<InodeKey>> keys) {
    boolean reached =
        depth >= 0
            && (depth <= found.existingDepth()
                || (depth == found.existingDepth() + 1
                    && found.at(found.existingDepth()).isDirectory()));
    if (reached && !found.keysAt(depth).equals(keys.get(found.path().prefix(depth)))) {
      throw new StalePathException();
    }
  }
}
