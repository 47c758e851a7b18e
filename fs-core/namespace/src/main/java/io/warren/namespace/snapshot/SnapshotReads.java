package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.model.Snapshot;
import io.warren.namespace.Children;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.ListingPage;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotPath;
import io.warren.namespace.SnapshotRules;
import io.warren.namespace.SnapshotView;
import io.warren.namespace.rights.Access;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What operations answer for paths that lead into snapshots. Rights are those as of then. */
public final class SnapshotReads {
  private SnapshotReads() {}

  /** Attributes of a path; empty when it does not exist. */
  public static Optional<EntryStatus> status(OperationTx tx, FsPath path) {
    SnapshotView.Found found = SnapshotView.resolve(tx, path);
    tx.permissions().traverse(found.path());
    Inode shown = shown(found);
    return shown == null
        ? Optional.empty()
        : Optional.of(
            tx.status(found.path(), shown, shown.isDirectory() ? EntryStatus.NOT_COUNTED : 0));
  }

  /** A page of a directory's entries, or a file's own entry; empty when there is nothing. */
  public static Optional<ListingPage> listing(
      OperationTx tx, FsPath path, @Nullable Name after, int limit) {
    SnapshotView.Found found = SnapshotView.resolve(tx, path);
    tx.permissions().traverse(found.path());
    Inode last = found.path().last();
    Inode shown = shown(found);
    if (last == null || shown == null) {
      return Optional.empty();
    }
    EntryStatus self = tx.status(found.path(), shown, EntryStatus.NOT_COUNTED);
    if (!last.isDirectory()) {
      return Optional.of(new ListingPage(self, List.of(self), false));
    }
    tx.permissions().last(found.path(), Access.READ_EXECUTE);
    if (found.listsSnapshots()) {
      return Optional.of(snapshots(tx, self, found.path(), after, limit));
    }
    Children.Page page = found.requireView().children(last, after, limit);
    List<EntryStatus> entries = new ArrayList<>(page.children().size());
    for (Inode child : page.children()) {
      entries.add(
          tx.status(
              child, self.policies().of(child), child.isDirectory() ? EntryStatus.NOT_COUNTED : 0));
    }
    return Optional.of(new ListingPage(self, entries, !page.complete()));
  }

  private static ListingPage snapshots(
      OperationTx tx, EntryStatus self, ResolvedPath found, @Nullable Name after, int limit) {
    Inode directory = found.requireLast();
    List<Snapshot> all = new ArrayList<>(SnapshotRules.all(tx.store(), directory.id()));
    all.sort(Comparator.comparing(s -> Name.of(s.name())));
    List<Snapshot> rest =
        all.stream().filter(s -> after == null || Name.of(s.name()).compareTo(after) > 0).toList();
    List<EntryStatus> entries = new ArrayList<>();
    for (Snapshot snapshot : rest.subList(0, Math.min(limit, rest.size()))) {
      Inode root = new SnapshotView(tx, snapshot).root(directory);
      entries.add(tx.status(found, named(root, snapshot), EntryStatus.NOT_COUNTED));
    }
    return new ListingPage(self, entries, rest.size() > limit);
  }

  private static @Nullable Inode shown(SnapshotView.Found found) {
    Inode last = found.path().last();
    SnapshotPath parts = SnapshotPath.of(found.path().path());
    if (last == null) {
      return null;
    }
    if (found.listsSnapshots()) {
      return last.toBuilder().name(SnapshotPath.DOT_SNAPSHOT).build();
    }
    return parts.within().isEmpty() ? named(last, found.requireView().snapshot()) : last;
  }

  /** The root of a snapshot has its name, and was last changed when it was taken. */
  private static Inode named(Inode root, Snapshot snapshot) {
    return root.toBuilder().name(Name.of(snapshot.name())).mtimeMs(snapshot.createdAtMs()).build();
  }
}
