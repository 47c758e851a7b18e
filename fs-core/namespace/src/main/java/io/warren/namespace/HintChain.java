package io.warren.namespace;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.Name;
import io.warren.namespace.HintCache.Hint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the hints say of a path's components from the root on, looked up once for all that one look
 * at the path asks of them.
 */
final class HintChain {
  private final FsPath path;

  /** By depth; null from the first component on that has no hint or lies behind a file. */
  private final @Nullable Hint[] hints;

  private HintChain(FsPath path, @Nullable Hint[] hints) {
    this.path = path;
    this.hints = hints;
  }

  static HintChain of(HintCache cache, FsPath path) {
    @Nullable Hint[] hints = new Hint[path.depth() + 1];
    Hint root = cache.get(0, Name.ROOT);
    hints[0] = root;
    long parentId = Inode.ROOT_ID;
    for (int depth = 1; depth < hints.length; depth++) {
      Hint hint = cache.get(parentId, path.components().get(depth - 1));
      hints[depth] = hint;
      if (hint == null || !hint.directory()) {
        break;
      }
      parentId = hint.id();
    }
    return new HintChain(path, hints);
  }

  FsPath path() {
    return path;
  }

  /** The hint of the component at a depth, or null; 0 is the root. */
  @Nullable Hint at(int depth) {
    return hints[depth];
  }

  /** The hint of the path's last component, or null. */
  @Nullable Hint last() {
    return hints[hints.length - 1];
  }

  /** The same when the path was a directory when it was seen last. */
  @Nullable Hint directory() {
    return directoryAt(path.depth());
  }

  /** The hint of the component at a depth when that was a directory, or null. */
  @Nullable Hint directoryAt(int depth) {
    Hint hint = hints[depth];
    return hint == null || !hint.directory() ? null : hint;
  }

  /**
   * The keys that the hints give the component at a depth, in the order to lock them; null when a
   * hint of a directory above is missing.
   */
  @Nullable List<InodeKey> keysAt(int depth) {
    if (depth == 0) {
      return List.of(Partitioning.ROOT_KEY);
    }
    Name name = path.components().get(depth - 1);
    if (depth == 1) {
      // The root is known without a hint, but for how its children lie.
      Hint root = hints[0];
      ChildrenPartitioning children = root == null ? ChildrenPartitioning.HASHED : root.children();
      return Partitioning.childKeys(Inode.ROOT_ID, children, name);
    }
    Hint parent = directoryAt(depth - 1);
    return parent == null ? null : Partitioning.childKeys(parent.id(), parent.children(), name);
  }

  /** Directories on the path, from the root on, that had a quota when they were seen last. */
  List<Long> quotas() {
    List<Long> found = new ArrayList<>();
    for (int depth = 0; depth < hints.length; depth++) {
      Hint directory = directoryAt(depth);
      if (directory == null) {
        break;
      }
      if (directory.hasQuota()) {
        found.add(directory.id());
      }
    }
    return found;
  }

  /** Number of components for which there are hints of directories, from the root on. */
  int directories() {
    int depth = 0;
    while (depth < path.depth() && directoryAt(depth + 1) != null) {
      depth++;
    }
    return depth;
  }
}
