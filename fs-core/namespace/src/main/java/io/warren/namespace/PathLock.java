package io.warren.namespace;

/** A path and what of it an operation locks. */
public record PathLock(FsPath path, Scope scope) {
  /** Which rows are locked. */
  public enum Scope {
    /** Nothing; the rows are read committed. */
    NONE,
    /** The last component, shared. */
    LAST_SHARED,
    /** The last component, exclusively. */
    LAST,
    /**
     * The parent (shared, or exclusively when its modification time is due) and the last component,
     * exclusively, whether or not it exists. For adding, removing and renaming.
     */
    PARENT_AND_LAST,
    /** As PARENT_AND_LAST with the parent exclusively: its children change places. */
    PARENT_EXCLUSIVE_AND_LAST,
    /** The deepest directory that exists and the first missing component below it. */
    DEEPEST
  }

  public static PathLock none(FsPath path) {
    return new PathLock(path, Scope.NONE);
  }

  public static PathLock lastShared(FsPath path) {
    return new PathLock(path, Scope.LAST_SHARED);
  }

  public static PathLock last(FsPath path) {
    return new PathLock(path, Scope.LAST);
  }

  public static PathLock parentAndLast(FsPath path) {
    return new PathLock(path, Scope.PARENT_AND_LAST);
  }

  public static PathLock parentExclusiveAndLast(FsPath path) {
    return new PathLock(path, Scope.PARENT_EXCLUSIVE_AND_LAST);
  }

  public static PathLock deepest(FsPath path) {
    return new PathLock(path, Scope.DEEPEST);
  }
}
