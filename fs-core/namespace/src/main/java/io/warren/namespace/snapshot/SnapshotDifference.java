package io.warren.namespace.snapshot;

import io.warren.model.Name;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one directory's comparison tells of one inode.
 *
 * @param directoryId the directory that lost or got the inode; for a modified directory its own id
 * @param directory whether the inode is a directory
 * @param path below the compared directory: as of the first state, of the second for CREATED
 * @param target only of what the directory lost and the second state has elsewhere: its path there
 * @param moved only of CREATED: whether the first state has the inode elsewhere
 */
public record SnapshotDifference(
    Kind kind,
    long directoryId,
    long inodeId,
    boolean directory,
    List<Name> path,
    @Nullable List<Name> target,
    boolean moved) {
  /** Kinds of differences. */
  public enum Kind {
    MODIFIED,
    CREATED,
    LOST
  }

  public SnapshotDifference {
    path = List.copyOf(path);
    target = target == null ? null : List.copyOf(target);
  }
}
