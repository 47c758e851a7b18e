package io.warren.namenode.election;

import io.warren.store.StoreException;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the namenodes of one process do what is ordered: whoever shall not serve is drained, and
 * comes back when that is ordered no more. It comes back unbidden, too, when nobody has served for
 * a while: a namenode that rests beside clients that find none helps nobody.
 */
public final class DrainWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DrainWatch.class);
  private static final long LOOK_MS = 1_000;

  /** As much as one look may find of the time since the one before: the rest it slept through. */
  private static final long SEEN_MAX_MS = 2 * LOOK_MS;

  /** The process whose namenodes these are. */
  public interface Process {
    /** Names of its namenodes, of those that serve and of others. */
    Set<String> names();

    /** Drains its namenodes among the named, and starts those again that are named no more. */
    void follow(DrainedNamenodes drained) throws InterruptedException;
  }

  private final DrainOrders orders;
  private final Process process;
  private final long aloneAfterMs;
  private final LongSupplier nanoTime;
  private final Heartbeats heartbeats;
  private final ScheduledExecutorService looking;

  /** Time that was watched since another was last seen to serve. */
  private long aloneMs;

  private long lookedNanos;
  private boolean looked;

  /**
   * @param aloneAfterMs how long nobody may serve before a drained namenode comes back by itself
   */
  public DrainWatch(DrainOrders orders, Process process, long aloneAfterMs) {
    this(orders, process, aloneAfterMs, System::nanoTime);
  }

  DrainWatch(DrainOrders orders, Process process, long aloneAfterMs, LongSupplier nanoTime) {
    this.orders = orders;
    this.process = process;
    this.aloneAfterMs = aloneAfterMs;
    this.nanoTime = nanoTime;
    heartbeats = new Heartbeats(nanoTime);
    looking =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread daemon = new Thread(task, "drained-namenodes");
              daemon.setDaemon(true);
              return daemon;
            });
  }

  /** Looks every second from now on. */
  public void start() {
    looking.scheduleWithFixedDelay(this::lookSafely, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
  }

  private void lookSafely() {
    try {
      look();
    } catch (StoreException e) {
      LOG.info("Which namenodes shall not serve is not known now: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn("A namenode did not follow an order; it is tried again", e);
    }
  }

  /** One look at the orders and the members. */
  void look() throws InterruptedException {
    DrainOrders.Look seen = orders.look();
    DrainedNamenodes drained = seen.drained();
    boolean served =
        seen.members().stream().anyMatch(m -> !drained.names(m.name()) && heartbeats.moved(m));
    heartbeats.observe(seen.members());
    long sinceLookMs = sinceLookMs();
    aloneMs = served ? 0 : aloneMs + Math.min(sinceLookMs, SEEN_MAX_MS);
    process.follow(aloneMs > aloneAfterMs ? withoutOwn(drained) : drained);
  }

  /** Time since the look before, 0 for the first: nobody looked while the process started. */
  private long sinceLookMs() {
    long nowNanos = nanoTime.getAsLong();
    long sinceMs = looked ? TimeUnit.NANOSECONDS.toMillis(nowNanos - lookedNanos) : 0;
    looked = true;
    lookedNanos = nowNanos;
    return sinceMs;
  }

  private DrainedNamenodes withoutOwn(DrainedNamenodes drained) {
    DrainedNamenodes left = drained;
    for (String name : process.names()) {
      if (left.names(name) && orders.lift(name)) {
        LOG.warn("Drained namenode {} serves again: no other has for {} ms", name, aloneMs);
      }
      left = left.without(name);
    }
    return left;
  }

  @Override
  public void close() {
    looking.shutdownNow();
  }
}
