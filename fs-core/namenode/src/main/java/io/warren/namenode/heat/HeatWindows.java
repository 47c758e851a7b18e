package io.warren.namenode.heat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last ten seconds, minute, ten minutes and hour. A call is counted in one slot of ten seconds;
 * slots that are full are added to one of a minute, and those to one of ten. Each window ends with
 * the slot that is being filled and so covers a little more than it is called. Not thread-safe.
 */
final class HeatWindows {
  /** Spans that can be asked for, in seconds. */
  static final List<Integer> WINDOWS_S = List.of(10, 60, 600, 3600);

  private static final int SLOT_S = 10;
  private static final int SLOTS = 6;
  private static final int MINUTES = 10;
  private static final int TENS = 6;

  /** The newest first. */
  private static final class Ring {
    private final Deque<HeatSlot> slots = new ArrayDeque<>();
    private final int slotsMax;

    Ring(int slotsMax) {
      this.slotsMax = slotsMax;
      slots.addFirst(new HeatSlot());
    }

    HeatSlot newest() {
      return slots.getFirst();
    }

    void begin() {
      slots.addFirst(new HeatSlot());
      while (slots.size() > slotsMax + 1) {
        slots.removeLast();
      }
    }

    List<HeatSlot> last(int count) {
      return slots.stream().limit(count).toList();
    }
  }

  private final Ring slots = new Ring(SLOTS);
  private final Ring minutes = new Ring(MINUTES);
  private final Ring tens = new Ring(TENS);
  private final long startS;
  private long slot;

  /**
   * @param nowS a clock of seconds that never goes back
   */
  HeatWindows(long nowS) {
    startS = nowS;
  }

  void add(HeatSample sample, long nowS) {
    advance(nowS);
    slots.newest().add(sample);
  }

  private void advance(long nowS) {
    long now = (nowS - startS) / SLOT_S;
    // After a pause longer than an hour nothing that was counted can be asked for.
    long steps = Math.min(now - slot, (long) SLOTS * MINUTES * (TENS + 1));
    for (slot = now - Math.max(0, steps); slot < now; ) {
      slot++;
      minutes.newest().add(slots.newest());
      slots.begin();
      if (slot % SLOTS == 0) {
        tens.newest().add(minutes.newest());
        minutes.begin();
      }
      if (slot % ((long) SLOTS * MINUTES) == 0) {
        tens.begin();
      }
    }
  }

  /**
   * What happened in the last seconds.
   *
   * @param windowS one of {@link #WINDOWS_S}
   */
  HeatSlot last(int windowS, HeatKind kind, long nowS) {
    advance(nowS);
    HeatSlot sum = new HeatSlot();
    for (HeatSlot part : parts(windowS)) {
      sum.add(part, kind);
    }
    return sum;
  }

  /**
   * How long ago the oldest began that {@link #last} counts: a window and up to one of its slots
   * more, and less than a window soon after the start.
   */
  long spanS(int windowS, long nowS) {
    advance(nowS);
    long minute = slot - slot % SLOTS;
    long ten = slot - slot % ((long) SLOTS * MINUTES);
    long first =
        switch (windowS) {
          case SLOT_S -> slot - 1;
          case 60 -> slot - SLOTS;
          case 600 -> minute - (long) SLOTS * MINUTES;
          case 3600 -> ten - (long) SLOTS * MINUTES * TENS;
          default -> throw noSuchWindow(windowS);
        };
    return nowS - startS - Math.max(0, first) * SLOT_S;
  }

  private static IllegalArgumentException noSuchWindow(int windowS) {
    return new IllegalArgumentException("No such window: " + windowS);
  }

  private List<HeatSlot> parts(int windowS) {
    return switch (windowS) {
      case SLOT_S -> slots.last(2);
      case 60 -> slots.last(SLOTS + 1);
      case 600 -> withRunning(minutes, MINUTES);
      case 3600 -> withRunning(tens, TENS);
      default -> throw noSuchWindow(windowS);
    };
  }

  /** Slots of a coarser ring do not have what the finer ones are still gathering. */
  private List<HeatSlot> withRunning(Ring ring, int count) {
    List<HeatSlot> parts = new ArrayList<>(ring.last(count + 1));
    parts.add(slots.newest());
    if (ring == tens) {
      parts.add(minutes.newest());
    }
    return parts;
  }
}
