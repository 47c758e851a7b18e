package io.warren.namespace.walk;

import io.warren.model.Inode;
import io.warren.model.InodeKind;
import io.warren.model.NamespaceException;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Those of one kind among the next inodes of a tree, in the order of names. Only the superuser may.
 *
 * @param path of the tree's root, or of a file
 * @param cursor of the page before, null to start
 * @param limit inodes visited at most, 1 to {@link SubtreeStep#LIMIT_MAX}
 */
public record FindInTree(FsPath path, InodeKind kind, @Nullable String cursor, int limit)
    implements InodeOperation<FindInTree.Page> {
  /**
   * An inode as it was met.
   *
   * @param policies that hold for it
   */
  public record Found(FsPath path, Inode inode, EffectivePolicies policies) {}

  /**
   * Some of them.
   *
   * @param visited inodes of every kind
   * @param next cursor of the next page; null at the end
   */
  public record Page(List<Found> found, int visited, @Nullable String next) {}

  private static final int LIMIT_MAX = 1_000;

  public FindInTree {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw invalid("A page visits 1 to 1000 inodes").with("limit", limit);
    }
  }

  private static NamespaceException invalid(String message) {
    return new NamespaceException(NamespaceException.Code.INVALID_ARGUMENT, message);
  }

  @Override
  public String name() {
    return "find_in_tree";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Page execute(OperationTx tx) {
    tx.permissions().superuser();
    StepCursor from = cursor == null ? null : StepCursor.decode(cursor);
    ResolvedPath found = tx.resolve(path);
    Inode root = found.requireLast();
    if (from != null && (from.bottomUp() || from.rootId() != root.id())) {
      throw invalid("The cursor belongs to another tree");
    }
    StepWalk.Walked walked = StepWalk.walk(tx, found, from, false, limit);
    List<Found> some =
        walked.visited().stream()
            .filter(visited -> visited.inode().kind() == kind)
            .map(FindInTree::found)
            .toList();
    StepCursor next = walked.next();
    return new Page(some, walked.visited().size(), next == null ? null : next.encode());
  }

  private static Found found(StepWalk.Visited visited) {
    EffectivePolicies policies = EffectivePolicies.of(visited.ancestors()).of(visited.inode());
    return new Found(visited.path(), visited.inode(), policies);
  }
}
