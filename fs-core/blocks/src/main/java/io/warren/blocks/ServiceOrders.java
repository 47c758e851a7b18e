package io.warren.blocks;

import io.warren.model.ClusterVariable;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rows that say which datanodes shall leave service. Thread-safe. */
public final class ServiceOrders {
  private static final int ROWS_PER_BATCH = 500;

  private final TransactionRunner runner;
  private final Clock clock;

  public ServiceOrders(TransactionRunner runner, Clock clock) {
    this.runner = runner;
    this.clock = clock;
  }

  /** What is ordered of some datanodes, by their UUIDs; nothing of those that serve. */
  public Map<String, ServiceOrder> of(Collection<String> datanodeUuids) {
    List<String> uuids = datanodeUuids.stream().distinct().toList();
    Map<String, ServiceOrder> found = new HashMap<>();
    for (int from = 0; from < uuids.size(); from += ROWS_PER_BATCH) {
      found.putAll(read(uuids.subList(from, Math.min(uuids.size(), from + ROWS_PER_BATCH))));
    }
    return found;
  }

  private Map<String, ServiceOrder> read(List<String> uuids) {
    return runner.run(
        TxOptions.read("read_service_orders"),
        tx -> {
          ReadBatch batch = tx.batch();
          Map<String, ReadBatch.Row<ClusterVariable>> rows = new LinkedHashMap<>();
          uuids.forEach(
              uuid ->
                  rows.put(uuid, batch.get(Tables.CLUSTER_VARIABLES, ServiceOrder.variable(uuid))));
          batch.execute();
          Map<String, ServiceOrder> found = new HashMap<>();
          rows.forEach(
              (uuid, row) -> {
                ServiceOrder order = ServiceOrder.of(row.get(), clock.millis());
                if (order != null) {
                  found.put(uuid, order);
                }
              });
          return found;
        });
  }

  /**
   * Orders a datanode out of service, or with null back into it.
   *
   * @return whether there is another order now
   */
  public boolean give(String datanodeUuid, @Nullable ServiceOrder order) {
    String name = ServiceOrder.variable(datanodeUuid);
    return runner.run(
        TxOptions.write("order_datanode"),
        tx -> {
          ClusterVariable before = tx.get(Tables.CLUSTER_VARIABLES, name, LockMode.EXCLUSIVE);
          if (order != null) {
            tx.upsert(Tables.CLUSTER_VARIABLES, order.toVariable(datanodeUuid));
          } else if (before != null) {
            tx.delete(Tables.CLUSTER_VARIABLES, name);
          }
          return !Objects.equals(ServiceOrder.of(before, clock.millis()), order);
        });
  }
}
