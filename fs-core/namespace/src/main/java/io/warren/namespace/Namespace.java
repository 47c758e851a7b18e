package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.RetryEntry;
import io.warren.model.RetryKey;
import io.warren.namespace.view.DirectoryViews;
import io.warren.store.Acknowledgement;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The namespace as one namenode sees it. It holds no truth: only caches that every use checks, so
 * any number of them may run over one store. Thread-safe.
 */
public final class Namespace implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Namespace.class);
  private static final int RESTARTS_MAX = 20;
  private static final int BACKGROUND_TASKS_MAX = 100;
  private static final int BACKGROUND_THREADS = 4;
  private static final int SUBTREE_THREADS = 16;
  private static final long THREAD_IDLE_S = 30;

  private final TransactionRunner runner;
  private final Clock clock;
  private final NamespaceConfig config;
  private final Liveness liveness;
  private final WriteBarrier writeBarrier;
  private final ChangeGate changeGate;
  private final HintCache hints;
  private final DirectoryViews views;
  private final PathResolver resolver;
  private final PathLocker locker;
  private final InodeLocator inodeLocator;
  private final PartitionGuess partitionGuess;
  private final LeaseAges leaseAges;
  private final Principals principals;
  private final ExecutorService prefetching;
  private final ExecutorService background;
  private final ExecutorService subtreeWork;
  private final IdAllocator ids;
  private final Set<Long> subtreeLocksHeld = ConcurrentHashMap.newKeySet();
  private final LiveSnapshots liveSnapshots = new LiveSnapshots();
  private final AbandonedLocks abandonedLocks = new AbandonedLocks(this);
  private final LongAdder subtreeLocksBroken = new LongAdder();
  private final TotalsStats totalsStats = new TotalsStats();
  private final QuotaCatchUp quotaCatchUp;
  private final Set<Long> treesBeingFreed = ConcurrentHashMap.newKeySet();
  private volatile @Nullable String followed;

  public Namespace(
      TransactionRunner runner, Clock clock, NamespaceConfig config, Liveness liveness) {
    this(runner, clock, config, liveness, WriteBarrier.NONE, ChangeGate.OPEN);
  }

  /**
   * As the other one.
   *
   * @param writeBarrier waits for the writes of all namenodes over the store
   * @param changeGate whether files may be changed now
   */
  public Namespace(
      TransactionRunner runner,
      Clock clock,
      NamespaceConfig config,
      Liveness liveness,
      WriteBarrier writeBarrier,
      ChangeGate changeGate) {
    this(
        runner, clock, new LeaseAges(System::nanoTime), config, liveness, writeBarrier, changeGate);
  }

  /**
   * As the other one.
   *
   * @param clock for times that are stored and shown; may differ between namenodes and be set
   * @param leaseAges what this namenode knows of leases' ages
   */
  public Namespace(
      TransactionRunner runner,
      Clock clock,
      LeaseAges leaseAges,
      NamespaceConfig config,
      Liveness liveness,
      WriteBarrier writeBarrier,
      ChangeGate changeGate) {
    this.runner = runner;
    this.clock = clock;
    this.config = config;
    this.liveness = liveness;
    this.writeBarrier = writeBarrier;
    this.changeGate = changeGate;
    this.hints = new HintCache(runner.store(), config.hintsMax());
    this.views = new DirectoryViews(runner.store(), config.viewsBytesMax());
    this.resolver = new PathResolver(hints, views);
    this.locker = new PathLocker(resolver, config.parentMtimeGranularity().toMillis());
    this.inodeLocator = new InodeLocator(hints, views);
    this.leaseAges = leaseAges;
    this.partitionGuess = new PartitionGuess(resolver);
    this.principals = new Principals(runner);
    this.quotaCatchUp = new QuotaCatchUp(new QuotaApplier(runner));
    this.prefetching = threads("warren-id-prefetch", 1, BACKGROUND_TASKS_MAX);
    this.background =
        threads("warren-namespace-background", BACKGROUND_THREADS, BACKGROUND_TASKS_MAX);
    this.subtreeWork = threads("warren-subtree", SUBTREE_THREADS, Integer.MAX_VALUE);
    this.ids = new IdAllocator(runner, prefetching);
  }

  private static ThreadPoolExecutor threads(String name, int count, int waitingMax) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            count,
            count,
            THREAD_IDLE_S,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(waitingMax),
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /**
   * Where one subtree operation runs its transactions side by side. The threads are shared by all
   * of them; each bounds what it has under way.
   */
  public <R> CompletionService<R> subtreeWork() {
    return new ExecutorCompletionService<>(subtreeWork);
  }

  /**
   * Runs work that some later task would do as well. When too much waits already, or the namenode
   * stops, it is left to that task.
   *
   * @return whether the work was taken on
   */
  public boolean inBackground(Runnable work) {
    try {
      background.execute(
          () -> {
            try {
              work.run();
            } catch (RuntimeException e) {
              LOG.warn("Background work was interrupted; housekeeping goes on", e);
            }
          });
      return true;
    } catch (RejectedExecutionException e) {
      LOG.info("Background work is left to housekeeping");
      return false;
    }
  }

  /** Runs an operation. */
  public <R> R run(Operation<R> operation, CallContext call) {
    return runCommitted(operation, call).value();
  }

  /**
   * Runs an operation; also tells the feed sequence of its last change. 0 when it made none, and on
   * stores that give sequences late when the call is not {@link CallContext#withSequence()}.
   */
  public <R> Committed<R> runCommitted(Operation<R> operation, CallContext call) {
    String source = followed;
    if (source != null && operation.mutates()) {
      throw new NamespaceException(
              NamespaceException.Code.SAFE_MODE,
              "This file system follows another one and is read only: change the other one, or end"
                  + " the following")
          .with("operation", operation.name())
          .with("follows", source);
    }
    return operation.perform(this, call);
  }

  /**
   * From now on every change that comes through {@link #run} is refused: the file system is a copy
   * of another one, which it follows.
   *
   * @param source where the changes of the other one are read
   */
  public void follow(String source) {
    followed = source;
  }

  /** Where the changes are read of the file system that this one follows; null when it does not. */
  public @Nullable String followed() {
    return followed;
  }

  public TransactionRunner runner() {
    return runner;
  }

  public Clock clock() {
    return clock;
  }

  public NamespaceConfig config() {
    return config;
  }

  public Liveness liveness() {
    return liveness;
  }

  public WriteBarrier writeBarrier() {
    return writeBarrier;
  }

  public Principals principals() {
    return principals;
  }

  public LeaseAges leaseAges() {
    return leaseAges;
  }

  LiveSnapshots liveSnapshots() {
    return liveSnapshots;
  }

  public IdAllocator ids() {
    return ids;
  }

  /** The inode with names for ids. */
  public EntryStatus status(Inode inode, EffectivePolicies policies, int childrenCount) {
    return new EntryStatus(
        inode,
        principals.userName(inode.ownerId()),
        principals.groupName(inode.groupId()),
        policies,
        childrenCount);
  }

  /** As the other one, without what the inode inherits. */
  public EntryStatus status(Inode inode, int childrenCount) {
    return status(inode, EffectivePolicies.NONE.of(inode), childrenCount);
  }

  /** Forgets every hint and view, as a namenode that just started. */
  public void forgetHints() {
    hints.clear();
    views.clear();
  }

  /** What this namenode remembers of directories. */
  public DirectoryViews directoryViews() {
    return views;
  }

  /**
   * Notes which subtree locks this namenode works under. A lock of this namenode that is not noted
   * was left by an operation that failed to clear it.
   */
  public Set<Long> subtreeLocksHeld() {
    return subtreeLocksHeld;
  }

  /** Ids of deleted inodes that this namenode frees now. */
  public Set<Long> treesBeingFreed() {
    return treesBeingFreed;
  }

  /** Whether nobody works under the subtree lock of an inode. */
  boolean isAbandoned(Inode inode) {
    long owner = inode.subtreeLockOwner();
    return owner == liveness.selfId()
        ? !subtreeLocksHeld.contains(inode.id())
        : owner != 0 && !liveness.isLive(owner);
  }

  PathResolver resolver() {
    return resolver;
  }

  HintCache hints() {
    return hints;
  }

  PathLocker locker() {
    return locker;
  }

  InodeLocator inodeLocator() {
    return inodeLocator;
  }

  /** Stops the background threads; running operations are not disturbed. */
  @Override
  public void close() {
    prefetching.shutdown();
    background.shutdownNow();
    subtreeWork.shutdown();
  }

  /**
   * Runs a one-transaction operation, again when hints were stale. For operations that consist of
   * several; clients use {@link #run}.
   */
  public <R> Committed<R> inTransaction(InodeOperation<R> operation, CallContext call) {
    hints.begin();
    try {
      return withHints(operation, call);
    } finally {
      hints.end();
    }
  }

  private <R> Committed<R> withHints(InodeOperation<R> operation, CallContext call) {
    Identity identity = principals.identify(call);
    RetryKey retryKey =
        operation.atMostOnce() && call.hasRetryIdentity()
            ? new RetryKey(call.clientId(), call.callId())
            : null;
    TxOptions options = options(operation, call);
    for (int restart = 0; restart < RESTARTS_MAX; restart++) {
      AtomicReference<@Nullable OperationTx> last = new AtomicReference<>();
      try {
        Committed<R> result =
            runner.runCommitted(
                runner.store().takesHints()
                    ? options.hint(operation.partition(partitionGuess))
                    : options,
                tx -> {
                  long memberId = operation.mutates() ? liveness.selfId() : 0;
                  OperationTx attempt =
                      new OperationTx(this, tx, call, identity, retryKey, memberId);
                  last.set(attempt);
                  checkGate(operation);
                  R answer = attempt(operation, attempt, retryKey);
                  checkGate(operation);
                  return answer;
                });
        rememberWrites(last.get());
        return result;
      } catch (StalePathException e) {
        // The hints are repaired now, and stay so for the next attempt.
        hints.pin();
      } catch (SubtreeLocks.Abandoned e) {
        clearAbandonedLock(e.inode);
      } catch (QuotaBehindException e) {
        quotaCatchUp.apply(e.directoryId());
      } catch (StoreException e) {
        if (e.code() != StoreException.Code.ROW_EXISTS) {
          throw e;
        }
        // Another namenode added the same row; the next attempt sees it. When the row is the answer
        // of this very call, an operation that reads nothing would never see it.
        Committed<R> answered = earlierAnswer(operation, call, identity, retryKey);
        if (answered != null) {
          return answered;
        }
      } catch (NamespaceException e) {
        return answeredBefore(operation, call, identity, retryKey, e);
      }
    }
    throw new StoreException(
            StoreException.Code.UNAVAILABLE, "The path kept changing while it was locked")
        .with("operation", operation.name())
        .with("restarts", RESTARTS_MAX);
  }

  private void checkGate(InodeOperation<?> operation) {
    if (operation.mutates() && !operation.runsInSafeMode()) {
      changeGate.check();
    }
  }

  private static TxOptions options(InodeOperation<?> operation, CallContext call) {
    if (!operation.mutates()) {
      return TxOptions.read(operation.name());
    }
    TxOptions options = TxOptions.write(operation.name());
    if (call.sequenced()) {
      options = options.withSequence();
    }
    Acknowledgement answer = call.answer();
    return answer == null ? options : options.answeredBy(answer);
  }

  private <R> R attempt(InodeOperation<R> operation, OperationTx tx, @Nullable RetryKey retryKey) {
    try {
      R result = operation.execute(tx);
      tx.finish(retryKey == null ? null : retryEntry(retryKey, operation.encode(result)));
      return result;
    } catch (RetryProbe.Replayed e) {
      return operation.decode(
          e.entry.payload(), new OperationTx(this, tx.store(), tx.call(), tx.identity(), null, 0));
    }
  }

  private RetryEntry retryEntry(RetryKey key, byte @Nullable [] payload) {
    long expiresAtMs = clock.millis() + config.retryCacheTtl().toMillis();
    return new RetryEntry(key.clientId(), key.callId(), expiresAtMs, payload);
  }

  /**
   * An error may be the doing of the same call's first execution (its file exists already): then
   * the first answer counts.
   */
  private <R> Committed<R> answeredBefore(
      InodeOperation<R> operation,
      CallContext call,
      Identity identity,
      @Nullable RetryKey retryKey,
      NamespaceException error) {
    Committed<R> answered = earlierAnswer(operation, call, identity, retryKey);
    if (answered == null) {
      throw error;
    }
    return answered;
  }

  /** What an earlier execution of the same call answered; null when there was none. */
  private <R> @Nullable Committed<R> earlierAnswer(
      InodeOperation<R> operation,
      CallContext call,
      Identity identity,
      @Nullable RetryKey retryKey) {
    if (retryKey == null) {
      return null;
    }
    Committed<Optional<R>> found =
        runner.runCommitted(
            TxOptions.read(operation.name()),
            tx -> {
              RetryEntry entry = tx.get(Tables.RETRY_CACHE, retryKey, LockMode.READ_COMMITTED);
              OperationTx reading = new OperationTx(this, tx, call, identity, null, 0);
              return entry == null
                  ? Optional.empty()
                  : Optional.of(operation.decode(entry.payload(), reading));
            });
    return found.value().map(value -> new Committed<>(value, found.commitSequence())).orElse(null);
  }

  private void rememberWrites(@Nullable OperationTx committed) {
    if (committed != null) {
      committed.inodes().vacated().forEach(key -> hints.forget(key.parentId(), key.name()));
      committed.inodes().present().forEach(hints::put);
      committed.committed();
    }
  }

  private void clearAbandonedLock(Inode locked) {
    if (runner.run(
        TxOptions.write("clear_subtree_lock"), tx -> abandonedLocks.breakLock(tx, locked))) {
      noteBrokenLock();
    }
  }

  public AbandonedLocks abandonedLocks() {
    return abandonedLocks;
  }

  /** A lock was broken, and that is committed. */
  public void noteBrokenLock() {
    subtreeLocksBroken.increment();
  }

  public TotalsStats totalsStats() {
    return totalsStats;
  }

  /** How many abandoned subtree locks this namenode has broken. */
  public long subtreeLocksBroken() {
    return subtreeLocksBroken.sum();
  }
}
