package io.warren.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a failing sequence shorter by leaving out ever smaller parts of it (delta debugging: Zeller
 * and Hildebrandt, TSE'02).
 */
final class Shrinker {
  private final Predicate<List<Step>> fails;
  private int runsLeft;

  /**
   * @param runsMax how many shorter sequences are tried at most
   */
  Shrinker(Predicate<List<Step>> fails, int runsMax) {
    this.fails = fails;
    this.runsLeft = runsMax;
  }

  List<Step> shrink(List<Step> failing) {
    List<Step> best = failing;
    int part = Math.max(1, best.size() / 2);
    while (runsLeft > 0) {
      List<Step> shorter = withoutOnePart(best, part);
      if (shorter.size() < best.size()) {
        best = shorter;
        part = Math.min(part, Math.max(1, best.size() / 2));
      } else if (part == 1) {
        break;
      } else {
        part = part / 2;
      }
    }
    return best;
  }

  /** Tries every part of that size, the last first; goes on with what still fails. */
  private List<Step> withoutOnePart(List<Step> steps, int part) {
    List<Step> best = steps;
    for (int end = best.size(); end > 0 && runsLeft > 0; end -= part) {
      int start = Math.max(0, end - part);
      List<Step> candidate = new ArrayList<>(best.subList(0, start));
      candidate.addAll(best.subList(end, best.size()));
      if (candidate.isEmpty()) {
        continue;
      }
      runsLeft--;
      if (fails.test(candidate)) {
        best = candidate;
      }
    }
    return best;
  }
}
