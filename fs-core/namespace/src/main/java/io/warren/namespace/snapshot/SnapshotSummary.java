package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.ContentSums;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.SnapshotView;
import io.warren.namespace.Walk;
import io.warren.namespace.rights.Access;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What a path in a snapshot holds, a page per transaction; rights as for the live tree.
 *
 * @param walk tells whether to go on
 */
public record SnapshotSummary(FsPath path, Walk walk) {
  private static final int PAGE_ROWS = 1_000;

  private record Place(FsPath path, Inode directory, int policyId, @Nullable Name after) {}

  private record Start(Inode inode, int policyId) {}

  /** The totals; quotas are not part of a snapshot. */
  public ContentTotals count(Namespace namespace, CallContext call) {
    ContentSums sums = new ContentSums();
    Deque<Place> stack = new ArrayDeque<>();
    Start start = namespace.inTransaction(new Root(), call).value();
    sums.add(start.inode(), start.policyId());
    if (start.inode().isDirectory()) {
      stack.push(new Place(path, start.inode(), start.policyId(), null));
    }
    long rowsRead = 0;
    while (!stack.isEmpty()) {
      walk.goOn(rowsRead);
      Place place = stack.pop();
      Children.Page page = namespace.inTransaction(new Page(place), call).value();
      rowsRead = page.children().size();
      int above = place.policyId();
      if (!page.complete()) {
        stack.push(new Place(place.path(), place.directory(), above, page.reach()));
      }
      for (Inode row : page.children()) {
        sums.add(row, above);
        if (row.isDirectory()) {
          int policyId = row.storagePolicy() == 0 ? above : row.storagePolicy();
          stack.push(new Place(place.path().child(row.name()), row, policyId, null));
        }
      }
    }
    return sums.totals(null);
  }

  private final class Root implements InodeOperation<Start> {
    @Override
    public String name() {
      return "content_summary";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Start execute(OperationTx tx) {
      SnapshotView.Found found = SnapshotView.resolve(tx, path);
      tx.permissions().traverse(found.path());
      found.requireView();
      return new Start(
          found.path().requireLast(), EffectivePolicies.of(found.path().rows()).storage());
    }
  }

  private final class Page implements InodeOperation<Children.Page> {
    private final Place place;

    Page(Place place) {
      this.place = place;
    }

    @Override
    public String name() {
      return "content_summary";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Children.Page execute(OperationTx tx) {
      tx.permissions().require(place.path(), place.directory(), Access.READ_EXECUTE);
      SnapshotView view = SnapshotView.resolve(tx, path).requireView();
      return view.children(place.directory(), place.after(), PAGE_ROWS);
    }
  }
}
