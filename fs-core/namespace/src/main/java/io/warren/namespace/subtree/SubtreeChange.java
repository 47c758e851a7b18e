package io.warren.namespace.subtree;

import org.jspecify.annotations.Nullable;

/**
 * What a step does to each inode that it visits. Values are set, so a repeated step is harmless.
 */
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

  /** Whether a directory comes after what is in it. */
  default boolean bottomUp() {
    return this instanceof Delete;
  }
}
