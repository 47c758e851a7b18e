package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import java.util.List;

/** What a caller who is not the superuser must be allowed to everything below a directory. */
public interface RightsBelow {
  /** Nothing beyond what the directory itself asks for. */
  RightsBelow NONE =
      new RightsBelow() {
        @Override
        public boolean needsChildren(OperationTx tx, Inode directory) {
          return false;
        }

        @Override
        public void check(OperationTx tx, FsPath path, Inode directory, List<Inode> children) {}
      };

  /** Whether the children of a directory must all be seen, or any of them is enough. */
  boolean needsChildren(OperationTx tx, Inode directory);

  /**
   * Sees directories that have children; refuses by unwinding. May see the same ones again.
   *
   * @param children a non-empty page of the directory's children
   */
  void check(OperationTx tx, FsPath path, Inode directory, List<Inode> children);
}
