package io.warren.namenode.heat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys with the greatest weights of a stream, in bounded memory: Space-Saving of Metwally,
 * Agrawal and El Abbadi ("Efficient Computation of Frequent and Top-k Elements in Data Streams",
 * ICDT 2005), with weights, merged as Agarwal and others show ("Mergeable Summaries", PODS 2012).
 * The weight is time. No key's time is told too small, and none too large by more than all time
 * divided by the number of places; every key with more than that is there. All else is what came
 * since the key got its place: at least so much. Not thread-safe.
 */
final class HeavyHitters {
  /**
   * What a key cost.
   *
   * @param errorNanos by which the time may be too large
   * @param waitedNanos before the calls began
   * @param refused calls that never began; they are none of the calls
   */
  record Hitter(
      String key,
      long nanos,
      long errorNanos,
      long waitedNanos,
      long calls,
      long rows,
      long refused) {
    private Hitter more(long unseenNanos) {
      return new Hitter(
          key, nanos + unseenNanos, errorNanos + unseenNanos, waitedNanos, calls, rows, refused);
    }

    private Hitter plus(Hitter other) {
      return new Hitter(
          key,
          nanos + other.nanos,
          errorNanos + other.errorNanos,
          waitedNanos + other.waitedNanos,
          calls + other.calls,
          rows + other.rows,
          refused + other.refused);
    }
  }

  private final int placesMax;
  private final Map<String, Integer> places;

  // Columns: a row's number is its place.
  private final String[] keys;
  private final long[] nanos;
  private final long[] errorNanos;
  private final long[] waitedNanos;
  private final long[] calls;
  private final long[] rows;
  private final long[] refused;

  /**
   * Places as a heap by their time, the least first: a stream with many keys asks for it at each of
   * them.
   */
  private final int[] heap;

  /** Where in the heap a place stands. */
  private final int[] heapIndex;

  HeavyHitters(int placesMax) {
    this.placesMax = placesMax;
    places = new HashMap<>(2 * placesMax);
    keys = new String[placesMax];
    nanos = new long[placesMax];
    errorNanos = new long[placesMax];
    waitedNanos = new long[placesMax];
    calls = new long[placesMax];
    rows = new long[placesMax];
    refused = new long[placesMax];
    heap = new int[placesMax];
    heapIndex = new int[placesMax];
  }

  /** Counts a call, or none for what one cost later. */
  void add(String key, int addedCalls, long addedNanos, long addedWaitedNanos, long addedRows) {
    Integer place = places.get(key);
    int at = place == null ? take(key) : place;
    nanos[at] += addedNanos;
    waitedNanos[at] += addedWaitedNanos;
    calls[at] += addedCalls;
    rows[at] += addedRows;
    sink(heapIndex[at]);
  }

  /**
   * Counts a call that never began. It took no time, so it gets a place only where there is a free
   * one: it must not put out whoever cost something.
   */
  void refuse(String key) {
    Integer place = places.get(key);
    if (place != null) {
      refused[place]++;
    } else if (places.size() < placesMax) {
      refused[take(key)]++;
    }
  }

  /**
   * A place for a new key: a free one, or that of the key with the least time, which it inherits.
   */
  private int take(String key) {
    int at = places.size();
    if (at == placesMax) {
      at = heap[0];
      places.remove(keys[at]);
    } else {
      nanos[at] = 0;
      rise(at, at);
    }
    errorNanos[at] = nanos[at];
    waitedNanos[at] = 0;
    calls[at] = 0;
    rows[at] = 0;
    refused[at] = 0;
    keys[at] = key;
    places.put(key, at);
    return at;
  }

  /** Sets a place into the heap at an index that is free, or further up. */
  private void rise(int index, int place) {
    int to = index;
    while (to > 0 && nanos[place] < nanos[heap[(to - 1) / 2]]) {
      set(to, heap[(to - 1) / 2]);
      to = (to - 1) / 2;
    }
    set(to, place);
  }

  /** Moves the place at an index down to where its time, which has grown, belongs. */
  private void sink(int index) {
    int size = places.size();
    int place = heap[index];
    int to = index;
    for (int below = 2 * to + 1; below < size; below = 2 * to + 1) {
      if (below + 1 < size && nanos[heap[below + 1]] < nanos[heap[below]]) {
        below++;
      }
      if (nanos[place] <= nanos[heap[below]]) {
        break;
      }
      set(to, heap[below]);
      to = below;
    }
    set(to, place);
  }

  private void set(int index, int place) {
    heap[index] = place;
    heapIndex[place] = index;
  }

  /** What a key that has no place may have cost at most. */
  private long unseenNanos() {
    return places.size() < placesMax ? 0 : nanos[heap[0]];
  }

  /** Adds what another summary with as many places has seen. */
  void add(HeavyHitters other) {
    if (other.places.isEmpty()) {
      return;
    }
    long unseenHere = unseenNanos();
    long unseenThere = other.unseenNanos();
    Map<String, Hitter> both = new HashMap<>();
    other.hitters().forEach(there -> both.put(there.key(), there.more(unseenHere)));
    for (Hitter here : hitters()) {
      Integer there = other.places.get(here.key());
      both.put(here.key(), there == null ? here.more(unseenThere) : here.plus(other.at(there)));
    }
    places.clear();
    both.values().stream()
        .sorted(Comparator.comparingLong(Hitter::nanos).reversed())
        .limit(placesMax)
        .forEach(this::put);
  }

  private void put(Hitter hitter) {
    int at = places.size();
    keys[at] = hitter.key();
    nanos[at] = hitter.nanos();
    errorNanos[at] = hitter.errorNanos();
    waitedNanos[at] = hitter.waitedNanos();
    calls[at] = hitter.calls();
    rows[at] = hitter.rows();
    refused[at] = hitter.refused();
    rise(at, at);
    places.put(hitter.key(), at);
  }

  private Hitter at(int place) {
    return new Hitter(
        keys[place],
        nanos[place],
        errorNanos[place],
        waitedNanos[place],
        calls[place],
        rows[place],
        refused[place]);
  }

  /** All that have a place, who cost most first. */
  List<Hitter> hitters() {
    return places.values().stream()
        .map(this::at)
        .sorted(Comparator.comparingLong(Hitter::nanos).reversed())
        .toList();
  }
}
