package io.warren.namenode.admin;

import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.lease.ListOpenFiles;
import io.warren.namespace.snapshot.ListSnapshots;
import io.warren.namespace.snapshot.ListSnapshottable;
import io.warren.namespace.subtree.LookAtInodes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whom a change of inodes would concern besides who asks for it: writers of files at or below them,
 * and snapshots. Both are looked at as a whole, so the cost is of those that there are, not of what
 * lies below the inodes.
 */
final class InodeConcerns {
  /** What is told by name; the rest is counted. */
  static final int NAMED_MAX = 20;

  /** Open files that are looked at. */
  private static final int OPEN_FILES_MAX = 2_000;

  record OpenFile(String path, String holder, String client) {}

  /**
   * Files at or below the inodes that are open for writing.
   *
   * @param more whether there are open files that were not looked at
   */
  record OpenFiles(long count, boolean more, List<OpenFile> items) {}

  record Snapshot(String directory, String name, long createdAtMs) {}

  /** Snapshots of directories at or above the inodes: what they have of these stays. */
  record Snapshots(long count, List<Snapshot> items) {}

  /** Directories with snapshots, at or below the inodes: these can't be deleted. */
  record Below(long count, List<String> items) {}

  record Concerns(OpenFiles openFiles, Snapshots snapshots, Below withSnapshots, long asOfMs) {}

  private final Namespace namespace;
  private final CallContext system;

  /**
   * @param system the superuser's: who may ask is decided before
   */
  InodeConcerns(Namespace namespace, CallContext system) {
    this.namespace = namespace;
    this.system = system;
  }

  /** Of those of the inodes that are in the tree. */
  Concerns of(Set<Long> inodeIds) {
    long asOfMs = namespace.clock().millis();
    Set<FsPath> paths = new HashSet<>();
    for (LookAtInodes.Located at : namespace.run(new LookAtInodes(inodeIds), system).inodes()) {
      paths.add(at.path());
    }
    List<ListSnapshottable.Entry> withSnapshots =
        namespace.run(new ListSnapshottable(), system).stream()
            .filter(each -> each.snapshots() > 0)
            .toList();
    return new Concerns(
        openFiles(paths), above(paths, withSnapshots), below(paths, withSnapshots), asOfMs);
  }

  private OpenFiles openFiles(Set<FsPath> paths) {
    List<OpenFile> items = new ArrayList<>();
    long count = 0;
    long after = 0;
    int looked = 0;
    ListOpenFiles.Page page;
    do {
      page = namespace.run(new ListOpenFiles(after, FsPath.ROOT, ListOpenFiles.LIMIT_MAX), system);
      for (ListOpenFiles.Entry open : page.entries()) {
        looked++;
        after = open.inodeId();
        if (!isWithin(open.path(), paths)) {
          continue;
        }
        count++;
        if (items.size() < NAMED_MAX) {
          items.add(new OpenFile(open.path().toString(), open.holder(), open.clientMachine()));
        }
      }
    } while (page.hasMore() && looked < OPEN_FILES_MAX);
    return new OpenFiles(count, page.hasMore(), items);
  }

  private Snapshots above(Set<FsPath> paths, List<ListSnapshottable.Entry> directories) {
    List<Snapshot> found = new ArrayList<>();
    for (ListSnapshottable.Entry each : directories) {
      if (paths.stream().noneMatch(path -> path.startsWith(each.path()))) {
        continue;
      }
      for (ListSnapshots.Entry taken : namespace.run(new ListSnapshots(each.path()), system)) {
        found.add(
            new Snapshot(
                each.path().toString(), taken.snapshot().name(), taken.snapshot().createdAtMs()));
      }
    }
    found.sort(Comparator.comparingLong(Snapshot::createdAtMs).reversed());
    return new Snapshots(found.size(), found.stream().limit(NAMED_MAX).toList());
  }

  private static Below below(Set<FsPath> paths, List<ListSnapshottable.Entry> directories) {
    List<String> found =
        directories.stream()
            .map(ListSnapshottable.Entry::path)
            .filter(path -> isWithin(path, paths))
            .map(FsPath::toString)
            .sorted()
            .toList();
    return new Below(found.size(), found.stream().limit(NAMED_MAX).toList());
  }

  /** Whether a path is one of these, or below one. */
  private static boolean isWithin(FsPath path, Set<FsPath> paths) {
    for (int depth = path.depth(); depth >= 0; depth--) {
      if (paths.contains(path.prefix(depth))) {
        return true;
      }
    }
    return false;
  }
}
