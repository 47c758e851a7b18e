package io.warren.datanode.rows;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells namenodes that this datanode can make blocks from rows: each as soon as the datanode has
 * registered there, so that a namenode that was started anew sends readers here at once, and again
 * and again.
 */
final class RowReadiness implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RowReadiness.class);

  /** Two words may be lost before a namenode stops counting on the datanode. */
  private static final long AGAIN_MS = 8_000;

  private static final long LOOK_MS = 200;

  private final RowSeats seats;
  private final RowSource source;
  private final Thread thread;

  /** When each namenode heard it last, of those where the datanode is registered. */
  private Map<RowSeats.Seat, Long> heardNanos = new HashMap<>();

  private volatile boolean closed;

  private RowReadiness(RowSeats seats, RowSource source) {
    this.seats = seats;
    this.source = source;
    this.thread = new Thread(this::run, "row readiness");
    thread.setDaemon(true);
  }

  static RowReadiness start(RowSeats seats, RowSource source) {
    RowReadiness started = new RowReadiness(seats, source);
    started.thread.start();
    return started;
  }

  private void run() {
    while (!closed) {
      List<RowSeats.Seat> registered = seats.registered();
      Map<RowSeats.Seat, Long> heard = new HashMap<>();
      for (RowSeats.Seat seat : registered) {
        Long before = heardNanos.get(seat);
        boolean isDue =
            before == null || System.nanoTime() - before > TimeUnit.MILLISECONDS.toNanos(AGAIN_MS);
        if (!isDue) {
          heard.put(seat, before);
        } else if (tell(seat)) {
          heard.put(seat, System.nanoTime());
        }
      }
      heardNanos = heard;
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
    }
  }

  private boolean tell(RowSeats.Seat seat) {
    try {
      source.tellReady(seat);
      return true;
    } catch (IOException e) {
      LOG.debug("Namenode {} does not know yet that rows are read here", seat.namenode(), e);
      return false;
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
