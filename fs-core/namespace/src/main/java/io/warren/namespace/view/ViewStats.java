package io.warren.namespace.view;

import java.util.concurrent.atomic.LongAdder;

/** What became of looks at directories, since this namenode started. Thread-safe. */
public final class ViewStats {
  final LongAdder answered = new LongAdder();
  final LongAdder read = new LongAdder();
  final LongAdder changes = new LongAdder();
  final LongAdder caughtUp = new LongAdder();
  final LongAdder overtaken = new LongAdder();
  final LongAdder forgotten = new LongAdder();

  ViewStats() {}

  /** Directories of paths that were not read, as their views held. */
  public long answered() {
    return answered.sum();
  }

  /** Directories of paths that were read and had no view that said the same. */
  public long read() {
    return read.sum();
  }

  /** Changes of directories' views by this namenode, those included that did not commit. */
  public long changes() {
    return changes.sum();
  }

  /** How often changes of others were read. */
  public long caughtUp() {
    return caughtUp.sum();
  }

  /** Looks that began anew because a directory of theirs changed meanwhile. */
  public long overtaken() {
    return overtaken.sum();
  }

  /** How often all views were forgotten. */
  public long forgotten() {
    return forgotten.sum();
  }
}
