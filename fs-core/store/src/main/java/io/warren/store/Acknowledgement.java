package io.warren.store;

import org.jspecify.annotations.Nullable;

/**
 * Who answers for transactions once they are durable, so that the thread that commits them need not
 * wait for the disk. Thread-safe.
 */
public interface Acknowledgement {
  /** Of one transaction; exactly one of both is called, once, by a thread that must not wait. */
  interface Waiting {
    /** It survives a crash of every process involved. */
    void durable();

    /** Nobody knows whether it does. */
    void failed(StoreException cause);
  }

  /**
   * Called by the committing thread when the transaction is visible and not durable yet.
   *
   * @return what to tell; null when the answer is given already, so that the commit has to wait
   */
  @Nullable Waiting await();
}
