package io.warren.bench.load;

import io.warren.model.DirectoryTotals;
import io.warren.model.Inode;

/** Takes the inodes of a tree, each directory before what is in it. Not thread-safe. */
interface InodeSink extends AutoCloseable {
  /** Takes an inode; a file whose name is taken is left out, a directory takes a file's place. */
  void write(Inode inode);

  /** What was written of a directory, to be added to its totals. */
  void addTotals(DirectoryTotals more);

  /** Inodes that were taken, written already or not. */
  long taken();

  /** Inodes whose name was taken; not counted in {@link #taken()}. */
  long skipped();

  /** Writes what waits. */
  void flush();

  @Override
  void close();
}
