package io.warren.namenode.heat;

import java.util.EnumMap;
import java.util.Map;

/** What happened in one span of time. Not thread-safe. */
final class HeatSlot {
  /** A key's time is told too large by at most this part of all time, by one slot. */
  static final int PLACES = 128;

  private final Map<HeatKind, HeavyHitters> hitters = new EnumMap<>(HeatKind.class);
  private long calls;
  private long nanos;
  private long rows;

  HeatSlot() {
    for (HeatKind kind : HeatKind.values()) {
      hitters.put(kind, new HeavyHitters(PLACES));
    }
  }

  void add(HeatSample sample) {
    calls++;
    nanos += sample.nanos();
    rows += sample.rows();
    hitters.forEach(
        (kind, summary) -> {
          String key = kind.key(sample);
          if (!key.isEmpty()) {
            summary.add(key, sample.nanos(), sample.rows());
          }
        });
  }

  /** Adds another slot's calls, for one kind alone. */
  void add(HeatSlot other, HeatKind kind) {
    of(kind).add(other.of(kind));
    count(other);
  }

  /** Adds another slot. */
  void add(HeatSlot other) {
    hitters.forEach((kind, summary) -> summary.add(other.of(kind)));
    count(other);
  }

  private void count(HeatSlot other) {
    calls += other.calls;
    nanos += other.nanos;
    rows += other.rows;
  }

  HeavyHitters of(HeatKind kind) {
    HeavyHitters found = hitters.get(kind);
    if (found == null) {
      throw new IllegalStateException("Every slot has every kind");
    }
    return found;
  }

  long calls() {
    return calls;
  }

  long nanos() {
    return nanos;
  }

  long rows() {
    return rows;
  }
}
