package io.warren.migrate.cluster;

import io.warren.store.Durability;
import io.warren.store.Store;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits until what was committed is on the disks of a cluster, which tells so by further commits.
 */
final class Durable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private Durable() {}

  /**
   * Returns when all that was committed before is on the disks.
   *
   * @param commit commits something
   */
  static void await(Store store, Duration within, Runnable commit) {
    long deadlineNanos = System.nanoTime() + within.toNanos();
    Durability durability = store.durability();
    long mark = durability.mark();
    Durability.State state = durability.state(mark);
    while (state != Durability.State.DURABLE) {
      if (state == Durability.State.VOID || System.nanoTime() - deadlineNanos > 0) {
        throw new ClaimException(
                "The cluster did not bring the import to its disks: repeat it, which begins anew")
            .with("state", state);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      commit.run();
      state = durability.state(mark);
    }
  }
}
