package io.warren.namespace.repartition;

import io.warren.model.DirectoryRepartition;
import io.warren.model.NamespaceException;
import io.warren.namespace.CallContext;
import io.warren.namespace.Fenced;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.repartition.MoveBatch.Done;
import io.warren.namespace.repartition.MoveBatch.Position;
import io.warren.store.Scan;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the children of directories that are being repartitioned, in bounded transactions with
 * pauses in which others get at the directory. The namenode that was asked begins at once; the
 * leader's housekeeping goes on with whatever was left. Thread-safe.
 */
public final class ChildMover {
  /** Children per transaction; each is a row deleted and a row inserted. */
  public static final int CHILDREN_PER_TRANSACTION = 200;

  private static final Logger LOG = LoggerFactory.getLogger(ChildMover.class);
  private static final CallContext SYSTEM = CallContext.system("warren");
  private static final int DIRECTORIES_PER_SWEEP = 100;
  private static final int BATCHES_PER_TURN = 20;
  private static final int POSITIONS_MAX = 1_000;
  private static final long SWEEP_NANOS_MAX = 1_000_000_000;
  private static final int REFUSALS_MAX = 20;
  private static final long REFUSED_PAUSE_NANOS = 50_000_000;
  private static final long PAUSE_NANOS = 5_000_000;

  private final Namespace namespace;
  private final int childrenMax;
  private final Map<Long, Position> positions = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable Long> sweptThrough = new AtomicReference<>();

  public ChildMover(Namespace namespace) {
    this(namespace, CHILDREN_PER_TRANSACTION);
  }

  /** For tests: with another number of children per transaction. */
  public ChildMover(Namespace namespace, int childrenMax) {
    this.namespace = namespace;
    this.childrenMax = childrenMax;
  }

  /** Begins in the background; what fails is left to {@link #sweep}. */
  public void start(long inodeId) {
    namespace.inBackground(() -> move(inodeId, Integer.MAX_VALUE, LeaderFence.NONE));
  }

  /**
   * Moves children until none is left.
   *
   * @param batchesMax transactions at most
   * @return whether the directory is settled
   */
  public boolean move(long inodeId, int batchesMax) {
    return move(inodeId, batchesMax, LeaderFence.NONE);
  }

  private boolean move(long inodeId, int batchesMax, LeaderFence fence) {
    int refusals = 0;
    for (int batch = 0; batch < batchesMax && !Thread.currentThread().isInterrupted(); batch++) {
      Position from = positions.getOrDefault(inodeId, Position.START);
      try {
        MoveBatch batchOf = new MoveBatch(inodeId, from, childrenMax);
        Done done = namespace.inTransaction(new Fenced<>(batchOf, fence), SYSTEM).value();
        refusals = 0;
        Position next = done.next();
        if (next == null) {
          positions.remove(inodeId);
          return true;
        }
        if (positions.size() >= POSITIONS_MAX) {
          // Starting a directory over costs reading, nothing else.
          positions.clear();
        }
        positions.put(inodeId, next);
        LockSupport.parkNanos(PAUSE_NANOS);
      } catch (NamespaceException e) {
        if (e.code() != NamespaceException.Code.SUBTREE_LOCKED || ++refusals > REFUSALS_MAX) {
          LOG.info("Repartitioning of inode {} waits: {}", inodeId, e.getMessage());
          return false;
        }
        LockSupport.parkNanos(REFUSED_PAUSE_NANOS);
      }
    }
    return false;
  }

  /**
   * Goes on with directories that are being repartitioned, for a bounded time; the next call begins
   * where this one ended. A housekeeping task of the leader.
   *
   * @return directories that were settled
   */
  public long sweep(LeaderFence fence) {
    Long after = sweptThrough.get();
    List<DirectoryRepartition> open =
        namespace
            .runner()
            .run(
                TxOptions.read("sweep_repartitions"),
                tx ->
                    tx.scan(
                        Scan.prefix(Tables.DIRECTORY_REPARTITIONS, DIRECTORIES_PER_SWEEP)
                            .after(after)));
    long deadlineNanos = System.nanoTime() + SWEEP_NANOS_MAX;
    long settled = 0;
    int swept = 0;
    for (DirectoryRepartition work : open) {
      if (System.nanoTime() - deadlineNanos > 0) {
        break;
      }
      settled += move(work.inodeId(), BATCHES_PER_TURN, fence) ? 1 : 0;
      sweptThrough.set(work.inodeId());
      swept++;
    }
    if (swept == open.size()) {
      sweptThrough.set(null);
    }
    return settled;
  }
}
