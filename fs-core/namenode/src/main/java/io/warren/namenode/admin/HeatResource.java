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
  private static final List<String> WINDOWS = List.of("10s", "1m", "10m", "1h");
  private static final List<Integer> WINDOWS_S = List.of(10, 60, 600, 3600);
  private static final double NANOS_PER_MS = 1e6;

  /**
   * One user, directory, or pair.
   *
   * @param of the second of a pair; null for others
   * @param timeMs of calls, from admission to answer, waiting for the store included
   * @param timeErrorMs by which the time may be too large
   * @param calls at least, as rows
   * @param shard that has the rows of a directory's children; null when it was not asked for, or
   *     there is not one
   */
  record EntryView(
      String key,
      @Nullable String of,
      double timeMs,
      double timeErrorMs,
      long calls,
      long rows,
      @Nullable Integer shard) {}

  /**
   * The hottest, first.
   *
   * @param calls of all keys, as timeMs and rows
   * @param notCounted calls since the start that were too many to be counted
   */
  record View(
      String namenode,
      String by,
      String window,
      List<EntryView> entries,
      long calls,
      double timeMs,
      long rows,
      long notCounted,
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
    String window = Objects.requireNonNullElse(request.optional("window"), WINDOWS.get(1));
    int place = WINDOWS.indexOf(window);
    if (place < 0) {
      throw Problem.invalid("window is one of 10s, 1m, 10m, 1h", "window: " + window);
    }
    int limit = (int) request.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    boolean withShards = request.flag("shards") && kind.ofDirectories();
    Heat.Hottest hottest = heat.hottest(kind, WINDOWS_S.get(place), limit);
    return new View(
        namenode,
        kind.text(),
        window,
        hottest.entries().stream().map(entry -> view(entry, withShards)).toList(),
        hottest.calls(),
        hottest.nanos() / NANOS_PER_MS,
        hottest.rows(),
        hottest.lost(),
        clock.millis());
  }

  private EntryView view(Heat.Entry entry, boolean withShards) {
    int between = entry.key().indexOf(HeatKind.BETWEEN);
    String key = between < 0 ? entry.key() : entry.key().substring(0, between);
    return new EntryView(
        key,
        between < 0 ? null : entry.key().substring(between + 1),
        entry.nanos() / NANOS_PER_MS,
        entry.errorNanos() / NANOS_PER_MS,
        entry.calls(),
        entry.rows(),
        withShards ? shards.of(key) : null);
  }
}
