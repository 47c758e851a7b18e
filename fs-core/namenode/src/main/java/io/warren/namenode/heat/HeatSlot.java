package io.warren.namenode.heat;

/** What happened in one span of time. Not thread-safe. */
final class HeatSlot {
  /** A key's time is told too large by at most this part of all time, by one slot. */
  static final int PLACES = 128;

  private static final HeatKind[] KINDS = HeatKind.values();

  /** By the kinds' places in their order. */
  private final HeavyHitters[] hitters = new HeavyHitters[KINDS.length];

  private long calls;
  private long nanos;
  private long waitedNanos;
  private long rows;
  private long refused;

  HeatSlot() {
    for (int i = 0; i < hitters.length; i++) {
      hitters[i] = new HeavyHitters(PLACES);
    }
  }

  void add(HeatSample sample) {
    if (sample.refused()) {
      refuse(sample);
      return;
    }
    calls += sample.calls();
    nanos += sample.nanos();
    waitedNanos += sample.waitedNanos();
    rows += sample.rows();
    for (HeatKind kind : KINDS) {
      String key = kind.key(sample);
      if (!key.isEmpty()) {
        of(kind).add(key, sample.calls(), sample.nanos(), sample.waitedNanos(), sample.rows());
      }
    }
  }

  private void refuse(HeatSample sample) {
    refused++;
    for (HeatKind kind : KINDS) {
      String key = kind.key(sample);
      if (!key.isEmpty()) {
        of(kind).refuse(key);
      }
    }
  }

  /** Adds another slot's calls, for one kind alone. */
  void add(HeatSlot other, HeatKind kind) {
    of(kind).add(other.of(kind));
    count(other);
  }

  /** Adds another slot. */
  void add(HeatSlot other) {
    for (HeatKind kind : KINDS) {
      of(kind).add(other.of(kind));
    }
    count(other);
  }

  private void count(HeatSlot other) {
    calls += other.calls;
    nanos += other.nanos;
    waitedNanos += other.waitedNanos;
    rows += other.rows;
    refused += other.refused;
  }

  HeavyHitters of(HeatKind kind) {
    return hitters[kind.ordinal()];
  }

  long calls() {
    return calls;
  }

  long nanos() {
    return nanos;
  }

  long waitedNanos() {
    return waitedNanos;
  }

  long rows() {
    return rows;
  }

  long refused() {
    return refused;
  }
}
