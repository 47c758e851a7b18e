package io.warren.migrate.load;

/** Ids behind all that were given, for what has none yet. Used by one thread. */
public final class FreshIds {
  private long last;

  /** Ids behind one. */
  public FreshIds(long last) {
    this.last = last;
  }

  /** One that nothing has. */
  public long next() {
    return ++last;
  }

  /** The greatest id that was given. */
  public long last() {
    return last;
  }
}
