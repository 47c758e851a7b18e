package io.warren.store;

/**
 * What survives the loss of power of every machine at once. A commit is visible before that, and
 * with some stores it is also answered before; whoever acts outside the store on the strength of
 * rows, in a way that can't be undone, asks here first. Thread-safe; no call waits.
 */
public interface Durability {
  /** What is known of a mark. */
  enum State {
    /** Something that could be seen may still be undone. Ask again later. */
    PENDING,
    /** Everything that could be seen is on disk for good. */
    DURABLE,
    /** The store was out of reach since and may have been set back: read again, mark again. */
    VOID
  }

  /**
   * Marks everything that any transaction could have seen before this call.
   *
   * @throws StoreException with code CLOSED
   */
  long mark();

  /**
   * Whether what a mark covers is durable by now. May say PENDING for longer than needed, but not
   * for ever while the process commits something now and then; never DURABLE too early.
   */
  State state(long mark);
}
