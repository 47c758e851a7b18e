package io.warren.namespace;

import io.warren.model.Name;
import io.warren.model.NamespaceException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path into a snapshot: the snapshottable directory, ".snapshot", the snapshot's name and the
 * path within it.
 *
 * @param snapshot null when the path ends with ".snapshot" and so names the list of snapshots
 * @param within components below the snapshot's root
 */
public record SnapshotPath(FsPath directory, @Nullable Name snapshot, List<Name> within) {
  /** The component that leads to the snapshots of the directory before it. */
  public static final Name DOT_SNAPSHOT = Name.of(".snapshot");

  /** Whether a path leads into snapshots. */
  public static boolean isOne(FsPath path) {
    return path.components().contains(DOT_SNAPSHOT);
  }

  /** Takes a path apart that leads into snapshots. */
  public static SnapshotPath of(FsPath path) {
    List<Name> names = path.components();
    int dot = names.indexOf(DOT_SNAPSHOT);
    if (dot < 0) {
      throw new IllegalArgumentException("Not a path into a snapshot");
    }
    boolean listsSnapshots = dot == names.size() - 1;
    return new SnapshotPath(
        path.prefix(dot),
        listsSnapshots ? null : names.get(dot + 1),
        listsSnapshots ? List.of() : names.subList(dot + 2, names.size()));
  }

  /** Refuses to change, or to add, what is in a snapshot. */
  static void refuseChange(FsPath path) {
    if (isOne(path)) {
      throw new NamespaceException(
              NamespaceException.Code.READ_ONLY_SNAPSHOT,
              "Modification on a read-only snapshot is disallowed")
          .with("path", path)
          .with("hint", "Copy what you need out of the snapshot");
    }
  }
}
