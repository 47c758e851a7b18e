package io.warren.namespace.totals;

import io.warren.model.Inode;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Tally;
import io.warren.namespace.rights.Access;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is below some directories, by their ids, without a walk. Left out are those whose totals are
 * not known, and those that the caller may not count: whoever counts needs to list each directory
 * at and below it.
 *
 * @param siblings the directories of a listing that the caller has made; others are passed over
 */
public record ReadTotalsOf(List<Inode> siblings) implements InodeOperation<Map<Long, Tally>> {
  public ReadTotalsOf {
    siblings = List.copyOf(siblings);
  }

  @Override
  public String name() {
    return "list_totals";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Map<Long, Tally> execute(OperationTx tx) {
    Set<Long> listable =
        siblings.stream()
            .filter(inode -> inode.isDirectory())
            .filter(inode -> tx.permissions().allows(inode, Access.READ_EXECUTE))
            .map(Inode::id)
            .collect(Collectors.toSet());
    if (listable.isEmpty()) {
      return Map.of();
    }
    Map<Long, Tally> sums = new HashMap<>(KnownTotals.readApart(tx, listable).orElse(Map.of()));
    if (!tx.identity().superuser()) {
      sums.values().removeIf(sum -> sum.closed() > 0);
    }
    return sums;
  }
}
