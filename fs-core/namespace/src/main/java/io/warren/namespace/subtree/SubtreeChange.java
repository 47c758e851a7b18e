package io.warren.namespace.subtree;

import io.warren.model.Inode;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a step does to each inode that it visits. */
public sealed interface SubtreeChange {
  /** Nothing: only counts. */
  record Count() implements SubtreeChange {}

  /** Sets owner and group; null keeps one. */
  record SetOwner(@Nullable String owner, @Nullable String group) implements SubtreeChange {}

  /** Sets the permission bits of files and of directories; null keeps them. */
  record SetPermission(@Nullable Integer fileMode, @Nullable Integer directoryMode)
      implements SubtreeChange {}

  /** Deletes, children before their directory. */
  record Delete() implements SubtreeChange {}

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
  }

  /** Whether it changes attributes, whose former values its steps answer. */
  default boolean ofAttributes() {
    return !(this instanceof Count) && !(this instanceof Delete);
  }

  /** Whether a directory comes after what is in it. */
  default boolean bottomUp() {
    return this instanceof Delete;
  }
}
