package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.namespace.FsPath;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a step does to each inode that it visits. */
public sealed interface SubtreeChange
    permits AttributeSetting,
        SubtreeChange.Count,
        SubtreeChange.Delete,
        SubtreeChange.Restore,
        SubtreeChange.Chosen {
  /** Nothing: only counts. */
  record Count() implements SubtreeChange {}

  /**
   * Deletes, children before their directory.
   *
   * @param logicalTime what the root's must be still when its first step begins; null for any
   * @param onlyInTrash leaves what lies in no trash, or not any more
   */
  record Delete(@Nullable Long logicalTime, boolean onlyInTrash) implements SubtreeChange {
    private static final Name TRASH = Name.of(".Trash");

    /** Whatever became of the root, wherever it is. */
    public Delete() {
      this(null, false);
    }

    boolean admitsTime(Inode root) {
      return logicalTime == null || logicalTime == root.logicalTime();
    }

    boolean admitsPlace(FsPath path) {
      return !onlyInTrash || path.components().contains(TRASH);
    }
  }

  /**
   * Changes certain inodes, wherever they are, if they still have the values that they shall be
   * changed from. Those that have the wanted values already stay as they are.
   */
  record Restore(Map<Long, AttributeChange> changes) implements SubtreeChange {
    public Restore {
      changes = Map.copyOf(changes);
    }

    AttributeChange of(Inode inode) {
      return Objects.requireNonNull(changes.get(inode.id()));
    }

    @Override
    public Set<Long> inodeIds() {
      return changes.keySet();
    }

    @Override
    public boolean ofTexts() {
      return changes.values().stream().anyMatch(change -> !change.to().texts().isEmpty());
    }

    @Override
    public boolean ofSpace() {
      return changes.values().stream()
          .flatMap(change -> change.to().values().keySet().stream())
          .anyMatch(Attribute::isOfSpace);
    }
  }

  /**
   * Makes a change to certain inodes, wherever they are, and to nothing below them.
   *
   * @param change counts, or sets attributes
   * @param logicalTimes what each inode's logical time must be still; {@link #ANY_TIME} for one
   *     that is changed whatever became of it
   */
  record Chosen(SubtreeChange change, Map<Long, Long> logicalTimes) implements SubtreeChange {
    /** Stands for any logical time; no inode has it. */
    public static final long ANY_TIME = 0;

    public Chosen {
      logicalTimes = Map.copyOf(logicalTimes);
      if (!(change instanceof Count || change instanceof AttributeSetting)) {
        throw new IllegalArgumentException("Only counts and attributes are of chosen inodes");
      }
    }

    boolean admits(Inode inode) {
      long wanted = Objects.requireNonNull(logicalTimes.get(inode.id()));
      return wanted == ANY_TIME || wanted == inode.logicalTime();
    }

    @Override
    public Set<Long> inodeIds() {
      return logicalTimes.keySet();
    }

    @Override
    public boolean ofAttributes() {
      return change.ofAttributes();
    }

    @Override
    public boolean ofTexts() {
      return change.ofTexts();
    }

    @Override
    public boolean ofSpace() {
      return change.ofSpace();
    }
  }

  /** The inodes that it names one by one; none where it is about a subtree. */
  default Set<Long> inodeIds() {
    return Set.of();
  }

  /** Whether it changes attributes, whose former values its steps answer. */
  default boolean ofAttributes() {
    return !(this instanceof Count) && !(this instanceof Delete);
  }

  /** Whether it changes what stands beside inodes' rows, whose former values are long. */
  default boolean ofTexts() {
    return this instanceof TextSetting;
  }

  /** Whether it changes attributes that quotas count by. */
  default boolean ofSpace() {
    return false;
  }

  /** Whether a directory comes after what is in it. */
  default boolean bottomUp() {
    return this instanceof Delete;
  }
}
