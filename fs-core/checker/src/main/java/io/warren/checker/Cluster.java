package io.warren.checker;

import io.warren.model.ErasureCodingPolicy;
import io.warren.model.NamenodeMember;
import io.warren.namespace.CallContext;
import io.warren.namespace.ChangeGate;
import io.warren.namespace.LeaseAges;
import io.warren.namespace.Liveness;
import io.warren.namespace.Namespace;
import io.warren.namespace.NamespaceConfig;
import io.warren.namespace.NamespaceFormat;
import io.warren.namespace.Operation;
import io.warren.namespace.WriteBarrier;
import io.warren.namespace.policy.ChangeErasureCoding;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.WritesUnderWay;
import io.warren.store.schema.Tables;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Namenodes over one store, as the namespace sees them. Does not own the store. */
public final class Cluster implements AutoCloseable {
  private static final long VIEW_BYTES = 500;

  /**
   * How the namenodes are set up.
   *
   * @param hintsMax small to have hints evicted all the time
   * @param exactTimes whether a directory's modification time is written at every change
   * @param barrier whether namenodes know of each other's writes; else subtree operations lock rows
   */
  public record Settings(int namenodes, long hintsMax, boolean exactTimes, boolean barrier) {
    /** With exact knowledge of each other's writes. */
    public Settings(int namenodes, long hintsMax, boolean exactTimes) {
      this(namenodes, hintsMax, exactTimes, true);
    }

    /** What each namenode remembers of directories: as few as hints. */
    long viewsBytesMax() {
      return hintsMax * VIEW_BYTES;
    }

    /** The same, with a directory's modification time written once a second at most. */
    public Settings withTimesNowAndThen() {
      return new Settings(namenodes, hintsMax, false, barrier);
    }

    /** The same, with namenodes that know nothing of each other's writes. */
    public Settings withoutBarrier() {
      return new Settings(namenodes, hintsMax, exactTimes, false);
    }
  }

  /** One namenode. */
  public static final class Namenode implements Liveness {
    private final Namespace namespace;
    private final long id;
    private final Set<Long> live;

    Namenode(Cluster cluster, Store store) {
      id = cluster.lastNamenodeId.incrementAndGet();
      live = cluster.live;
      TransactionRunner runner =
          new TransactionRunner(store, TransactionRunner.Listener.NONE, cluster.writes);
      namespace =
          new Namespace(
              runner,
              cluster.clock,
              cluster.leaseAges,
              cluster.config(),
              this,
              cluster.settings.barrier() ? cluster::awaitWrites : WriteBarrier.NONE,
              ChangeGate.OPEN);
    }

    public Namespace namespace() {
      return namespace;
    }

    public <R> R run(Operation<R> operation, CallContext call) {
      return namespace.run(operation, call);
    }

    @Override
    public long selfId() {
      return id;
    }

    @Override
    public boolean isLive(long namenodeId) {
      return live.contains(namenodeId);
    }
  }

  private static final long BARRIER_TIMEOUT_MS = 300;

  private final Store store;
  private final WritesUnderWay writes = new WritesUnderWay();
  private final Settings settings;
  private final TransactionRunner plain;
  private final TestClock clock = new TestClock();

  /** Shared: as if every namenode had looked at the leases at every moment, restarts included. */
  private final LeaseAges leaseAges = new LeaseAges(() -> clock.millis() * 1_000_000);

  private final AtomicLong lastNamenodeId = new AtomicLong();
  private final AtomicInteger lastCallId = new AtomicInteger();
  private final Set<Long> live = ConcurrentHashMap.newKeySet();
  private final List<Namenode> namenodes = new CopyOnWriteArrayList<>();

  /** Starts namenodes over an empty store and formats it. */
  public Cluster(Store store, Settings settings) {
    this.store = store;
    this.settings = settings;
    this.plain = new TransactionRunner(store, TransactionRunner.Listener.NONE, writes);
    for (int i = 0; i < settings.namenodes(); i++) {
      namenodes.add(start(store));
    }
    NamespaceFormat.formatIfEmpty(namenodes.get(0).namespace());
    namenodes
        .get(0)
        .run(
            new ChangeErasureCoding(Coding.ALSO_ENABLED, ErasureCodingPolicy.State.ENABLED),
            newCall(Callers.context(Callers.SUPERUSER)));
  }

  private boolean awaitWrites() {
    return writes.awaitPresent(BARRIER_TIMEOUT_MS);
  }

  private NamespaceConfig config() {
    return new NamespaceConfig(
        "hdfs",
        "supergroup",
        Duration.ofMillis(Rules.RETRY_TTL_MS),
        settings.hintsMax(),
        settings.viewsBytesMax(),
        settings.exactTimes() ? Duration.ZERO : Duration.ofSeconds(1),
        NamespaceConfig.HASHED_LEVELS_DEFAULT);
  }

  public Store store() {
    return store;
  }

  public TestClock clock() {
    return clock;
  }

  public Settings settings() {
    return settings;
  }

  /** For reading rows and playing datanodes. */
  public TransactionRunner plain() {
    return plain;
  }

  public Namenode at(int index) {
    return namenodes.get(index % namenodes.size());
  }

  /** A further namenode that reaches the store through a wrapper; not one of {@link #at}. */
  public Namenode start(Store wrapped) {
    Namenode added = new Namenode(this, wrapped);
    long id = added.selfId();
    plain.run(
        TxOptions.write("test_join"),
        tx -> {
          tx.upsert(
              Tables.NAMENODES, new NamenodeMember(id, "nn" + id, "", "", 0, 0, 0, 0, "test"));
          return true;
        });
    live.add(id);
    return added;
  }

  /** Ends a namenode's membership: the others may take over what it held. */
  public void evict(Namenode dead) {
    plain.run(
        TxOptions.write("test_leave"),
        tx -> {
          tx.delete(Tables.NAMENODES, dead.selfId());
          return true;
        });
    live.remove(dead.selfId());
  }

  /** Replaces a namenode by one that knows nothing. */
  public void restart(int index) {
    int place = index % namenodes.size();
    Namenode old = namenodes.get(place);
    evict(old);
    old.namespace().close();
    namenodes.set(place, start(store));
  }

  /** The caller with the identity of a new call, which a client would keep when it tries again. */
  public CallContext newCall(CallContext caller) {
    return new CallContext(
        caller.user(),
        caller.groups(),
        caller.superuser(),
        "00112233445566778899aabbccddeeff",
        lastCallId.incrementAndGet(),
        "10.0.0.1");
  }

  @Override
  public void close() {
    namenodes.forEach(n -> n.namespace().close());
  }
}
