package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.namespace.HintCache.Hint;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
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
   * @param hinted what the hints say of each path
   * @param exclusive collects the keys that were locked exclusively
   * @throws StalePathException when hints were wrong; they are repaired
   */
  List<ResolvedPath> lock(
      Reading reading,
      List<PathLock> locks,
      List<HintChain> hinted,
      long nowMs,
      Set<InodeKey> exclusive,
      Consumer<ReadBatch> alongside) {
    List<HintChain> chains = hinted;
    TreeMap<FsPath, Target> targets = targets(locks, chains, nowMs, true);
    if (targets == null) {
      List<ResolvedPath> found = resolver.resolve(reading, chains, Map.of(), alongside);
      // The hints are right now.
      chains = chains.stream().map(chain -> resolver.chain(chain.path())).toList();
      targets = targets(locks, chains, nowMs, false);
      if (targets == null) {
        requireMissingAncestor(locks, found);
        return found;
      }
    }
    Map<FsPath, List<InodeKey>> keys = new HashMap<>();
    Map<InodeKey, Optional<Inode>> locked = new HashMap<>();
    targets.forEach(
        (path, target) -> {
          keys.put(path, target.keys());
          for (InodeKey key : target.keys()) {
            locked.put(
                key, Optional.ofNullable(reading.tx().get(Tables.INODES, key, target.mode())));
            if (target.mode() == LockMode.EXCLUSIVE) {
              exclusive.add(key);
            }
          }
        });
    List<ResolvedPath> found = resolver.resolve(reading, chains, locked, alongside);
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

  /** What is locked of one path: the places where its row may be. */
  private record Target(List<InodeKey> keys, LockMode mode) {}

  /** Rows to lock in path order; null when a hint is missing. */
  private @Nullable TreeMap<FsPath, Target> targets(
      List<PathLock> locks, List<HintChain> chains, long nowMs, boolean hintsMayBeCold) {
    TreeMap<FsPath, Target> targets = new TreeMap<>();
    boolean known = true;
    for (int i = 0; known && i < locks.size(); i++) {
      HintChain chain = chains.get(i);
      int depth = chain.path().depth();
      known =
          switch (locks.get(i).scope()) {
            case NONE -> true;
            case LAST_SHARED -> addLast(targets, chain, LockMode.SHARED);
            case LAST -> addLast(targets, chain, LockMode.EXCLUSIVE);
            case PARENT_AND_LAST ->
                addParent(targets, chain, depth, nowMs)
                    && add(targets, chain, depth, LockMode.EXCLUSIVE);
            case PARENT_EXCLUSIVE_AND_LAST ->
                (depth == 0 || add(targets, chain, depth - 1, LockMode.EXCLUSIVE))
                    && add(targets, chain, depth, LockMode.EXCLUSIVE);
            case DEEPEST -> addDeepest(targets, chain, nowMs, hintsMayBeCold);
          };
    }
    return known ? targets : null;
  }

  /** Each of these says whether the hints sufficed. */
  private boolean addDeepest(
      TreeMap<FsPath, Target> targets, HintChain chain, long nowMs, boolean hintsMayBeCold) {
    int depth = chain.path().depth();
    int hinted = chain.directories();
    if (hintsMayBeCold && hinted < depth - 1) {
      return false;
    }
    return hinted == depth
        || (addParent(targets, chain, hinted + 1, nowMs)
            && add(targets, chain, hinted + 1, LockMode.EXCLUSIVE));
  }

  private boolean addLast(TreeMap<FsPath, Target> targets, HintChain chain, LockMode mode) {
    int depth = chain.path().depth();
    Hint parent = depth == 0 ? null : chain.directoryAt(depth - 1);
    if (parent != null && parent.children().isChanging()) {
      add(targets, chain, depth - 1, LockMode.SHARED);
    }
    return add(targets, chain, depth, mode);
  }

  private boolean addParent(
      TreeMap<FsPath, Target> targets, HintChain chain, int depth, long nowMs) {
    if (depth == 0) {
      return true;
    }
    Hint hint = chain.at(depth - 1);
    boolean due = hint == null || isTouchDue(nowMs, hint.mtimeMs());
    return add(targets, chain, depth - 1, due ? LockMode.EXCLUSIVE : LockMode.SHARED);
  }

  private static boolean add(
      TreeMap<FsPath, Target> targets, HintChain chain, int depth, LockMode mode) {
    List<InodeKey> keys = chain.keysAt(depth);
    if (keys == null) {
      return false;
    }
    targets.merge(
        chain.path().prefix(depth),
        new Target(keys, mode),
        (a, b) -> a.mode().compareTo(b.mode()) >= 0 ? a : b);
    return true;
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
