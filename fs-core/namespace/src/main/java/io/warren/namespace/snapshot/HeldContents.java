package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.model.InodeFormKey;
import io.warren.model.Name;
import io.warren.model.SnapshottableDirectory;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.ContentSums;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Partitioning;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotRules;
import io.warren.namespace.Walk;
import io.warren.namespace.rights.Access;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.schema.Tables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was deleted at or below a path and is still held by snapshots: what stock HDFS counts with a
 * directory beside what is there. Walks the directories of which snapshots were taken, with the
 * former rows of each, a page per transaction; elsewhere it costs one look at the list of such
 * directories. Needs read and execute on every directory that it walks.
 *
 * @param walk tells whether to go on
 */
public record HeldContents(FsPath path, Walk walk) implements Operation<ContentTotals> {
  private static final int PAGE_ROWS = 500;

  /** To its end, however long that takes. */
  public HeldContents(FsPath path) {
    this(path, Walk.TO_THE_END);
  }

  /**
   * A directory to look into.
   *
   * @param row its present row, null when only former rows of it are left
   * @param deleted whether it is no longer in the tree, so that its children count, too
   * @param policyId the storage policy that holds for it
   * @param afterChild the child to go on behind
   * @param formsOnly whether its children were looked at
   * @param afterForm the former row to go on behind
   */
  private record Visit(
      FsPath path,
      long directoryId,
      @Nullable Inode row,
      boolean deleted,
      int policyId,
      @Nullable Name afterChild,
      boolean formsOnly,
      @Nullable InodeFormKey afterForm) {
    static Visit of(FsPath path, Inode row, boolean deleted, int policyAbove) {
      int policyId = row.storagePolicy() == 0 ? policyAbove : row.storagePolicy();
      return new Visit(path, row.id(), row, deleted, policyId, null, false, null);
    }

    /** Of a directory that is gone, with what was in it. */
    static Visit ofForms(FsPath path, Inode former, int policyAbove) {
      int policyId = former.storagePolicy() == 0 ? policyAbove : former.storagePolicy();
      return new Visit(path, former.id(), null, true, policyId, null, true, null);
    }

    Visit behind(Children.Page page) {
      return new Visit(
          path, directoryId, row, deleted, policyId, page.reach(), page.complete(), null);
    }

    Visit behind(InodeFormKey form) {
      return new Visit(path, directoryId, row, deleted, policyId, null, true, form);
    }
  }

  /** What one page of a directory told. */
  private record Seen(List<Inode> counted, List<Visit> next) {}

  @Override
  public String name() {
    return "content_summary";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Committed<ContentTotals> perform(Namespace namespace, CallContext call) {
    Deque<Visit> stack = new ArrayDeque<>(namespace.inTransaction(new Begin(), call).value());
    ContentSums sums = new ContentSums();
    Set<Long> seen = new HashSet<>();
    long rowsRead = 0;
    while (!stack.isEmpty()) {
      walk.goOn(rowsRead);
      Visit visit = stack.pop();
      Seen page = namespace.inTransaction(new Look(visit, seen), call).value();
      rowsRead = page.counted().size() + page.next().size();
      for (Inode inode : page.counted()) {
        sums.add(inode, visit.policyId());
        seen.add(inode.id());
      }
      page.next().forEach(stack::push);
    }
    return new Committed<>(sums.totals(null), 0);
  }

  /** Where former rows may be: in the path's directory, or in snapshottable ones below. */
  private final class Begin implements InodeOperation<List<Visit>> {
    @Override
    public String name() {
      return "content_summary";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public List<Visit> execute(OperationTx tx) {
      ResolvedPath found = tx.resolve(path);
      tx.permissions().traverse(found);
      Inode directory = found.requireLast();
      List<Visit> visits = new ArrayList<>();
      if (!directory.isDirectory()) {
        return visits;
      }
      if (found.rows().stream().anyMatch(Inode::snapshottable)) {
        int policyId = EffectivePolicies.of(found.rows()).storage();
        visits.add(Visit.of(path, directory, false, policyId));
        return visits;
      }
      for (SnapshottableDirectory root :
          tx.store()
              .scan(Scan.prefix(Tables.SNAPSHOTTABLE_DIRECTORIES, SnapshotRules.DIRECTORIES_MAX))) {
        FsPath at = root.snapshots() == 0 ? null : tx.pathOf(root.inodeId());
        Inode row = at == null || !at.startsWith(path) ? null : tx.resolve(at).last();
        if (at != null && row != null && row.id() == root.inodeId()) {
          int policyId = EffectivePolicies.of(tx.resolve(at).rows()).storage();
          visits.add(Visit.of(at, row, false, policyId));
        }
      }
      return visits;
    }
  }

  /**
   * Looks at a page of a directory.
   *
   * @param counted ids of what was counted already: an inode may have former rows at several places
   */
  private record Look(Visit visit, Set<Long> counted) implements InodeOperation<Seen> {
    @Override
    public String name() {
      return "content_summary";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Seen execute(OperationTx tx) {
      Inode row = visit.row();
      return row == null || visit.formsOnly() ? forms(tx) : children(tx, row);
    }

    private Seen children(OperationTx tx, Inode row) {
      tx.permissions().require(visit.path(), row, Access.READ_EXECUTE);
      Children.Page page =
          Children.page(tx.store(), row, LockMode.SETTLED, visit.afterChild(), PAGE_ROWS);
      Seen seen = new Seen(new ArrayList<>(), new ArrayList<>());
      seen.next().add(visit.behind(page));
      for (Inode child : page.children()) {
        if (visit.deleted()) {
          seen.counted().add(child);
        }
        if (child.isDirectory()) {
          FsPath at = visit.path().child(child.name());
          seen.next().add(Visit.of(at, child, visit.deleted(), visit.policyId()));
        }
      }
      return seen;
    }

    /** Of what was in the directory once: what is deleted. */
    private Seen forms(OperationTx tx) {
      List<InodeForm> page =
          tx.store()
              .scan(
                  Scan.prefix(Tables.INODE_FORMS, PAGE_ROWS, visit.directoryId())
                      .after(visit.afterForm())
                      .locked(LockMode.SETTLED));
      Map<Long, Inode> former = new LinkedHashMap<>();
      page.stream()
          .map(InodeForm::row)
          .filter(row -> !counted.contains(row.id()))
          .forEach(row -> former.put(row.id(), row));
      List<ReadBatch.Row<Inode>> retained = new ArrayList<>();
      ReadBatch batch = tx.store().batch();
      for (long id : former.keySet()) {
        retained.add(batch.get(Tables.INODES, Partitioning.retainedKey(id)));
      }
      batch.execute();
      Seen found = new Seen(new ArrayList<>(), new ArrayList<>());
      if (page.size() == PAGE_ROWS) {
        found.next().add(visit.behind(page.get(page.size() - 1).key()));
      }
      int at = 0;
      for (Inode row : former.values()) {
        add(tx, found, row, retained.get(at++).get());
      }
      return found;
    }

    private void add(OperationTx tx, Seen found, Inode former, @Nullable Inode kept) {
      FsPath at = visit.path().child(former.name());
      if (kept != null) {
        found.counted().add(kept);
        if (kept.isDirectory()) {
          found.next().add(Visit.of(at, kept, true, visit.policyId()));
        }
      } else if (former.isDirectory() && InodeRows.find(tx.store(), former.id()) == null) {
        found.counted().add(former);
        found.next().add(Visit.ofForms(at, former, visit.policyId()));
      }
    }
  }
}
