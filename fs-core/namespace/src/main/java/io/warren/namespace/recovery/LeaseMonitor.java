package io.warren.namespace.recovery;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.Lease;
import io.warren.model.LeasePath;
import io.warren.model.NamespaceException;
import io.warren.namespace.CallContext;
import io.warren.namespace.FileSettings;
import io.warren.namespace.Namespace;
import io.warren.namespace.file.ReleaseLease;
import io.warren.namespace.lease.BlockRecovery;
import io.warren.namespace.lease.Leases;
import io.warren.namespace.lease.RecoveryOrders;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes the files of clients that are gone: the leader's periodic work. Every file whose lease is
 * past the hard limit is taken from its holder; every file under recovery has its recovery ordered,
 * again when it does not end in time or the datanode that led it is lost. What was ordered is known
 * in memory only: a new leader orders again, under a new generation stamp, for a datanode refuses
 * one that it has met before. Called by one thread at a time.
 */
public final class LeaseMonitor {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseMonitor.class);
  private static final int LEASES_PER_PAGE = 500;
  private static final int PATHS_PER_PAGE = 500;
  private static final int FILES_PER_TICK_MAX = 2_000;

  private record Ordered(BlockRecovery recovery, long atMs) {
    /** The block that the recovery changes or makes. */
    BlockKey block() {
      long copyId = recovery.copyBlockId();
      long blockId = copyId == BlockRecovery.NO_COPY ? recovery.blockId() : copyId;
      return new BlockKey(recovery.inodeId(), blockId);
    }
  }

  private final Namespace namespace;
  private final FileSettings settings;
  private final long recoveryTimeoutMs;
  private final Consumer<Tx> fence;
  private final RecoveryOrders orders;
  private final CallContext system;
  private final Map<Long, Ordered> ordered = new HashMap<>();
  private boolean inheriting = true;

  /**
   * @param recoveryTimeoutMs after this time a recovery is begun again
   * @param fence called in every transaction; throws when this namenode no longer leads
   * @param orders passes recoveries to datanodes
   */
  public LeaseMonitor(
      Namespace namespace,
      FileSettings settings,
      long recoveryTimeoutMs,
      Consumer<Tx> fence,
      RecoveryOrders orders) {
    this.namespace = namespace;
    this.settings = settings;
    this.recoveryTimeoutMs = recoveryTimeoutMs;
    this.fence = fence;
    this.orders = orders;
    this.system = CallContext.system(namespace.config().superuserName());
  }

  /**
   * One round.
   *
   * @return files that were closed
   */
  public int tick() {
    int closed = 0;
    @Nullable String after = null;
    List<Lease> page;
    do {
      page = leases(after);
      for (Lease lease : page) {
        boolean expired = namespace.leaseAges().isOlder(lease, settings.leaseHardLimitMs());
        if (expired && !lease.holder().equals(Leases.RECOVERY_HOLDER)) {
          closed += expire(lease);
        }
        after = lease.holder();
      }
    } while (page.size() == LEASES_PER_PAGE);
    return closed + recover();
  }

  private List<Lease> leases(@Nullable String after) {
    return namespace
        .runner()
        .run(
            TxOptions.read("scan_leases"),
            tx -> tx.scan(Scan.prefix(Tables.LEASES, LEASES_PER_PAGE).after(after)));
  }

  private List<LeasePath> paths(String holder, @Nullable LeasePath after) {
    return namespace
        .runner()
        .run(
            TxOptions.read("scan_lease_paths"),
            tx ->
                tx.scan(
                    Scan.prefix(Tables.LEASE_PATHS, PATHS_PER_PAGE, holder)
                        .after(after == null ? null : after.key())));
  }

  private int expire(Lease lease) {
    LOG.info("Lease of {} expired", lease.holder());
    int closed = 0;
    for (int done = 0; done < FILES_PER_TICK_MAX; done += PATHS_PER_PAGE) {
      List<LeasePath> page = paths(lease.holder(), null);
      int released = 0;
      for (LeasePath path : page) {
        ReleaseLease.@Nullable Outcome outcome = release(path, true);
        if (outcome != null) {
          released++;
          closed += outcome.state() == ReleaseLease.State.CLOSED ? 1 : 0;
        }
      }
      if (page.isEmpty() || released == 0) {
        break;
      }
    }
    forget(lease.holder());
    return closed;
  }

  /** Removes a lease that is still expired and has no file any more. */
  private void forget(String holder) {
    namespace
        .runner()
        .run(
            TxOptions.write("remove_lease"),
            tx -> {
              fence.accept(tx);
              Lease now = tx.get(Tables.LEASES, holder, LockMode.EXCLUSIVE);
              boolean expired = namespace.leaseAges().isOlder(now, settings.leaseHardLimitMs());
              boolean empty = tx.scan(Scan.prefix(Tables.LEASE_PATHS, 1, holder)).isEmpty();
              // An absent row is not locked: another namenode may be writing it now.
              if (now != null && expired && empty) {
                tx.delete(Tables.LEASES, holder);
              }
              return expired && empty;
            });
    namespace.leaseAges().forget(holder);
  }

  /** Orders recoveries, and closes what waited for nothing but replicas. */
  private int recover() {
    int closed = 0;
    Set<Long> seen = new HashSet<>();
    @Nullable LeasePath after = null;
    List<LeasePath> page;
    do {
      page = paths(Leases.RECOVERY_HOLDER, after);
      for (LeasePath path : page) {
        seen.add(path.inodeId());
        closed += recover(path) ? 1 : 0;
        after = path;
      }
    } while (page.size() == PATHS_PER_PAGE && seen.size() < FILES_PER_TICK_MAX);
    ordered.keySet().retainAll(seen);
    orders.retain(
        ordered.values().stream().map(o -> o.recovery().blockId()).collect(Collectors.toSet()));
    inheriting = false;
    return closed;
  }

  private boolean recover(LeasePath path) {
    long nowMs = namespace.clock().millis();
    Ordered before = ordered.get(path.inodeId());
    if (before != null
        && nowMs - before.atMs() < recoveryTimeoutMs
        && orders.isUnderWay(before.recovery().blockId())
        && isAwaited(before)) {
      return false;
    }
    // The file may have been closed and be under another recovery since, which is to be begun.
    boolean again = before != null && isAwaited(before);
    ReleaseLease.@Nullable Outcome outcome = release(path, again || inheriting);
    BlockRecovery recovery = outcome == null ? null : outcome.recovery();
    ordered.remove(path.inodeId());
    if (recovery != null && orders.order(recovery)) {
      ordered.put(path.inodeId(), new Ordered(recovery, nowMs));
      LOG.info("Recovery of {} ordered", recovery);
    }
    return outcome != null && outcome.state() == ReleaseLease.State.CLOSED;
  }

  /** Whether a recovery has not ended, and none was begun after it. */
  private boolean isAwaited(Ordered order) {
    Block now =
        namespace
            .runner()
            .<Optional<Block>>run(
                TxOptions.read("look_at_recovery").hint(order.recovery().inodeId()),
                tx ->
                    Optional.ofNullable(
                        tx.get(Tables.BLOCKS, order.block(), LockMode.READ_COMMITTED)))
            .orElse(null);
    return now != null
        && now.state().isRecovering()
        && now.recoveryId() == order.recovery().recoveryId();
  }

  /** Forgets what was ordered: another namenode leads, and orders again what is still open. */
  public void deposed() {
    ordered.clear();
    inheriting = true;
  }

  /** Null when the file can't be worked on now, for instance below a subtree operation. */
  private ReleaseLease.@Nullable Outcome release(LeasePath path, boolean newRecovery) {
    try {
      return namespace.run(
          new ReleaseLease(path.inodeId(), path.holder(), newRecovery, fence), system);
    } catch (NamespaceException e) {
      LOG.warn("File {} of {} could not be released", path.inodeId(), path.holder(), e);
      return null;
    }
  }
}
