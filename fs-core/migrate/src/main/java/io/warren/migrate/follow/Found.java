package io.warren.migrate.follow;

import io.warren.migrate.edits.EditsException;
import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.namespace.FsPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path of an edit with the rows along it, the root first, as the transaction sees them. They end
 * before the first missing component.
 */
record Found(FsPath path, List<Inode> rows) {
  /** What the whole path names; null when there is nothing. */
  @Nullable Inode last() {
    return rows.size() == path.depth() + 1 ? rows.get(path.depth()) : null;
  }

  /** What the whole path names. */
  Inode requireLast() {
    Inode last = last();
    if (last == null) {
      throw misfit("what it is about is not there");
    }
    return last;
  }

  Inode requireFile() {
    Inode last = requireLast();
    if (!last.isFile()) {
      throw misfit("what it is about is no file");
    }
    return last;
  }

  Inode requireDirectory() {
    Inode last = requireLast();
    if (!last.isDirectory()) {
      throw misfit("what it is about is no directory");
    }
    return last;
  }

  /** The directory of the last component. */
  Inode requireParent() {
    int depth = path.depth() - 1;
    if (depth < 0 || rows.size() <= depth || !rows.get(depth).isDirectory()) {
      throw misfit("its directory is not there");
    }
    return rows.get(depth);
  }

  Name name() {
    return path.last();
  }

  /** The directories above the last component, root first. */
  List<Inode> ancestors() {
    return last() == null ? rows : rows.subList(0, path.depth());
  }

  /** Whether a quota is above the last component. */
  boolean isCounted() {
    return ancestors().stream().anyMatch(Inode::hasQuota);
  }

  /** An edit that the store can't be the ground of. */
  EditsException misfit(String why) {
    return new EditsException(
            "An edit does not fit what was imported and applied so far: import a newer fsimage into"
                + " a new data folder, and report this")
        .with("why", why)
        .with("path", path);
  }
}
