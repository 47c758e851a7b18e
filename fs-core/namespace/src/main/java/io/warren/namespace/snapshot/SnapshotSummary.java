package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.namespace.Access;
import io.warren.namespace.CallContext;
import io.warren.namespace.Children;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.SnapshotView;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a path in a snapshot holds, a page per transaction; rights as for the live tree. */
public record SnapshotSummary(FsPath path) {
  private static final int PAGE_ROWS = 1_000;

  private record Place(FsPath path, Inode directory, @Nullable Name after) {}

  /** The totals; quotas are not part of a snapshot. */
  public ContentTotals count(Namespace namespace, CallContext call) {
    long files = 0;
    long directories = 0;
    long symlinks = 0;
    long lengthBytes = 0;
    long spaceBytes = 0;
    Deque<Place> stack = new ArrayDeque<>();
    List<Inode> rows = namespace.inTransaction(new Root(), call).value();
    FsPath below = path;
    while (true) {
      for (Inode row : rows) {
        switch (row.kind()) {
          case FILE -> {
            files++;
            lengthBytes += row.sizeBytes();
            spaceBytes += row.sizeBytes() * row.replication();
          }
          case DIRECTORY -> {
            directories++;
            boolean root = stack.isEmpty() && directories == 1;
            stack.push(new Place(root ? path : below.child(row.name()), row, null));
          }
          case SYMLINK -> symlinks++;
        }
      }
      if (stack.isEmpty()) {
        return new ContentTotals(files, directories, symlinks, lengthBytes, spaceBytes, null);
      }
      Place place = stack.pop();
      Children.Page page = namespace.inTransaction(new Page(place), call).value();
      rows = page.children();
      below = place.path();
      if (!page.complete()) {
        stack.push(new Place(place.path(), place.directory(), page.reach()));
      }
    }
  }

  private final class Root implements InodeOperation<List<Inode>> {
    @Override
    public String name() {
      return "content_summary";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public List<Inode> execute(OperationTx tx) {
      SnapshotView.Found found = SnapshotView.resolve(tx, path);
      tx.permissions().traverse(found.path());
      found.path().requireLast();
      found.requireView();
      return List.of(found.path().requireLast());
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
      if (!tx.permissions().allows(place.directory(), Access.READ_EXECUTE)) {
        throw tx.permissions()
            .denied(place.path(), place.directory(), "Permission denied", Access.READ_EXECUTE);
      }
      SnapshotView view = SnapshotView.resolve(tx, path).requireView();
      return view.children(place.directory(), place.after(), PAGE_ROWS);
    }
  }
}
