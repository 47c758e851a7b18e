package io.warren.namespace;

import java.util.concurrent.atomic.LongAdder;

/** What this namenode has done about the totals of directories since it was started. */
public final class TotalsStats {
  private final LongAdder checked = new LongAdder();
  private final LongAdder mended = new LongAdder();
  private volatile long inodesPassed;

  /** Directories were counted again and compared with their totals. */
  public void noteChecked(long directories) {
    checked.add(directories);
  }

  /** A directory's totals were wrong, and that is mended. */
  public void noteMended() {
    mended.increment();
  }

  /** The first count of the store's directories is past so many inodes; 0 when there is none. */
  public void notePassed(long inodes) {
    inodesPassed = inodes;
  }

  public long checked() {
    return checked.sum();
  }

  /** Should stay 0. */
  public long mended() {
    return mended.sum();
  }

  /** Inodes that the first count of the store's directories is past, where it runs here. */
  public long inodesPassed() {
    return inodesPassed;
  }
}
