package io.warren.namenode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.Tags;
import io.warren.namenode.limits.CallLimits;
import io.warren.namenode.metrics.NamenodeMetrics;
import io.warren.namenode.rpc.CallQueues;
import io.warren.namenode.service.CallShares;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * What Hadoop's scheduler and queue say of a namenode's callers, read from their management beans.
 * There are none while an operator has another queue in use.
 */
final class CallQueueGauges {
  /** The users who cost most; the others are not named. */
  static final int USERS_MAX = 10;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SCHEDULER = "DecayRpcScheduler";
  private static final String QUEUE = "FairCallQueue";

  private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
  private final CallQueues queues;

  private CallQueueGauges(CallQueues queues) {
    this.queues = queues;
  }

  static void register(NamenodeMetrics metrics, CallQueues queues, CallLimits limits) {
    CallQueueGauges gauges = new CallQueueGauges(queues);
    CallShares shares = queues.shares();
    metrics.counter(
        "warren.rpc.calls.refused", Tags.of("cause", "queue_full"), queues, CallQueues::backedOff);
    metrics.counter(
        "warren.rpc.calls.refused", Tags.of("cause", "user_share"), shares, CallShares::refused);
    metrics.counter(
        "warren.rpc.calls.refused", Tags.of("cause", "limit"), limits, CallLimits::refused);
    metrics.gauge("warren.rpc.calls.limits", Tags.empty(), limits, l -> l.inForce().size());
    metrics.gauge("warren.rpc.users.present", Tags.empty(), shares, CallShares::present);
    metrics.gauge("warren.rpc.calls.bearable", Tags.empty(), shares, s -> s.bounds().bearable());
    metrics.gauge("warren.rpc.load.bearable", Tags.empty(), shares, s -> s.bounds().bearableLoad());
    metrics.gauge("warren.rpc.load", Tags.empty(), shares, CallShares::load);
    metrics.gauges("warren.rpc.level.queue.calls", () -> gauges.byLevel(QUEUE, "QueueSizes"));
    metrics.gauges("warren.rpc.level.overflows", () -> gauges.byLevel(QUEUE, "OverflowedCalls"));
    metrics.gauges(
        "warren.rpc.level.response.ms", () -> gauges.byLevel(SCHEDULER, "AverageResponseTime"));
    metrics.gauges("warren.rpc.user.cost", gauges.ofTopUsers("CallVolumeSummary"));
    metrics.gauges("warren.rpc.user.level", gauges.ofTopUsers("SchedulingDecisionSummary"));
  }

  private Map<Tags, Double> byLevel(String bean, String attribute) {
    Map<Tags, Double> values = new LinkedHashMap<>();
    Object found = read(bean, attribute);
    if (found instanceof int[] counts) {
      for (int level = 0; level < counts.length; level++) {
        values.put(level(level), (double) counts[level]);
      }
    } else if (found instanceof long[] counts) {
      for (int level = 0; level < counts.length; level++) {
        values.put(level(level), (double) counts[level]);
      }
    } else if (found instanceof double[] times) {
      for (int level = 0; level < times.length; level++) {
        values.put(level(level), times[level]);
      }
    }
    return values;
  }

  private static Tags level(int level) {
    return Tags.of("level", String.valueOf(level));
  }

  /** Of the users who cost most, whichever value is asked for. */
  private Supplier<Map<Tags, Double>> ofTopUsers(String attribute) {
    return () -> {
      JsonNode values = summary(attribute);
      Map<Tags, Double> named = new LinkedHashMap<>();
      for (String user : topUsers(summary("CallVolumeSummary"))) {
        if (values.has(user)) {
          named.put(Tags.of("user", user), values.get(user).asDouble());
        }
      }
      return named;
    };
  }

  /** The names of those with the greatest values, the greatest first. */
  static List<String> topUsers(JsonNode costs) {
    List<String> users = new ArrayList<>();
    costs.fieldNames().forEachRemaining(users::add);
    users.sort(Comparator.comparingDouble((String user) -> -costs.get(user).asDouble()));
    return users.subList(0, Math.min(USERS_MAX, users.size()));
  }

  private JsonNode summary(String attribute) {
    if (read(SCHEDULER, attribute) instanceof String text) {
      try {
        JsonNode parsed = JSON.readTree(text);
        return parsed.isObject() ? parsed : JSON.createObjectNode();
      } catch (IOException e) {
        // Hadoop writes a sentence in place of JSON when it could not.
        return JSON.createObjectNode();
      }
    }
    return JSON.createObjectNode();
  }

  private @Nullable Object read(String bean, String attribute) {
    for (String prefix : queues.prefixes()) {
      try {
        ObjectName name = new ObjectName("Hadoop:service=" + prefix + ",name=" + bean);
        if (beans.isRegistered(name)) {
          return beans.getAttribute(name, attribute);
        }
      } catch (JMException e) {
        return null;
      }
    }
    return null;
  }
}
