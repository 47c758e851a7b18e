package io.warren.namenode.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.warren.model.ClusterEvent;
import io.warren.model.ClusterEventKind;
import io.warren.namenode.election.Election;
import io.warren.namenode.rpc.Dispatcher;
import io.warren.store.StoreCounter;
import io.warren.store.TransactionRunner;
import io.warren.store.TxStats;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one namenode, in Prometheus' text format. Labels are bounded: operations are the
 * protocols' methods and the store's transaction names, outcomes are exception classes and store
 * codes. Thread-safe.
 */
public final class NamenodeMetrics
    implements Dispatcher.Listener, TransactionRunner.Listener, Election.Listener {
  private static final Duration[] BUCKETS = {
    Duration.ofNanos(500_000),
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(2),
    Duration.ofSeconds(10),
  };

  private static final Duration[] TAKEOVER_BUCKETS = {
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(2),
    Duration.ofSeconds(5),
    Duration.ofSeconds(15),
    Duration.ofMinutes(1),
  };

  private record Call(String operation, String outcome) {}

  /** The registry has each of them, too, but takes longer to find it. */
  private final Map<Call, Timer> calls = new ConcurrentHashMap<>();

  private final List<Runnable> beforeScrape = new CopyOnWriteArrayList<>();
  private final List<StoreCounter> storeCounters = new CopyOnWriteArrayList<>();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();
  private final StoreMeters store;

  public NamenodeMetrics(String namenode) {
    registry.config().commonTags("namenode", namenode);
    store = new StoreMeters(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    gc.bindTo(registry);
  }

  @Override
  public void finished(String operation, String outcome, long durationNanos) {
    Call call = new Call(operation, outcome);
    Timer timer = calls.get(call);
    if (timer == null) {
      timer = calls.computeIfAbsent(call, this::timer);
    }
    timer.record(durationNanos, TimeUnit.NANOSECONDS);
  }

  private Timer timer(Call call) {
    return Timer.builder("warren.operation")
        .description("Calls of clients and datanodes by operation and outcome")
        .tags("operation", call.operation(), "outcome", call.outcome())
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  @Override
  public void finished(String operation, TxStats stats, int attempt, String outcome) {
    store.finished(operation, stats, attempt, outcome);
  }

  /** Each event is counted at the namenode that wrote it, so the sum over all is the truth. */
  @Override
  public void recorded(ClusterEvent event) {
    Counter.builder("warren.cluster.events")
        .description("Changes of membership and leader that this namenode made")
        .tags("kind", event.kind().text(), "cause", event.cause().text())
        .register(registry)
        .increment();
    if (event.kind() == ClusterEventKind.LEADER_CHANGED && event.relatedId() != 0) {
      Timer.builder("warren.leader.takeover")
          .description("From the last sign of life of the leader before to this one's first epoch")
          .serviceLevelObjectives(TAKEOVER_BUCKETS)
          .register(registry)
          .record(Duration.ofMillis(event.effectiveAtMs() - event.startedAtMs()));
    }
  }

  /** A value that is asked for at each scrape. */
  public <T> void gauge(String name, Tags tags, T source, ToDoubleFunction<T> value) {
    Gauge.builder(name, source, value).tags(tags).strongReference(true).register(registry);
  }

  /** Values whose labels change, asked for at each scrape; there must be a bound to them. */
  public void gauges(String name, Supplier<Map<Tags, Double>> values) {
    MultiGauge gauge = MultiGauge.builder(name).register(registry);
    beforeScrape.add(
        () ->
            gauge.register(
                values.get().entrySet().stream()
                    .<MultiGauge.Row<?>>map(e -> MultiGauge.Row.of(e.getKey(), e.getValue()))
                    .toList(),
                true));
  }

  /** A number that only rises, asked for at each scrape. */
  public <T> void counter(String name, T source, ToDoubleFunction<T> value) {
    FunctionCounter.builder(name, source, value).register(registry);
  }

  /** As the other one, with labels; the caller holds the source. */
  public <T> void counter(String name, Tags tags, T source, ToDoubleFunction<T> value) {
    FunctionCounter.builder(name, source, value).tags(tags).register(registry);
  }

  /** A number that the store counts itself, the same for all namenodes of a process. */
  public void counter(StoreCounter counter) {
    // The registry holds sources weakly, and nobody else holds this one.
    storeCounters.add(counter);
    FunctionCounter.builder("warren.store." + counter.name(), counter, c -> c.value().getAsLong())
        .description(counter.description())
        .tags(counter.label(), counter.labelValue())
        .register(registry);
  }

  /** All meters in Prometheus' text format. */
  public synchronized String scrape() {
    beforeScrape.forEach(Runnable::run);
    return registry.scrape();
  }

  public void close() {
    gc.close();
    registry.close();
  }
}
