package io.warren.namenode.admin;

import io.warren.blocks.Datanodes;
import io.warren.blocks.ServiceOrder;
import io.warren.blocks.ServiceOrder.Leave;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * PUT /datanodes/UUID/service: takes a datanode out of service or back. It is written for all
 * namenodes; the answering one follows at once, the others within seconds. Where this namenode's
 * host lists exclude a datanode, it stays out whatever is ordered here.
 */
final class DatanodeServiceCalls {
  private static final int BY_MAX_CHARS = 100;
  private static final long UNTIL_MAX_MS = TimeUnit.DAYS.toMillis(366);
  private static final String IN_SERVICE = "in_service";
  private static final String DECOMMISSIONED = "decommissioned";
  private static final String IN_MAINTENANCE = "in_maintenance";

  /**
   * What is ordered of a datanode that shall leave.
   *
   * @param untilMs null of one that leaves for good
   */
  record OrderView(String service, @Nullable Long untilMs, long sinceMs, String by) {
    static @Nullable OrderView of(@Nullable ServiceOrder order) {
      if (order == null) {
        return null;
      }
      boolean forGood = order.leave() == Leave.DECOMMISSION;
      return new OrderView(
          forGood ? DECOMMISSIONED : IN_MAINTENANCE,
          forGood ? null : order.untilMs(),
          order.sinceMs(),
          order.by());
    }
  }

  private final Datanodes datanodes;
  private final Clock clock;

  DatanodeServiceCalls(Datanodes datanodes, Clock clock) {
    this.datanodes = datanodes;
    this.clock = clock;
  }

  void order(DatanodeDescriptor datanode, AdminRequest request) throws IOException {
    AdminRequest.Body body = request.body("service", "until_ms", "by");
    ServiceOrder order = orderOf(body);
    if (order != null) {
      requireAnother(datanode);
    }
    datanodes.orders().give(datanode.getDatanodeUuid(), order);
    datanodes.followOrders();
  }

  private @Nullable ServiceOrder orderOf(AdminRequest.Body body) {
    long nowMs = clock.millis();
    String by = body.requiredText("by");
    if (by.isEmpty() || by.length() > BY_MAX_CHARS) {
      throw Problem.invalid(
          "by is too long or empty", "Give who orders it, in 1 to 100 characters");
    }
    String service = body.requiredText("service");
    Long untilMs = body.number("until_ms", nowMs + 1, nowMs + UNTIL_MAX_MS);
    if ((untilMs != null) != service.equals(IN_MAINTENANCE)) {
      throw Problem.invalid(
          "Only a maintenance has an end, and must have one",
          "Give until_ms with in_maintenance, at most 366 days ahead, and with nothing else");
    }
    return switch (service) {
      case IN_SERVICE -> null;
      case DECOMMISSIONED -> new ServiceOrder(Leave.DECOMMISSION, 0, nowMs, by);
      case IN_MAINTENANCE ->
          new ServiceOrder(Leave.MAINTENANCE, untilMs == null ? 0 : untilMs, nowMs, by);
      default ->
          throw Problem.invalid(
              "There is no such service",
              "service must be in_service, decommissioned or in_maintenance");
    };
  }

  /** Without another datanode that serves, its blocks could go nowhere, and no file be written. */
  private void requireAnother(DatanodeDescriptor datanode) {
    boolean another =
        datanodes.live().stream()
            .anyMatch(
                each ->
                    !each.getDatanodeUuid().equals(datanode.getDatanodeUuid())
                        && each.isInService());
    if (!another) {
      throw new Problem.ProblemException(
          Problem.of(
              409,
              "last_datanode",
              "No other datanode is in service",
              "Its blocks could go nowhere, and no file be written. Start another one first"));
    }
  }
}
