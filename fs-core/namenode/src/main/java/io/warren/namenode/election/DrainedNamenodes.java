package io.warren.namenode.election;

import io.warren.model.ClusterVariable;
import io.warren.model.NamespaceException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The namenodes that shall not serve, as one row of the cluster's variables says it to all of them:
 * a line "NAME SINCE_MS BY" for each.
 *
 * @param orders by the namenode's name
 */
public record DrainedNamenodes(Map<String, Order> orders) {
  static final String VARIABLE = "namenodes_drained";

  private static final int VALUE_MAX_BYTES = 1_000;
  private static final int BY_MAX_CHARS = 50;
  private static final int FIELDS = 3;

  /**
   * That a namenode shall not serve.
   *
   * @param sinceMs when it was ordered
   * @param by who ordered it
   */
  public record Order(long sinceMs, String by) {}

  public DrainedNamenodes {
    orders = Collections.unmodifiableMap(new TreeMap<>(orders));
  }

  static DrainedNamenodes of(@Nullable ClusterVariable row) {
    Map<String, Order> orders = new TreeMap<>();
    if (row != null && !row.value().isEmpty()) {
      for (String line : row.value().split("\n")) {
        String[] fields = line.split(" ", FIELDS);
        orders.put(fields[0], new Order(Long.parseLong(fields[1]), fields[2]));
      }
    }
    return new DrainedNamenodes(orders);
  }

  /**
   * The row.
   *
   * @throws NamespaceException CONFLICT when there are more than a row can name
   */
  ClusterVariable toVariable() {
    String value =
        orders.entrySet().stream()
            .map(e -> e.getKey() + " " + e.getValue().sinceMs() + " " + e.getValue().by())
            .collect(Collectors.joining("\n"));
    if (value.getBytes(StandardCharsets.UTF_8).length > VALUE_MAX_BYTES) {
      throw new NamespaceException(
              NamespaceException.Code.CONFLICT, "Too many namenodes are drained at once")
          .with("drained", orders.size());
    }
    return new ClusterVariable(VARIABLE, value);
  }

  public boolean names(String namenode) {
    return orders.containsKey(namenode);
  }

  DrainedNamenodes with(String namenode, Order order) {
    String oneLine = order.by().replaceAll("\\p{Cntrl}", " ");
    String by = oneLine.length() > BY_MAX_CHARS ? oneLine.substring(0, BY_MAX_CHARS) : oneLine;
    Map<String, Order> more = new TreeMap<>(orders);
    more.put(namenode, new Order(order.sinceMs(), by));
    return new DrainedNamenodes(more);
  }

  DrainedNamenodes without(String namenode) {
    Map<String, Order> fewer = new TreeMap<>(orders);
    fewer.remove(namenode);
    return new DrainedNamenodes(fewer);
  }
}
