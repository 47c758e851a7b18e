package io.warren.migrate.follow;

import io.warren.model.Inode;
import io.warren.model.Name;
import io.warren.namespace.Children;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.file.FileRemoval;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts a tree for quotas, as a transaction sees it; nobody changes it meanwhile. Holds as many
 * rows as a page has for each level.
 */
final class TreeCount {
  private static final int PAGE = 500;

  /**
   * What a tree holds, its root included.
   *
   * @param space the policy 0 stands for what is inherited from the root of the tree
   * @param inheritedByQuota of it, what quotas below the root count and inherit from the root
   */
  record Counted(long names, PolicySpace space, Map<Long, PolicySpace> inheritedByQuota) {}

  /** A directory whose children are counted behind a name. */
  private record Frame(Inode directory, int policy, List<Long> quotas, @Nullable Name after) {}

  private final Tx tx;
  private final PolicySpace.Sum space = new PolicySpace.Sum();
  private final Map<Long, PolicySpace.Sum> inherited = new HashMap<>();
  private final Deque<Frame> stack = new ArrayDeque<>();
  private long names = 1;

  private TreeCount(Tx tx) {
    this.tx = tx;
  }

  static Counted count(Tx tx, Inode root) {
    TreeCount count = new TreeCount(tx);
    if (root.isFile()) {
      count.addFile(root, 0, List.of());
    } else if (root.isDirectory()) {
      count.stack.push(new Frame(root, 0, List.of(), null));
      count.walk();
    }
    Map<Long, PolicySpace> byQuota = new HashMap<>();
    count.inherited.forEach((quota, sum) -> byQuota.put(quota, sum.total()));
    return new Counted(count.names, count.space.total(), byQuota);
  }

  private void walk() {
    while (!stack.isEmpty()) {
      Frame frame = stack.pop();
      Children.Page page =
          Children.page(tx, frame.directory(), LockMode.READ_COMMITTED, frame.after(), PAGE);
      if (!page.complete()) {
        stack.push(new Frame(frame.directory(), frame.policy(), frame.quotas(), page.reach()));
      }
      page.children().forEach(child -> visit(child, frame));
    }
  }

  private void visit(Inode child, Frame above) {
    names++;
    if (child.isFile()) {
      addFile(child, above.policy(), above.quotas());
    } else if (child.isDirectory()) {
      int policy = child.storagePolicy() == 0 ? above.policy() : child.storagePolicy();
      List<Long> quotas = above.quotas();
      if (child.hasQuota()) {
        quotas = new ArrayList<>(quotas);
        quotas.add(child.id());
      }
      stack.push(new Frame(child, policy, quotas, null));
    }
  }

  private void addFile(Inode file, int policy, List<Long> quotas) {
    PolicySpace charged = FileRemoval.charged(tx, file).inheriting(policy);
    space.add(charged);
    PolicySpace inheriting = charged.inherited();
    if (!inheriting.isNothing()) {
      quotas.forEach(
          quota -> inherited.computeIfAbsent(quota, id -> new PolicySpace.Sum()).add(inheriting));
    }
  }
}
