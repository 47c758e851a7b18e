package io.warren.namespace;

import io.warren.model.Inode;

/**
 * An inode with its owner and group by name.
 *
 * @param childrenCount number of children of a directory; {@link #NOT_COUNTED} where it was not
 *     asked for, 0 for files
 */
public record EntryStatus(Inode inode, String owner, String group, int childrenCount) {
  public static final int NOT_COUNTED = -1;

  public String localName() {
    return inode.name().toString();
  }
}
