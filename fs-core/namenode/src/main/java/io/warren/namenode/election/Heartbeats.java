package io.warren.namenode.election;

import io.warren.model.NamenodeMember;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long the counters of the members have stood still, in rounds of this namenode and on its own
 * monotonic clock: no other machine's clock has a say. Used by one thread at a time.
 */
final class Heartbeats {
  private record Observation(long counter, int rounds, long sinceNanos) {}

  private final LongSupplier nanoTime;
  private final Map<Long, Observation> observations = new HashMap<>();

  Heartbeats(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** What was seen of the member, when its counter has stood still since. */
  private @Nullable Observation still(NamenodeMember member) {
    Observation seen = observations.get(member.id());
    return seen != null && seen.counter() == member.heartbeatCounter() ? seen : null;
  }

  /** Whether its counter has risen since the round before. */
  boolean moved(NamenodeMember member) {
    Observation seen = observations.get(member.id());
    return seen != null && seen.counter() != member.heartbeatCounter();
  }

  /** Rounds, this one included, in which the member's counter has stood still; changes nothing. */
  int missed(NamenodeMember member) {
    Observation still = still(member);
    return still == null ? 0 : still.rounds() + 1;
  }

  /** Time since its counter was first seen as it is now; 0 for a new one. */
  long silentMs(NamenodeMember member) {
    Observation still = still(member);
    return still == null ? 0 : (nanoTime.getAsLong() - still.sinceNanos()) / 1_000_000;
  }

  /** Ends a round in which these members were seen. */
  void observe(List<NamenodeMember> members) {
    long nowNanos = nanoTime.getAsLong();
    Map<Long, Observation> next = new HashMap<>();
    for (NamenodeMember member : members) {
      Observation still = still(member);
      next.put(
          member.id(),
          still == null
              ? new Observation(member.heartbeatCounter(), 0, nowNanos)
              : new Observation(still.counter(), still.rounds() + 1, still.sinceNanos()));
    }
    observations.clear();
    observations.putAll(next);
  }

  void forget() {
    observations.clear();
  }
}
