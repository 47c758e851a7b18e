package io.warren.store.ndb;

import io.warren.store.Durability;
import io.warren.store.Shards;
import io.warren.store.Store;
import io.warren.store.StoreCounter;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The metadata store on MySQL NDB Cluster. Any number of processes share one cluster. Reads see the
 * newest committed rows: there are no snapshots.
 */
public final class NdbStore implements Store {
  static final String KIND = "ndb";

  private static final Logger LOG = LoggerFactory.getLogger(NdbStore.class);
  private static final int RECONNECT_MS = 3_000;
  private static final int RECONNECT_PAUSE_MS = 1_000;

  private final NdbOptions options;
  private final TransactionIds transactionIds = new TransactionIds();
  private final StartMetrics metrics = new StartMetrics();
  private final Epochs epochs = new Epochs();
  private final Set<NdbTx> running = ConcurrentHashMap.newKeySet();
  private final Object ended = new Object();
  private final Object reconnecting = new Object();
  private final NdbFeed feed;
  private final Fragments fragments = new Fragments(this::usable);
  private volatile Link link;
  private volatile long reconnectAfterNs = System.nanoTime();
  private volatile boolean closing;
  private volatile boolean closed;

  private NdbStore(NdbOptions options, Link link) {
    this.options = options;
    this.link = link;
    transactionIds.node(link.nodeId());
    feed = new NdbFeed(new TransactionRunner(this, TransactionRunner.Listener.NONE));
  }

  /**
   * Connects to a cluster whose tables are there.
   *
   * @throws StoreException with code UNAVAILABLE when the cluster is not reachable in the options'
   *     time, FOREIGN when its tables are missing or of another version
   */
  public static NdbStore open(NdbOptions options) {
    Link link = Link.open(options);
    LOG.info(
        "Connected to the NDB cluster at {} as node {}", options.connectString(), link.nodeId());
    return over(link, options);
  }

  /** A store over a link that is open already; it releases the link in the end. */
  static NdbStore over(Link link, NdbOptions options) {
    NdbStore store = new NdbStore(options, link);
    try {
      store.feed.start();
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  @Override
  public Tx begin(TxOptions txOptions) {
    NdbTx tx = new NdbTx(this, usable(), txOptions);
    // Registered before the look at closing: either this sees it, or close() sees the transaction.
    running.add(tx);
    if (closed) {
      tx.close();
      throw new StoreException(Code.CLOSED, "The metadata store is closed")
          .with("operation", txOptions.operation());
    }
    return tx;
  }

  /** The link, replaced first when it is broken. */
  private Link usable() {
    Link now = link;
    if (!now.broken() || closed) {
      return now;
    }
    synchronized (reconnecting) {
      if (!link.broken() || closed) {
        return link;
      }
      if (System.nanoTime() - reconnectAfterNs < 0) {
        throw new StoreException(Code.UNAVAILABLE, "The connection to the NDB cluster is renewed");
      }
      Link broken = link;
      try {
        link = Link.open(options.connectTimeout(RECONNECT_MS));
      } catch (StoreException e) {
        reconnectAfterNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RECONNECT_PAUSE_MS);
        throw e;
      }
      transactionIds.node(link.nodeId());
      epochs.restarted();
      broken.release();
      LOG.info("Renewed the connection to the NDB cluster, as node {}", link.nodeId());
      return link;
    }
  }

  /** A transaction failed: its link may be of no use any more. */
  void failed(Link used, StoreException e) {
    if (Classify.needsNewConnection(e) && !used.broken()) {
      LOG.warn("Renewing the connection to the NDB cluster: {}", e.getMessage());
      used.markBroken();
    }
  }

  void ended(NdbTx tx) {
    running.remove(tx);
    if (closing) {
      synchronized (ended) {
        ended.notifyAll();
      }
    }
  }

  long nextTransactionId() {
    return transactionIds.next();
  }

  Epochs epochs() {
    return epochs;
  }

  StartMetrics metrics() {
    return metrics;
  }

  @Override
  public List<StoreCounter> counters() {
    return metrics.counters();
  }

  @Override
  public NdbFeed feed() {
    return feed;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Shards shards() {
    return fragments;
  }

  @Override
  public boolean snapshotReads() {
    return false;
  }

  @Override
  public long moment() {
    return epochs.now();
  }

  @Override
  public boolean settled(long moment) {
    return epochs.over(moment);
  }

  /** Learns of global checkpoints by this process's own commits. */
  @Override
  public Durability durability() {
    return epochs;
  }

  @Override
  public int incarnation(Tx tx) {
    return Incarnations.now(tx);
  }

  @Override
  public void close() {
    synchronized (ended) {
      if (closing) {
        return;
      }
      closing = true;
    }
    // The feed gives its lease back by transactions.
    feed.close();
    closed = true;
    awaitRunning();
    for (NdbTx tx : running) {
      tx.end();
    }
    link.release();
  }

  private void awaitRunning() {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.closeWaitMs());
    boolean interrupted = false;
    synchronized (ended) {
      while (!running.isEmpty() && !interrupted) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        if (leftMs <= 0) {
          break;
        }
        try {
          ended.wait(leftMs);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
