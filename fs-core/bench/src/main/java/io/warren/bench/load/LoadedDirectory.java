package io.warren.bench.load;

import io.warren.model.DirectoryTotals;
import io.warren.model.Inode;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.Tally;
import org.jspecify.annotations.Nullable;

/** A directory that was loaded, and what was put into it. */
final class LoadedDirectory {
  private static final int NO_POLICY = 0;

  final Inode inode;
  final int depth;
  private final @Nullable LoadedDirectory parent;
  private final Sum own = new Sum();
  private final Sum below = new Sum();

  private static final class Sum {
    private long files;
    private long directories;
    private long lengthBytes;
    private long spaceBytes;

    void add(Inode child) {
      if (child.isDirectory()) {
        directories++;
      } else {
        files++;
        lengthBytes += child.sizeBytes();
        spaceBytes += child.sizeBytes() * child.replication();
      }
    }

    void add(Sum other) {
      files += other.files;
      directories += other.directories;
      lengthBytes += other.lengthBytes;
      spaceBytes += other.spaceBytes;
    }

    Tally tally() {
      return new Tally(
          files, directories, 0, 0, PolicySpace.of(NO_POLICY, lengthBytes, spaceBytes));
    }
  }

  LoadedDirectory(Inode inode, @Nullable LoadedDirectory parent) {
    this.inode = inode;
    this.parent = parent;
    this.depth = parent == null ? 0 : parent.depth + 1;
  }

  void put(Inode child) {
    own.add(child);
  }

  /** Once, after everything below was told: what is in it goes to the directory above. */
  void tellParent() {
    below.add(own);
    if (parent != null) {
      parent.below.add(below);
    }
  }

  /** What was put into it and below it. */
  DirectoryTotals totals() {
    return new DirectoryTotals(
        inode.id(),
        inode.parentId(),
        inode.storagePolicy(),
        true,
        own.tally().encoded(),
        below.tally().encoded());
  }
}
