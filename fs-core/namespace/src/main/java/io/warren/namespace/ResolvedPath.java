package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.NamespaceException;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path with the inode rows found along it, the root first. The rows end before the first missing
 * component, or with the first one that is not a directory.
 */
public final class ResolvedPath {
  private final FsPath path;
  private final List<Inode> rows;

  ResolvedPath(FsPath path, List<Inode> rows) {
    this.path = path;
    this.rows = Collections.unmodifiableList(rows);
  }

  public FsPath path() {
    return path;
  }

  /** Number of components asked for. */
  public int depth() {
    return path.depth();
  }

  /** Number of components that exist. */
  public int existingDepth() {
    return rows.size() - 1;
  }

  public boolean exists() {
    return existingDepth() == depth();
  }

  /** The inode after so many components; 0 is the root. Not beyond {@link #existingDepth()}. */
  public Inode at(int depth) {
    return rows.get(depth);
  }

  /** The inode that the whole path names, or null. */
  public @Nullable Inode last() {
    return exists() ? rows.get(depth()) : null;
  }

  /** The inode that the whole path names; NOT_FOUND when there is none. */
  public Inode requireLast() {
    Inode last = last();
    if (last == null) {
      throw notFound(path);
    }
    return last;
  }

  /** The file that the whole path names; NOT_FOUND or IS_A_DIRECTORY otherwise. */
  public Inode requireFile() {
    Inode last = requireLast();
    if (!last.isFile()) {
      throw new NamespaceException(NamespaceException.Code.IS_A_DIRECTORY, "The path is not a file")
          .with("path", path);
    }
    return last;
  }

  /** The directory that the whole path names; NOT_FOUND or NOT_A_DIRECTORY otherwise. */
  public Inode requireDirectory() {
    Inode last = requireLast();
    if (!last.isDirectory()) {
      throw new NamespaceException(
              NamespaceException.Code.NOT_A_DIRECTORY, "The path is not a directory")
          .with("path", path);
    }
    return last;
  }

  /**
   * The parent directory of the last component.
   *
   * @throws NamespaceException NOT_FOUND when it is missing, PARENT_NOT_DIRECTORY when it is a file
   */
  public Inode requireParent() {
    int parentDepth = depth() - 1;
    if (existingDepth() >= parentDepth && at(parentDepth).isDirectory()) {
      return at(parentDepth);
    }
    if (!at(existingDepth()).isDirectory()) {
      throw new NamespaceException(
              NamespaceException.Code.PARENT_NOT_DIRECTORY, "A parent of the path is a file")
          .with("path", path)
          .with("parent", path.prefix(existingDepth()))
          .with("making", true);
    }
    throw new NamespaceException(NamespaceException.Code.NOT_FOUND, "The parent does not exist")
        .with("path", path)
        .with("parent", path.parent());
  }

  /** The inodes above the last component, root first; above the missing part when it is missing. */
  public List<Inode> ancestors() {
    return exists() ? rows.subList(0, rows.size() - 1) : rows;
  }

  /** All rows found, root first. */
  public List<Inode> rows() {
    return rows;
  }

  /** The primary keys that the component at a depth may have, see {@link Partitioning}. */
  List<InodeKey> keysAt(int depth) {
    if (depth == 0) {
      return List.of(Partitioning.ROOT_KEY);
    }
    return Partitioning.childKeys(at(depth - 1), path.components().get(depth - 1));
  }

  static NamespaceException notFound(FsPath path) {
    return new NamespaceException(NamespaceException.Code.NOT_FOUND, "The path does not exist")
        .with("path", path);
  }
}
