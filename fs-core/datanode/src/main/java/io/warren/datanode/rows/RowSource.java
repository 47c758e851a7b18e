package io.warren.datanode.rows;

import io.warren.blockreports.RowBlock;
import io.warren.blockreports.RowBlockClient;
import io.warren.blockreports.RowBlockRequest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The namenodes that rows are read from: any of a pool will do, so the one that answered last is
 * asked first and the others when it does not. Thread-safe.
 */
final class RowSource implements RowCache.Source, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RowSource.class);

  private static final int CALL_TIMEOUT_MS = 10_000;
  private static final int CALLS_MAX = 64;
  private static final int TURN_TIMEOUT_MS = 30_000;

  private final RowSeats seats;
  private final Configuration conf;
  private final Map<InetSocketAddress, RowBlockClient> clients = new ConcurrentHashMap<>();
  private final Semaphore turns = new Semaphore(CALLS_MAX);
  private volatile @Nullable InetSocketAddress answeredLast;

  RowSource(RowSeats seats, Configuration conf) {
    this.seats = seats;
    this.conf = conf;
  }

  @Override
  public RowBlock read(String poolId, long inodeId) throws IOException {
    try {
      if (!turns.tryAcquire(TURN_TIMEOUT_MS, TimeUnit.MILLISECONDS)) {
        throw new IOException("Too many readers wait for namenodes to send rows");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while waiting to ask a namenode for rows", e);
    }
    try {
      return ask(poolId, new RowBlockRequest(poolId, seats.datanodeUuid(), inodeId));
    } finally {
      turns.release();
    }
  }

  private RowBlock ask(String poolId, RowBlockRequest request) throws IOException {
    IOException failed = new IOException("No namenode of block pool " + poolId + " is known");
    for (InetSocketAddress namenode : inTurn(poolId)) {
      try {
        RowBlock read = client(namenode).read(request);
        answeredLast = namenode;
        return read;
      } catch (FileNotFoundException e) {
        throw e;
      } catch (IOException e) {
        LOG.info("Namenode {} did not send the rows of a file: {}", namenode, e.toString());
        failed = e;
      }
    }
    throw failed;
  }

  private List<InetSocketAddress> inTurn(String poolId) {
    List<InetSocketAddress> namenodes = new ArrayList<>();
    for (RowSeats.Seat seat : seats.registered()) {
      if (seat.poolId().equals(poolId)) {
        namenodes.add(seat.namenode());
      }
    }
    InetSocketAddress first = answeredLast;
    if (first != null && namenodes.remove(first)) {
      namenodes.add(0, first);
    }
    return namenodes;
  }

  /** Tells a namenode that this datanode can make blocks from rows. */
  void tellReady(RowSeats.Seat seat) throws IOException {
    client(seat.namenode()).ready(new RowBlockRequest(seat.poolId(), seats.datanodeUuid(), 0));
  }

  private RowBlockClient client(InetSocketAddress namenode) throws IOException {
    RowBlockClient known = clients.get(namenode);
    if (known != null) {
      return known;
    }
    RowBlockClient made =
        RowBlockClient.connect(
            namenode, UserGroupInformation.getLoginUser(), conf, CALL_TIMEOUT_MS);
    RowBlockClient first = clients.putIfAbsent(namenode, made);
    if (first == null) {
      return made;
    }
    made.close();
    return first;
  }

  @Override
  public void close() {
    clients.values().forEach(RowBlockClient::close);
    clients.clear();
  }
}
