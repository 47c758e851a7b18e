package io.warren.namespace;

import io.warren.model.Inode;
import java.util.List;

/**
 * The policies that hold at a place of the tree: the nearest one that is set on the way up. A
 * file's erasure coding is fixed when it is made, so only its own row tells.
 *
 * @param storage id of a storage policy, 0 for the default
 * @param erasureCoding id of an erasure-coding policy, 0 for replication
 */
public record EffectivePolicies(int storage, int erasureCoding) {
  public static final EffectivePolicies NONE = new EffectivePolicies(0, 0);

  /** Of the last of some inodes, each the child of the one before. */
  public static EffectivePolicies of(List<Inode> rootFirst) {
    EffectivePolicies policies = NONE;
    for (Inode inode : rootFirst) {
      policies = policies.of(inode);
    }
    return policies;
  }

  /** Of a child of an inode with these policies. */
  public EffectivePolicies of(Inode child) {
    if (child.isSymlink()) {
      return NONE;
    }
    int own = child.storagePolicy();
    int coding = child.erasureCodingPolicy();
    int inherited = coding == 0 && child.isDirectory() ? erasureCoding : coding;
    return new EffectivePolicies(own == 0 ? storage : own, Math.max(0, inherited));
  }
}
