package io.warren.bench.peers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The middle of a list of values. */
public final class Median {
  private Median() {}

  /** The middle value, or that of the middle two; 0 of none. */
  public static double of(List<Double> values) {
    if (values.isEmpty()) {
      return 0;
    }
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
