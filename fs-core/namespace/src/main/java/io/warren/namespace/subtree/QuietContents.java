package io.warren.namespace.subtree;

import io.warren.namespace.ContentTotals;
import io.warren.namespace.PolicySpace;
import java.util.Map;

/**
 * What a quiet subtree holds.
 *
 * @param totals the locked inode included. Space is what quotas charge; policy 0 stands for what is
 *     inherited from the locked inode
 * @param inheritedByQuota the space that inherits its policy from the locked inode, for each
 *     directory with a quota below it, by id
 */
record QuietContents(ContentTotals totals, Map<Long, PolicySpace> inheritedByQuota) {
  QuietContents {
    inheritedByQuota = Map.copyOf(inheritedByQuota);
  }

  /** Unwinds an operation that asks what its subtree holds, which nobody has counted yet. */
  static final class Required extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Required() {
      super("The contents of the subtree are to be counted", null, false, false);
    }
  }
}
