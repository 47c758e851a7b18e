package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.namespace.Principals;

/**
 * Sets the erasure-coding policy of directories. It holds for files that are made from then on: how
 * a file is stored is fixed when it is made, so files stay as they are.
 *
 * @param policyId of an enabled policy, or of replication; 0 for that of the directory above
 */
public record ErasureCodingSetting(int policyId) implements AttributeSetting {
  @Override
  public Inode applied(Inode inode, Principals principals) {
    boolean same = !inode.isDirectory() || inode.erasureCodingPolicy() == policyId;
    return same ? inode : inode.toBuilder().erasureCodingPolicy(policyId).build();
  }
}
