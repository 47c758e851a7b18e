package io.warren.namespace.subtree;

import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.subtree.StepResult.ItemError;
import io.warren.namespace.walk.StepWalk.Visited;
import io.warren.namespace.walk.StepWalk.Walked;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Looks for inodes that a step names one by one, in the place of a walk. */
final class ChosenInodes {
  /** How HDFS names an inode that has no path. */
  private static final String BY_ID = "/.reserved/.inodes/";

  private ChosenInodes() {}

  /** Those that are in the tree, in the order of locks, and what to say of the others. */
  static SubtreeStep.ReadResult find(OperationTx tx, SubtreeChange change) {
    List<Visited> found = new ArrayList<>();
    List<ItemError> missing = new ArrayList<>();
    for (long inodeId : change.inodeIds().stream().sorted().toList()) {
      ResolvedPath at = tx.findById(inodeId);
      if (at == null) {
        missing.add(new ItemError(BY_ID + inodeId, "gone", "It is not in the tree any more"));
      } else {
        found.add(new Visited(at.path(), at.requireLast(), at.ancestors()));
      }
    }
    found.sort(Comparator.comparing(Visited::path));
    return new SubtreeStep.ReadResult(FsPath.ROOT, new Walked(found, null), missing);
  }
}
