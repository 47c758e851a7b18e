package io.warren.namenode.admin;

import io.warren.model.ClusterEvent;
import io.warren.model.NamenodeMember;
import io.warren.model.SubtreeOperation;
import io.warren.namespace.ClusterEvents;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** GET /subtree-operations: the subtree locks that are held now, and whether their owners live. */
final class SubtreeOperationsResource implements AdminServlet.Resource {
  private static final int LIMIT_DEFAULT = 100;
  private static final int LIMIT_MAX = 1_000;

  /**
   * @param owner name of the owning namenode; null when nobody knows it any more
   * @param ownerLive whether the owner is a member; otherwise whoever meets the lock breaks it
   */
  record OperationView(
      long inodeId,
      String path,
      String operation,
      String user,
      @Nullable String owner,
      long ownerId,
      boolean ownerLive,
      long startedAtMs) {}

  record Page(List<OperationView> operations, @Nullable String nextCursor, long asOfMs) {}

  private final TransactionRunner runner;
  private final Clock clock;

  SubtreeOperationsResource(TransactionRunner runner, Clock clock) {
    this.runner = runner;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) {
    if (!request.method().equals("GET") || request.segments().size() != 1) {
      throw AdminServlet.noSuchCall();
    }
    long afterId = request.number("cursor", 0, 1, Long.MAX_VALUE);
    int limit = (int) request.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    return runner.run(
        TxOptions.read("list_subtree_locks"), tx -> page(tx, afterId, limit, clock.millis()));
  }

  private static Page page(Tx tx, long afterId, int limit, long asOfMs) {
    Scan<Long, SubtreeOperation> scan = Scan.prefix(Tables.SUBTREE_OPERATIONS, limit + 1);
    List<SubtreeOperation> found = tx.scan(afterId == 0 ? scan : scan.after(afterId));
    List<SubtreeOperation> shown = found.subList(0, Math.min(limit, found.size()));
    Map<Long, OwnerState> owners = new HashMap<>();
    List<OperationView> views = new ArrayList<>();
    for (SubtreeOperation operation : shown) {
      OwnerState owner =
          owners.computeIfAbsent(operation.ownerNamenodeId(), id -> OwnerState.read(tx, id));
      views.add(
          new OperationView(
              operation.inodeId(),
              operation.path(),
              operation.operation(),
              operation.user(),
              owner.name(),
              operation.ownerNamenodeId(),
              owner.live(),
              operation.startedAtMs()));
    }
    String next = found.size() > limit ? "" + shown.get(limit - 1).inodeId() : null;
    return new Page(views, next, asOfMs);
  }

  private record OwnerState(@Nullable String name, boolean live) {
    static OwnerState read(Tx tx, long namenodeId) {
      NamenodeMember member = tx.get(Tables.NAMENODES, namenodeId, LockMode.READ_COMMITTED);
      return member != null
          ? new OwnerState(member.name(), true)
          : new OwnerState(
              ClusterEvents.departure(tx, namenodeId).map(ClusterEvent::subject).orElse(null),
              false);
    }
  }
}
