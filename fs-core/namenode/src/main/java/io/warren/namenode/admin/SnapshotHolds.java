package io.warren.namenode.admin;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.SnapshotPath;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.snapshot.ListSnapshots;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which snapshots have an inode at the place where it is now. */
final class SnapshotHolds {
  /** Each costs a lookup; the newest come first. */
  private static final int SNAPSHOTS_MAX = 50;

  /**
   * An inode as a snapshot has it.
   *
   * @param path the way to it in the snapshot
   * @param changed whether its length or time were others then
   */
  record Held(
      String name,
      String directory,
      String path,
      long createdAtMs,
      long sizeBytes,
      long mtimeMs,
      boolean changed) {}

  private record Candidate(FsPath directory, String name, long createdAtMs, FsPath path) {}

  private final Namespace namespace;

  SnapshotHolds(Namespace namespace) {
    this.namespace = namespace;
  }

  /** The newest first; null for a path that is itself in a snapshot. */
  @Nullable List<Held> of(FsPath path, Inode inode, CallContext caller) {
    if (SnapshotPath.isOne(path)) {
      return null;
    }
    List<Candidate> candidates = new ArrayList<>();
    for (int depth = 0; depth <= path.depth(); depth++) {
      candidates.addAll(candidates(path, depth, caller));
    }
    candidates.sort(Comparator.comparingLong(Candidate::createdAtMs).reversed());
    List<Held> held = new ArrayList<>();
    for (Candidate each : candidates.subList(0, Math.min(candidates.size(), SNAPSHOTS_MAX))) {
      Inode then = find(each.path(), caller);
      if (then != null && then.id() == inode.id()) {
        boolean changed =
            then.sizeBytes() != inode.sizeBytes() || then.mtimeMs() != inode.mtimeMs();
        held.add(
            new Held(
                each.name(),
                each.directory().toString(),
                each.path().toString(),
                each.createdAtMs(),
                then.sizeBytes(),
                then.mtimeMs(),
                changed));
      }
    }
    return held;
  }

  /** The snapshots of one directory on the way, if it has any that the caller may list. */
  private List<Candidate> candidates(FsPath path, int depth, CallContext caller) {
    FsPath directory = path.prefix(depth);
    List<Candidate> found = new ArrayList<>();
    try {
      for (ListSnapshots.Entry each : namespace.run(new ListSnapshots(directory), caller)) {
        String name = each.snapshot().name();
        FsPath within = directory.child(SnapshotPath.DOT_SNAPSHOT).child(Name.of(name));
        for (Name part : path.components().subList(depth, path.depth())) {
          within = within.child(part);
        }
        found.add(new Candidate(directory, name, each.snapshot().createdAtMs(), within));
      }
    } catch (NamespaceException e) {
      // Not snapshottable, no directory, or not his to list: it has nothing to tell him.
    }
    return found;
  }

  private @Nullable Inode find(FsPath path, CallContext caller) {
    try {
      return namespace
          .run(new GetStatus(path, GetStatus.Count.NONE), caller)
          .map(status -> status.inode())
          .orElse(null);
    } catch (NamespaceException e) {
      // The rights of then count in a snapshot, and names of then: what is not his is not there.
      return null;
    }
  }
}
