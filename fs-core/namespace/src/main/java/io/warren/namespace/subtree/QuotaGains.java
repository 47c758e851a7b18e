package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.TypeSpace;
import io.warren.namespace.Children;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.file.FileRemoval;
import io.warren.namespace.walk.StepWalk.Visited;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up what directories with a quota would gain if a change were made to inodes that a look
 * comes to.
 */
final class QuotaGains {
  private final OperationTx tx;
  private final SubtreeChange change;
  private final int rootDepth;
  private final Map<Long, QuotaGain> gains = new LinkedHashMap<>();

  /**
   * @param rootDepth of the tree all of which is changed, its root included; beyond any depth where
   *     inodes are named one by one
   */
  QuotaGains(OperationTx tx, SubtreeChange change, int rootDepth) {
    this.tx = tx;
    this.change = change;
    this.rootDepth = rootDepth;
  }

  /**
   * Adds an inode that would be changed.
   *
   * @param row as it is
   * @param after as it would be
   */
  void add(Visited item, Inode row, Inode after) {
    List<Inode> above = item.ancestors();
    if (row.isFile()) {
      if (above.stream().anyMatch(Inode::hasQuota)) {
        addFile(item, row, after);
      }
    } else if (changesWhatIsIn(item, row, after)) {
      addTo(item, AncestorRows.withLast(above, row), 0, TypeSpace.NONE, false);
    }
  }

  private boolean changesWhatIsIn(Visited item, Inode row, Inode after) {
    return item.ancestors().size() < rootDepth
        && row.isDirectory()
        && row.storagePolicy() != after.storagePolicy()
        && Children.any(tx.store(), row);
  }

  private void addFile(Visited item, Inode row, Inode after) {
    List<Inode> above = item.ancestors();
    PolicySpace before = FileRemoval.charged(tx.store(), row);
    PolicySpace then = FileRemoval.charged(tx.store(), after);
    TypeSpace types =
        then.types(EffectivePolicies.of(changed(above)).storage())
            .minus(before.types(EffectivePolicies.of(above).storage()));
    addTo(item, above, then.spaceBytes() - before.spaceBytes(), types, true);
  }

  /** Directories as they would be: those of the tree change, too. */
  private List<Inode> changed(List<Inode> above) {
    List<Inode> rows = new ArrayList<>(above);
    for (int depth = rootDepth; depth < rows.size(); depth++) {
      rows.set(depth, StepWork.applied(change, rows.get(depth), tx.namespace().principals()));
    }
    return rows;
  }

  private void addTo(
      Visited item, List<Inode> directories, long spaceBytes, TypeSpace types, boolean exact) {
    for (int depth = 0; depth < directories.size(); depth++) {
      Inode directory = directories.get(depth);
      if (directory.hasQuota()) {
        QuotaGain none =
            new QuotaGain(directory.id(), item.path().prefix(depth), 0, TypeSpace.NONE, true);
        gains.put(
            directory.id(),
            gains.getOrDefault(directory.id(), none).plus(spaceBytes, types, exact));
      }
    }
  }

  List<QuotaGain> all() {
    return List.copyOf(gains.values());
  }
}
