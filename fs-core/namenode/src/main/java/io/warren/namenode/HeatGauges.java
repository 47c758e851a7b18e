package io.warren.namenode;

import io.micrometer.core.instrument.Tags;
import io.warren.namenode.heat.Heat;
import io.warren.namenode.heat.HeatKind;
import io.warren.namenode.metrics.NamenodeMetrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How much of the last minute's time the hottest had, by rank and not by name: names of users,
 * machines and paths have no bound over time, and are not for everybody who may read metrics.
 */
final class HeatGauges {
  static final int RANKS = 5;

  private static final int WINDOW_S = 60;
  private static final List<HeatKind> KINDS =
      List.of(
          HeatKind.OPERATION,
          HeatKind.USER,
          HeatKind.ADDRESS,
          HeatKind.APPLICATION,
          HeatKind.DIRECTORY,
          HeatKind.PATH);

  private HeatGauges() {}

  static void register(NamenodeMetrics metrics, Heat heat) {
    metrics.gauges("warren.heat.share", () -> shares(heat));
  }

  /** From 0 to 1 by kind and rank, the hottest of a kind being 1. */
  static Map<Tags, Double> shares(Heat heat) {
    Map<Tags, Double> shares = new LinkedHashMap<>();
    for (HeatKind kind : KINDS) {
      Heat.Hottest hottest = heat.hottest(kind, WINDOW_S, RANKS);
      int rank = 0;
      for (Heat.Entry entry : hottest.entries()) {
        rank++;
        // A summary may tell a time too large, a part of a whole is none.
        double share = Math.min(1, (double) entry.nanos() / Math.max(1, hottest.nanos()));
        shares.put(Tags.of("by", kind.text(), "rank", String.valueOf(rank)), share);
      }
    }
    return shares;
  }
}
