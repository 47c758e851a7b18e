package io.warren.namenode.admin;

import io.warren.namenode.walks.Walks;
import io.warren.namespace.CallContext;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.quota.ContentSummary;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Sums of whole trees: with those of RPC clients as few at once as a namenode runs, and none for
 * longer than callers of the admin API wait.
 */
final class TreeSums {
  private final Namespace namespace;
  private final Walks walks;
  private final long timeLimitMs;

  TreeSums(Namespace namespace, Walks walks, long timeLimitMs) {
    this.namespace = namespace;
    this.walks = walks;
    this.timeLimitMs = timeLimitMs;
  }

  /**
   * @throws Problem.ProblemException 503 when it takes too long, or too many others wait
   */
  ContentTotals of(FsPath path, CallContext caller) {
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeLimitMs);
    try {
      return walks.run(
          caller,
          () -> endNanos - System.nanoTime() > 0,
          walk -> namespace.run(new ContentSummary(path, walk), caller));
    } catch (IOException e) {
      throw new Problem.ProblemException(
          Problem.of(
              503,
              "unavailable",
              "The tree could not be counted in time",
              "Try again later, or ask by SQL, which need not count"));
    }
  }
}
