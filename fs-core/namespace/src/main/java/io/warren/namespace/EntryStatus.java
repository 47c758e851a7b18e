package io.warren.namespace;

import io.warren.model.Inode;

/**
 * An inode with its owner and group by name.
 *
 * @param policies that hold for it, its own or inherited
 * @param childrenCount number of children of a directory; {@link #NOT_COUNTED} where it was not
 *     asked for or there are too many, 0 for files
 */
public record EntryStatus(
    Inode inode, String owner, String group, EffectivePolicies policies, int childrenCount) {
  public static final int NOT_COUNTED = -1;

  public String localName() {
    return inode.name().toString();
  }
}
