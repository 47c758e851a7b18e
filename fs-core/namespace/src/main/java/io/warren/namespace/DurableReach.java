package io.warren.namespace;

import io.warren.store.Durability;
import io.warren.store.Durability.State;
import org.jspecify.annotations.Nullable;

/**
 * How far this process knows the ranges of one kind to be reserved for good. What was learnt stays
 * true whatever the store loses. Thread-safe; no call waits.
 */
final class DurableReach {
  /**
   * A reservation of which it is not known yet.
   *
   * @param begun a mark of before its transaction: the store was not out of reach in between
   * @param committed a mark that covers it
   */
  private record Noted(long nextId, long begun, long committed) {}

  private final Durability durability;
  private long durableId;
  private @Nullable Noted noted;

  DurableReach(Durability durability) {
    this.durability = durability;
  }

  /** To be asked for before a reservation's transaction begins. */
  long mark() {
    return durability.mark();
  }

  /** A transaction that began after a mark has committed a row with this number. */
  synchronized void committed(long nextId, long begun) {
    settle();
    if (noted == null) {
      noted = new Noted(nextId, begun, durability.mark());
    }
  }

  /** Below this number the store can't be set back; 0 when nothing is known. */
  synchronized long durableId() {
    settle();
    return durableId;
  }

  private void settle() {
    Noted waiting = noted;
    if (waiting == null) {
      return;
    }
    State state = durability.state(waiting.committed());
    if (state == State.VOID || durability.state(waiting.begun()) == State.VOID) {
      noted = null;
    } else if (state == State.DURABLE) {
      durableId = Math.max(durableId, waiting.nextId());
      noted = null;
    }
  }
}
