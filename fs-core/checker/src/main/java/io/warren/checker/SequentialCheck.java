package io.warren.checker;

import io.warren.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Compares random sequences of steps, spread over several namenodes, with the model: every answer,
 * the totals after each step, the whole tree now and then, and every table at the end. A difference
 * is shrunk to the fewest steps that still show it.
 */
public final class SequentialCheck {
  private static final int TREE_EVERY = 250;
  private static final int SHRINK_RUNS_MAX = 400;

  /**
   * What differed.
   *
   * @param at number of the step after which it was seen, from 0
   */
  record Difference(int at, String text) {}

  private final Supplier<Store> stores;
  private final Cluster.Settings settings;
  private final UnaryOperator<Step> distortion;

  /**
   * @param stores makes an empty store; the check closes it
   */
  public SequentialCheck(Supplier<Store> stores, Cluster.Settings settings) {
    this(stores, settings, step -> step);
  }

  /**
   * @param distortion what the model is told instead of a step: for testing the check itself
   */
  SequentialCheck(
      Supplier<Store> stores, Cluster.Settings settings, UnaryOperator<Step> distortion) {
    this.stores = stores;
    this.settings = settings;
    this.distortion = distortion;
  }

  /**
   * Runs a random sequence.
   *
   * @throws AssertionError with the seed and a shortest failing sequence
   */
  public void run(long seed, int length) {
    check("seed " + seed, Generator.sequence(seed, length, settings.namenodes()));
  }

  /**
   * Runs a given sequence, as a failed check printed it.
   *
   * @throws AssertionError with a shortest failing sequence
   */
  public void replay(String steps) {
    check("replay", Step.parseAll(steps));
  }

  private void check(String label, List<Step> steps) {
    Difference difference = difference(steps);
    if (difference == null) {
      return;
    }
    List<Step> failing = steps.subList(0, Math.min(steps.size(), difference.at() + 1));
    Shrinker shrinker = new Shrinker(s -> difference(s) != null, SHRINK_RUNS_MAX);
    List<Step> shortest = shrinker.shrink(new ArrayList<>(failing));
    Difference shown = difference(shortest);
    String what = shown == null ? difference.text() : shown.text();
    throw new AssertionError(
        "The namespace differs from the model (%s, %s): %s%nTo run it again:%n%s"
            .formatted(label, settings, what, reproduction(shortest)));
  }

  private String reproduction(List<Step> steps) {
    StringBuilder code = new StringBuilder();
    code.append(
        "new SequentialCheck(stores, new Cluster.Settings(%d, %d, %s, %s)).replay(\"\"\"%n"
            .formatted(
                settings.namenodes(),
                settings.hintsMax(),
                settings.exactTimes(),
                settings.barrier()));
    steps.forEach(step -> code.append("    ").append(step).append('\n'));
    return code.append("    \"\"\");").toString();
  }

  /** Runs the sequence on a new store and a new model; null when they agree. */
  @Nullable Difference difference(List<Step> steps) {
    try (Store store = stores.get();
        Cluster cluster = new Cluster(store, settings)) {
      Model model = new Model(TestClock.START_MS);
      Subject subject = new Subject(cluster);
      int at = 0;
      try {
        for (; at < steps.size(); at++) {
          String difference = step(model, subject, steps.get(at));
          if (difference == null) {
            difference = step(model, subject, totalsAfter(steps.get(at)));
          }
          if (difference == null && at % TREE_EVERY == TREE_EVERY - 1) {
            difference = trees(model, cluster);
          }
          if (difference != null) {
            return new Difference(at, difference);
          }
        }
        String difference = trees(model, cluster);
        for (Step step : Generator.ends(model)) {
          difference = difference == null ? step(model, subject, step) : difference;
        }
        for (Step step : Generator.lastLooks("/")) {
          difference = difference == null ? step(model, subject, step) : difference;
        }
        if (difference == null) {
          Invariants.check(cluster);
          difference = trees(model, cluster);
        }
        return difference == null ? null : new Difference(steps.size(), difference);
      } catch (RuntimeException | AssertionError e) {
        return new Difference(at, trace(e));
      }
    }
  }

  /** What everything counts to, asked at another namenode than the one that has just changed it. */
  private Step totalsAfter(Step step) {
    int other = (step.namenode() + 1) % settings.namenodes();
    return Step.of(Step.Kind.CONTENT_SUMMARY, other, Callers.SUPERUSER, "/", "-");
  }

  private @Nullable String step(Model model, Subject subject, Step step) {
    String expected = model.apply(distortion.apply(step));
    String actual = subject.apply(step);
    return expected.equals(actual)
        ? null
        : "%s: the model answers %s, the namespace %s".formatted(step, expected, actual);
  }

  private @Nullable String trees(Model model, Cluster cluster) {
    String expected = model.describe(settings.exactTimes());
    String actual = StoredTree.describe(new Rows(cluster.store()), settings.exactTimes());
    return expected.equals(actual) ? null : TextDifference.firstLine(expected, actual);
  }

  private static String trace(Throwable e) {
    StringBuilder text = new StringBuilder(e.toString());
    for (StackTraceElement frame : e.getStackTrace()) {
      if (frame.getClassName().startsWith("io.warren")) {
        text.append("\n      at ").append(frame);
      }
    }
    return text.toString();
  }
}
