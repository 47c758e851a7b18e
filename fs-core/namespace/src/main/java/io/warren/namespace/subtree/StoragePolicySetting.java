package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.namespace.Principals;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sets the storage policy of files and directories. It holds for blocks that are written from then
 * on, and for those that a mover moves; links have none.
 *
 * @param policyId 0 for that of the directory above
 * @param fixedAtCreation policies that a file takes when it is made and keeps for good
 */
public record StoragePolicySetting(int policyId, Set<Integer> fixedAtCreation)
    implements AttributeSetting {
  private static final Refusal FIXED =
      new Refusal(
          "conflict", "This storage policy can neither be set nor changed after a file's creation");

  public StoragePolicySetting {
    fixedAtCreation = Set.copyOf(fixedAtCreation);
  }

  @Override
  public Inode applied(Inode inode, Principals principals) {
    return isSo(inode) ? inode : inode.toBuilder().storagePolicy(policyId).build();
  }

  private boolean isSo(Inode inode) {
    return inode.isSymlink() || inode.storagePolicy() == policyId;
  }

  @Override
  public boolean ofSpace() {
    return true;
  }

  @Override
  public @Nullable Refusal refusal(Inode inode) {
    boolean fixed =
        fixedAtCreation.contains(policyId) || fixedAtCreation.contains(inode.storagePolicy());
    return inode.isFile() && fixed && !isSo(inode) ? FIXED : null;
  }
}
