package io.warren.namenode.admin;

import io.warren.model.IdRange;
import io.warren.model.Inode;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.IdKind;
import io.warren.namespace.Namespace;
import io.warren.namespace.Partitioning;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * GET /inodes: every inode in id order, page by page; GET /inodes/columns: the same, a list for
 * each member.
 */
final class InodesResource implements AdminServlet.Resource {
  private static final int LIMIT_MAX = 5_000;
  private static final String COLUMNS = "columns";

  record Page(List<InodeView> inodes, @Nullable Long nextAfterId, long asOfMs) {}

  private final TransactionRunner runner;
  private final Namespace namespace;
  private final Clock clock;

  InodesResource(TransactionRunner runner, Namespace namespace, Clock clock) {
    this.runner = runner;
    this.namespace = namespace;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) {
    List<String> segments = request.segments();
    boolean asColumns = segments.size() == 2 && segments.get(1).equals(COLUMNS);
    if (!request.method().equals("GET") || !(asColumns || segments.size() == 1)) {
      throw AdminServlet.noSuchCall();
    }
    long afterId = request.number("after_id", 0, 0, Long.MAX_VALUE);
    int limit = (int) request.number("limit", 1_000, 1, LIMIT_MAX);
    long asOfMs = clock.millis();
    List<Inode> rows =
        runner.run(
            TxOptions.read("scan_inodes"),
            tx -> tx.scan(Scan.index(Tables.INODES, Tables.INODES_BY_ID, limit).above(afterId)));
    Long next = rows.size() < limit ? null : rows.get(rows.size() - 1).id();
    // Roots of deleted subtrees wait outside the tree to be freed.
    List<InodeView> views =
        rows.stream()
            .filter(inode -> inode.parentId() != Partitioning.DETACHED_ID)
            .map(inode -> InodeView.of(namespace.status(inode, EntryStatus.NOT_COUNTED)))
            .toList();
    return asColumns
        ? InodeColumns.of(views, next, idsBelow(), asOfMs)
        : new Page(views, next, asOfMs);
  }

  /** Above every id that an inode had until now: how long the walk is. */
  private long idsBelow() {
    return runner.run(
        TxOptions.read("inode_ids"),
        tx -> {
          IdRange row = tx.get(Tables.ID_RANGES, IdKind.INODE.stored(), LockMode.READ_COMMITTED);
          return row == null ? IdKind.INODE.firstId() : row.nextId();
        });
  }
}
