package io.warren.namenode.admin;

import io.warren.namenode.heat.Heat;
import io.warren.namenode.heat.HeatKind;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** GET /heat: who and what costs this namenode most, by one kind, over one window. */
final class HeatResource implements AdminServlet.Resource {
  private static final int LIMIT_DEFAULT = 20;
  private static final int LIMIT_MAX = 100;
  static final double NANOS_PER_MS = 1e6;

  /**
   * One user, directory, or pair.
   *
   * @param of the second of a pair; null for others
   * @param timeMs of calls, from admission to answer, waiting for the store included
   * @param timeErrorMs by which the time may be too large
   * @param waitedMs in the queue, before the calls began; at least, as calls, rows and refused
   * @param refused attempts for which there was no room; they are none of the calls
   * @param shard that has the rows of a directory's children; null when it was not asked for, or
   *     there is not one
   */
  record EntryView(
      String key,
      @Nullable String of,
      double timeMs,
      double timeErrorMs,
      double waitedMs,
      long calls,
      long rows,
      long refused,
      @Nullable Integer shard) {}

  /**
   * The hottest, first.
   *
   * @param calls of all keys, as timeMs, waitedMs, rows and refused
   * @param notCounted calls since the start that were too many to be counted
   */
  record View(
      String namenode,
      String by,
      String window,
      List<EntryView> entries,
      long calls,
      double timeMs,
      double waitedMs,
      long rows,
      long refused,
      long notCounted,
      long spanS,
      long asOfMs) {}

  private final String namenode;
  private final Heat heat;
  private final DirectoryShards shards;
  private final Clock clock;

  HeatResource(String namenode, Heat heat, DirectoryShards shards, Clock clock) {
    this.namenode = namenode;
    this.heat = heat;
    this.shards = shards;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) {
    String by = Objects.requireNonNullElse(request.optional("by"), HeatKind.USER.text());
    HeatKind kind =
        HeatKind.of(by)
            .orElseThrow(
                () ->
                    Problem.invalid(
                        "by is one of "
                            + Arrays.stream(HeatKind.values())
                                .map(HeatKind::text)
                                .collect(Collectors.joining(", ")),
                        "by: " + by));
    HeatWindow window = HeatWindow.of(request);
    int limit = (int) request.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    boolean withShards = request.flag("shards") && kind.ofDirectories();
    Heat.Hottest hottest = heat.hottest(kind, window.seconds(), limit);
    return new View(
        namenode,
        kind.text(),
        window.text(),
        hottest.entries().stream().map(entry -> view(entry, withShards)).toList(),
        hottest.calls(),
        hottest.nanos() / NANOS_PER_MS,
        hottest.waitedNanos() / NANOS_PER_MS,
        hottest.rows(),
        hottest.refused(),
        hottest.lost(),
        hottest.spanS(),
        clock.millis());
  }

  private EntryView view(Heat.Entry entry, boolean withShards) {
    HeatKey key = HeatKey.of(entry.key());
    return new EntryView(
        key.first(),
        key.second(),
        entry.nanos() / NANOS_PER_MS,
        entry.errorNanos() / NANOS_PER_MS,
        entry.waitedNanos() / NANOS_PER_MS,
        entry.calls(),
        entry.rows(),
        entry.refused(),
        withShards ? shards.of(key.first()) : null);
  }
}
