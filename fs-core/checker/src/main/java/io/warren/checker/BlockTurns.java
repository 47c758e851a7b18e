package io.warren.checker;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Whose turn it is at the blocks of a file that several writers of one lease have open. To add a
 * block and to report it are two calls but one step of a history, so other steps on the file's
 * blocks wait for both; adding goes on beside adding, as a repeated call does beside the first one.
 */
final class BlockTurns {
  /** The steps under way on one file, and the blocks that writers were told of. */
  private static final class Turns {
    int adding;
    int others;
    final Set<Long> told = new HashSet<>();
  }

  /** Ends a turn. */
  interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  private final Map<Long, Turns> files = new HashMap<>();

  /** Waits until nobody does anything but adding blocks to the file. */
  synchronized Turn toAdd(long fileId) throws InterruptedException {
    Turns file = of(fileId);
    while (file.others > 0) {
      wait();
    }
    file.adding++;
    return () -> end(() -> file.adding--);
  }

  /** Waits until nobody adds a block to the file. */
  synchronized Turn forAnythingElse(long fileId) throws InterruptedException {
    Turns file = of(fileId);
    while (file.adding > 0) {
      wait();
    }
    file.others++;
    return () -> end(() -> file.others--);
  }

  /**
   * Reports a block that was added, and tells whether it is another writer's or one that was there
   * already. Of writers that add at once the one who reports first has added it.
   *
   * @param wasThere whether it was the file's last block before the call; says nothing while others
   *     add, too
   */
  synchronized boolean isKnown(long fileId, long blockId, boolean wasThere, Runnable report) {
    report.run();
    Turns file = of(fileId);
    return !file.told.add(blockId) || (wasThere && file.adding == 1);
  }

  private Turns of(long fileId) {
    return files.computeIfAbsent(fileId, id -> new Turns());
  }

  private synchronized void end(Runnable leave) {
    leave.run();
    notifyAll();
  }
}
