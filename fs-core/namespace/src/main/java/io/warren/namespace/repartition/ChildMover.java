package io.warren.namespace.repartition;

import io.warren.model.DirectoryRepartition;
import io.warren.model.NamespaceException;
import io.warren.namespace.CallContext;
import io.warren.namespace.Namespace;
import io.warren.namespace.repartition.MoveBatch.Done;
import io.warren.namespace.repartition.MoveBatch.Position;
import io.warren.store.Scan;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
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
  private static final int BATCHES_PER_SWEEP = 50;
  private static final int REFUSALS_MAX = 20;
  private static final long REFUSED_PAUSE_NANOS = 50_000_000;
  private static final long PAUSE_NANOS = 5_000_000;

  private final Namespace namespace;
  private final int childrenMax;
  private final Map<Long, Position> positions = new ConcurrentHashMap<>();

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
    namespace.inBackground(() -> move(inodeId, Integer.MAX_VALUE));
  }

  /**
   * Moves children until none is left.
   *
   * @param batchesMax transactions at most
   * @return whether the directory is settled
   */
  public boolean move(long inodeId, int batchesMax) {
    int refusals = 0;
    for (int batch = 0; batch < batchesMax && !Thread.currentThread().isInterrupted(); batch++) {
      Position from = positions.getOrDefault(inodeId, Position.START);
      try {
        Done done =
            namespace.inTransaction(new MoveBatch(inodeId, from, childrenMax), SYSTEM).value();
        refusals = 0;
        Position next = done.next();
        if (next == null) {
          positions.remove(inodeId);
          return true;
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
   * Goes on with every directory that is being repartitioned, a bounded number of batches each; a
   * housekeeping task of the leader.
   *
   * @return directories that were settled
   */
  public long sweep() {
    List<DirectoryRepartition> open =
        namespace
            .runner()
            .run(
                TxOptions.read("sweep_repartitions"),
                tx -> tx.scan(Scan.prefix(Tables.DIRECTORY_REPARTITIONS, DIRECTORIES_PER_SWEEP)));
    Set<Long> ids = new HashSet<>();
    long settled = 0;
    for (DirectoryRepartition work : open) {
      ids.add(work.inodeId());
      settled += move(work.inodeId(), BATCHES_PER_SWEEP) ? 1 : 0;
    }
    positions.keySet().retainAll(ids);
    return settled;
  }
}
