package io.warren.namenode.admin;

import io.warren.namenode.heat.Heat;
import io.warren.namenode.heat.HeatKind;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** GET /rows/heat: the hottest of every kind over one window, for those who keep them as rows. */
final class HeatRowsResource implements AdminServlet.Resource {
  private static final int OF_EACH_KIND = 100;

  /**
   * One user, directory, or pair.
   *
   * @param of the second of a pair; null for others
   * @param timeErrorMs by which the time may be too large
   * @param waitedMs in the queue, before the calls began; at least, as calls, rows and refused
   * @param refused attempts for which there was no room; they are none of the calls
   */
  record Row(
      String by,
      String key,
      @Nullable String of,
      double timeMs,
      double timeErrorMs,
      double waitedMs,
      long calls,
      long rows,
      long refused) {}

  record Page(String namenode, String window, List<Row> rows, long asOfMs) {}

  private final String namenode;
  private final Heat heat;
  private final Clock clock;

  HeatRowsResource(String namenode, Heat heat, Clock clock) {
    this.namenode = namenode;
    this.heat = heat;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) {
    HeatWindow window = HeatWindow.of(request);
    List<Row> rows =
        Arrays.stream(HeatKind.values()).flatMap(kind -> rows(kind, window.seconds())).toList();
    return new Page(namenode, window.text(), rows, clock.millis());
  }

  private Stream<Row> rows(HeatKind kind, int windowS) {
    return heat.hottest(kind, windowS, OF_EACH_KIND).entries().stream()
        .map(
            entry -> {
              HeatKey key = HeatKey.of(entry.key());
              return new Row(
                  kind.text(),
                  key.first(),
                  key.second(),
                  entry.nanos() / HeatResource.NANOS_PER_MS,
                  entry.errorNanos() / HeatResource.NANOS_PER_MS,
                  entry.waitedNanos() / HeatResource.NANOS_PER_MS,
                  entry.calls(),
                  entry.rows(),
                  entry.refused());
            });
  }
}
