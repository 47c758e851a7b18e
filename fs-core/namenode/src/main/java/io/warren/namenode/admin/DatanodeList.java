package io.warren.namenode.admin;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Which datanodes a list is asked for, in which order, and from where on. Figures change between
 * two pages: a datanode may then be met twice or not at all.
 */
final class DatanodeList {
  private static final int LIMIT_DEFAULT = 50;
  private static final int LIMIT_MAX = 200;
  private static final long MILLION = 1_000_000;

  /** What datanodes are sorted by; those that are alike there by their host names. */
  private enum Sort {
    HOSTNAME(d -> 0, false),
    /** Used part of the capacity. */
    FULLNESS(d -> Math.round(MILLION * d.getDfsUsedPercent()), true),
    USED_BYTES(DatanodeDescriptor::getDfsUsed, true),
    REMAINING_BYTES(DatanodeDescriptor::getRemaining, true),
    CAPACITY_BYTES(DatanodeDescriptor::getCapacity, true),
    LAST_HEARTBEAT(DatanodeDescriptor::getLastUpdate, true);

    private final ToLongFunction<DatanodeDescriptor> figure;
    private final boolean falling;

    Sort(ToLongFunction<DatanodeDescriptor> figure, boolean falling) {
      this.figure = figure;
      this.falling = falling;
    }
  }

  /** The end of a page: its last datanode's figure and name. */
  private record Place(long figure, String name) {}

  private final int limit;
  private final Sort sort;
  private final boolean falling;
  private final @Nullable Place after;
  private final @Nullable String state;
  private final @Nullable String adminState;
  private final @Nullable String hostnamePart;

  DatanodeList(AdminRequest request) {
    limit = (int) request.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    sort = sortOf(request.optional("sort"));
    falling = isFalling(request.optional("direction"));
    state = request.optional("state");
    adminState = request.optional("admin_state");
    hostnamePart = request.optional("hostname");
    String cursor = request.optional("cursor");
    after = cursor == null ? null : placeOf(cursor);
  }

  private static Sort sortOf(@Nullable String name) {
    if (name == null) {
      return Sort.HOSTNAME;
    }
    for (Sort each : Sort.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(name)) {
        return each;
      }
    }
    throw Problem.invalid("Datanodes are not sorted by that", "sort: " + name);
  }

  private boolean isFalling(@Nullable String direction) {
    if (direction == null) {
      return sort.falling;
    }
    if (!direction.equals("asc") && !direction.equals("desc")) {
      throw Problem.invalid("A list rises or falls", "direction must be asc or desc");
    }
    return direction.equals("desc");
  }

  private static Place placeOf(String cursor) {
    int space = cursor.indexOf(' ');
    try {
      return new Place(Long.parseLong(cursor.substring(0, space)), cursor.substring(space + 1));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw Problem.invalid("The cursor is not one of datanodes", "Pass next_cursor unchanged");
    }
  }

  /** Whether a datanode in these states is one that is asked for. */
  boolean matches(DatanodeDescriptor datanode, String itsState, String itsAdminState) {
    return (state == null || state.equals(itsState))
        && (adminState == null || adminState.equals(itsAdminState))
        && (hostnamePart == null || datanode.getHostName().contains(hostnamePart));
  }

  /** The next datanodes of a page, and one more if there is one. */
  List<DatanodeDescriptor> next(List<DatanodeDescriptor> matching) {
    Comparator<Place> rising = Comparator.comparingLong(Place::figure).thenComparing(Place::name);
    Comparator<Place> order = falling ? rising.reversed() : rising;
    return matching.stream()
        .filter(d -> after == null || order.compare(place(d), after) > 0)
        .sorted(Comparator.comparing(this::place, order))
        .limit(limit + 1L)
        .toList();
  }

  int limit() {
    return limit;
  }

  /** Where the list goes on behind a datanode. */
  String cursor(DatanodeDescriptor last) {
    Place place = place(last);
    return place.figure() + " " + place.name();
  }

  private Place place(DatanodeDescriptor datanode) {
    return new Place(
        sort.figure.applyAsLong(datanode),
        datanode.getHostName() + " " + datanode.getXferAddr() + " " + datanode.getDatanodeUuid());
  }
}
