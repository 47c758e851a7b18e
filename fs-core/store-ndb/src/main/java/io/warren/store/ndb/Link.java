package io.warren.store.ndb;

import com.mysql.ndbjtie.ndbapi.Ndb;
import com.mysql.ndbjtie.ndbapi.NdbDictionary.Dictionary;
import com.mysql.ndbjtie.ndbapi.Ndb_cluster_connection;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the cluster, with what depends on it: the catalog and the sessions. When it
 * breaks, the store replaces it as a whole; the last transaction that uses it frees it.
 */
final class Link {
  private static final Logger LOG = LoggerFactory.getLogger(Link.class);
  private static final int STEP_S = 1;
  private static final int PROGRESS_MS = 5_000;
  private static final int SESSION_WAIT_MS = 5_000;
  private static final int CONNECTED = 0;

  static {
    System.loadLibrary("ndbclient");
  }

  private final Ndb_cluster_connection connection;
  private final Ndb dictionary;
  private final Catalog catalog;
  private final String database;
  private final Semaphore permits;
  private final int sessionsMax;
  private final ConcurrentLinkedDeque<Session> idle = new ConcurrentLinkedDeque<>();

  /** The store's own use, and one for each session in use. */
  private final AtomicInteger users = new AtomicInteger(1);

  private volatile boolean broken;

  private Link(
      Ndb_cluster_connection connection, Ndb dictionary, Catalog catalog, NdbOptions options) {
    this.connection = connection;
    this.dictionary = dictionary;
    this.catalog = catalog;
    this.database = options.database();
    this.sessionsMax = options.sessionsMax();
    this.permits = new Semaphore(options.sessionsMax());
  }

  /**
   * Connects, and waits for the cluster as long as the options say.
   *
   * @throws StoreException with code UNAVAILABLE when it is not reachable in time, FOREIGN when the
   *     tables are missing or differ
   */
  static Link open(NdbOptions options) {
    Ndb_cluster_connection connection = Ndb_cluster_connection.create(options.connectString());
    Ndb dictionary = null;
    try {
      connection.set_name("warren");
      long deadlineNs =
          System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.connectTimeoutMs());
      await("management node", options, deadlineNs, () -> connection.connect(0, 0, 0));
      await("data nodes", options, deadlineNs, () -> awaitDataNodes(connection));
      dictionary = Ndb.create(connection, options.database(), "def");
      if (dictionary.init(4) != 0) {
        throw Classify.error(dictionary.getNdbError());
      }
      checkSchema(connection, dictionary.getDictionary(), options.database());
      Catalog catalog = Catalog.read(dictionary.getDictionary(), FeedTables.all());
      return new Link(connection, dictionary, catalog, options);
    } catch (RuntimeException e) {
      if (dictionary != null) {
        Ndb.delete(dictionary);
      }
      Ndb_cluster_connection.delete(connection);
      throw e;
    }
  }

  /** The API answers above 0 when some data nodes are missing: the cluster works without them. */
  private static int awaitDataNodes(Ndb_cluster_connection connection) {
    return connection.wait_until_ready(STEP_S, STEP_S) >= 0 ? CONNECTED : -1;
  }

  private static void checkSchema(
      Ndb_cluster_connection connection, Dictionary dictionary, String database) {
    Catalog versions;
    try {
      versions = Catalog.read(dictionary, List.of(FeedTables.SCHEMA_VERSIONS));
    } catch (StoreException e) {
      throw SchemaCheck.missing(database);
    }
    Session session = new Session(connection, database);
    try {
      Exchange exchange = new Exchange(session.start(null, 0), session.arena(), new Cost());
      ScanRun<Integer, SchemaVersion> scan =
          new ScanRun<>(versions.of(FeedTables.SCHEMA_VERSIONS), SchemaCheck.applied());
      exchange.read(List.of(), List.of(scan));
      scan.fetch(exchange);
      session.end(exchange.transaction());
      SchemaCheck.check(database, scan.rows());
    } finally {
      session.delete();
    }
  }

  /** A step of connecting: 0 when done, above 0 or -1 to be repeated. */
  @FunctionalInterface
  private interface Step {
    int tried();
  }

  private static void await(String what, NdbOptions options, long deadlineNs, Step step) {
    long nextLineNs = System.nanoTime();
    while (step.tried() != CONNECTED) {
      long nowNs = System.nanoTime();
      if (nowNs >= deadlineNs || Thread.currentThread().isInterrupted()) {
        throw new StoreException(Code.UNAVAILABLE, "The NDB cluster is not reachable")
            .with("waitedFor", what)
            .with("connectString", options.connectString())
            .with("timeoutMs", options.connectTimeoutMs());
      }
      if (nowNs >= nextLineNs) {
        LOG.info(
            "Waiting for the {} of the NDB cluster at {}, {} s at most",
            what,
            options.connectString(),
            TimeUnit.NANOSECONDS.toSeconds(deadlineNs - nowNs));
        nextLineNs = nowNs + TimeUnit.MILLISECONDS.toNanos(PROGRESS_MS);
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Catalog catalog() {
    return catalog;
  }

  /** This process's node id in the cluster. */
  int nodeId() {
    return connection.node_id();
  }

  /** New transactions should get another link. */
  void markBroken() {
    broken = true;
  }

  boolean broken() {
    return broken;
  }

  /** A session, or null when the link is freed already. */
  @Nullable Session take() {
    if (!retain()) {
      return null;
    }
    try {
      if (!permits.tryAcquire(SESSION_WAIT_MS, TimeUnit.MILLISECONDS)) {
        release();
        throw new StoreException(Code.UNAVAILABLE, "Too many transactions run at the same time")
            .with("sessionsMax", sessionsMax);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      release();
      throw new StoreException(Code.UNAVAILABLE, "Interrupted while waiting for a session", e);
    }
    Session session = idle.pollFirst();
    if (session != null) {
      return session;
    }
    try {
      return new Session(connection, database);
    } catch (RuntimeException e) {
      permits.release();
      release();
      throw e;
    }
  }

  /** Gives a session back; an unusable one is not used again. */
  void give(Session session, boolean usable) {
    if (usable && !broken) {
      idle.addFirst(session);
    } else {
      session.delete();
    }
    permits.release();
    release();
  }

  /** Notes another user, who must release the link; false when it is freed already. */
  boolean retain() {
    while (true) {
      int now = users.get();
      if (now == 0) {
        return false;
      }
      if (users.compareAndSet(now, now + 1)) {
        return true;
      }
    }
  }

  /** Ends a use. The last one frees the native objects. */
  void release() {
    if (users.decrementAndGet() > 0) {
      return;
    }
    for (Session session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
      session.delete();
    }
    Ndb.delete(dictionary);
    Ndb_cluster_connection.delete(connection);
  }
}
