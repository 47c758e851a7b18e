package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Where certain inodes are and what they are, as of one transaction. Only the superuser may. */
public record LookAtInodes(Set<Long> inodeIds) implements InodeOperation<LookAtInodes.Found> {
  public LookAtInodes {
    inodeIds = Set.copyOf(inodeIds);
  }

  /** An inode and its path. */
  public record Located(FsPath path, Inode inode) {}

  /**
   * What was found, in the order of ids.
   *
   * @param missing ids of inodes that are not in the tree
   */
  public record Found(List<Located> inodes, List<Long> missing) {}

  @Override
  public String name() {
    return "look_at_inodes";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Found execute(OperationTx tx) {
    tx.permissions().superuser();
    List<Located> inodes = new ArrayList<>();
    List<Long> missing = new ArrayList<>();
    for (long inodeId : inodeIds.stream().sorted().toList()) {
      ResolvedPath at = tx.findById(inodeId);
      if (at == null) {
        missing.add(inodeId);
      } else {
        inodes.add(new Located(at.path(), at.requireLast()));
      }
    }
    return new Found(inodes, missing);
  }
}
