package io.warren.blocks;

import java.time.Clock;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which replica of a block its datanodes would rather be rid of: a balancer that has a block copied
 * names the datanode that the block shall leave. Every namenode hears it with the copy's report,
 * and the one that leads follows it when it deletes the surplus replica. Only hints, so they are in
 * memory and forgotten after a while: without one the placement policy chooses. Thread-safe.
 */
final class DeletionHints {
  private static final int HINTS_MAX = 100_000;
  private static final long KEPT_MS = 600_000;

  private record Hint(String datanodeUuid, long atMs) {}

  private final Clock clock;
  private final Map<Long, Hint> hints = new LinkedHashMap<>();

  DeletionHints(Clock clock) {
    this.clock = clock;
  }

  /** A copy of the block was made so that this datanode may delete its replica. */
  synchronized void add(long blockId, String datanodeUuid) {
    hints.remove(blockId);
    hints.put(blockId, new Hint(datanodeUuid, clock.millis()));
    Iterator<Hint> oldest = hints.values().iterator();
    while (oldest.hasNext()) {
      boolean tooOld = clock.millis() - oldest.next().atMs() > KEPT_MS;
      if (!tooOld && hints.size() <= HINTS_MAX) {
        return;
      }
      oldest.remove();
    }
  }

  /** UUID of the datanode whose replica shall go, or null. */
  synchronized @Nullable String find(long blockId) {
    Hint hint = hints.get(blockId);
    return hint == null || clock.millis() - hint.atMs() > KEPT_MS ? null : hint.datanodeUuid();
  }
}
