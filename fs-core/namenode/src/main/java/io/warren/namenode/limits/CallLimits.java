package io.warren.namenode.limits;

import io.warren.model.CallLimit;
import io.warren.model.CallLimitKey;
import io.warren.model.CallLimitKind;
import io.warren.model.NamespaceException;
import io.warren.store.Scan;
import io.warren.store.Scans;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The limits of calls that are in the store, as one namenode goes by them: it reads them every
 * second, and goes on by those it knows while the store is silent. Thread-safe.
 */
public final class CallLimits implements AutoCloseable {
  /** Limits that may be set at a time. */
  public static final int LIMITS_MAX = 100;

  private static final Logger LOG = LoggerFactory.getLogger(CallLimits.class);
  private static final long REFRESH_MS = 1_000;
  private static final int PAGE = 2 * LIMITS_MAX;

  private final TransactionRunner runner;
  private final Clock clock;
  private final ScheduledExecutorService thread;
  private final LongAdder refused = new LongAdder();
  private volatile Map<CallLimitKey, LimitedCalls> known = Map.of();

  public CallLimits(String namenode, TransactionRunner runner, Clock clock) {
    this.runner = runner;
    this.clock = clock;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread daemon = new Thread(task, "call-limits-" + namenode);
              daemon.setDaemon(true);
              return daemon;
            });
  }

  /** Reads the limits now, and every second from now on. */
  public void start() {
    thread.scheduleWithFixedDelay(this::look, 0, REFRESH_MS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      refresh();
    } catch (RuntimeException e) {
      LOG.warn("Reading the limits of calls failed; those that are known hold on", e);
    }
  }

  /** Goes by what is in the store. A limit that is as it was goes on counting. */
  synchronized void refresh() {
    Map<CallLimitKey, LimitedCalls> now = new HashMap<>();
    for (CallLimit limit : runner.run(TxOptions.read("call_limits"), CallLimits::all)) {
      LimitedCalls before = known.get(limit.key());
      boolean same = before != null && before.limit().equals(limit);
      now.put(limit.key(), same ? before : new LimitedCalls(limit));
    }
    known = Map.copyOf(now);
  }

  private static List<CallLimit> all(Tx tx) {
    return Scans.all(tx, Scan.prefix(Tables.CALL_LIMITS, PAGE));
  }

  /** Whether any call may be refused. */
  boolean areSet() {
    return !known.isEmpty();
  }

  /** The limit that has no room for one more call of these now; null when all have. */
  @Nullable CallLimit full(String user, String address, String application) {
    CallLimit full = full(CallLimitKind.USER, user);
    if (full == null) {
      full = full(CallLimitKind.ADDRESS, address);
    }
    return full == null ? full(CallLimitKind.APPLICATION, application) : full;
  }

  private @Nullable CallLimit full(CallLimitKind kind, String name) {
    LimitedCalls calls = known.get(new CallLimitKey(kind, name));
    if (calls == null || calls.limit().isOver(clock.millis()) || calls.admit()) {
      return null;
    }
    refused.increment();
    return calls.limit();
  }

  /** Attempts refused since the start; a client repeats a call that is. */
  public long refused() {
    return refused.sum();
  }

  /** What this namenode goes by, in the order of kinds and names. */
  public List<LimitedCalls> inForce() {
    long nowMs = clock.millis();
    return known.values().stream()
        .filter(calls -> !calls.limit().isOver(nowMs))
        .sorted(
            Comparator.comparing((LimitedCalls calls) -> calls.limit().key().kind())
                .thenComparing(calls -> calls.limit().key().name()))
        .toList();
  }

  /**
   * Sets a limit, in the place of the one that its key had. Those that are over are forgotten.
   *
   * @throws NamespaceException INVALID_ARGUMENT when there are as many as may be
   */
  public void set(CallLimit limit) {
    runner.run(
        TxOptions.write("set_call_limit"),
        tx -> {
          int others = 0;
          for (CallLimit each : all(tx)) {
            if (each.isOver(clock.millis())) {
              tx.delete(Tables.CALL_LIMITS, each.key());
            } else if (!each.key().equals(limit.key())) {
              others++;
            }
          }
          if (others >= LIMITS_MAX) {
            throw new NamespaceException(
                    NamespaceException.Code.INVALID_ARGUMENT,
                    "There are as many limits of calls as there may be: lift one first")
                .with("limitsMax", LIMITS_MAX);
          }
          tx.upsert(Tables.CALL_LIMITS, limit);
          return true;
        });
    refresh();
  }

  /** Lifts a limit; false when there is none. */
  public boolean lift(CallLimitKey key) {
    boolean lifted =
        runner.run(
            TxOptions.write("lift_call_limit"),
            tx -> {
              boolean found = all(tx).stream().anyMatch(each -> each.key().equals(key));
              if (found) {
                tx.delete(Tables.CALL_LIMITS, key);
              }
              return found;
            });
    refresh();
    return lifted;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
