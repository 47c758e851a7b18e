package io.warren.bench.mix;

/** Where the threads' files are. */
public enum TreeShape {
  /** Each thread has a tree of its own below the root. */
  APART,
  /** The threads' trees are below one shared directory. */
  SHARED_TOP,
  /** All files of all threads are children of one directory. */
  ONE_DIRECTORY
}
