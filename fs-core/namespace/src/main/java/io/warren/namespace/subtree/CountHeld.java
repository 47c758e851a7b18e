package io.warren.namespace.subtree;

import io.warren.model.QuotaDirectory;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.Tally;
import io.warren.namespace.totals.Ancestry;
import io.warren.namespace.totals.KnownTotals;
import io.warren.store.Scan;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Counts what a quiet subtree holds from the totals of directories, whatever its size. The cost
 * depends on the changes of the last second, the files that are open for writing and the
 * directories with a quota. Empty when totals can't tell.
 */
record CountHeld(HeldLock held) implements InodeOperation<Optional<QuietContents>> {
  @Override
  public String name() {
    return "subtree_count";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Optional<QuietContents> execute(OperationTx tx) {
    List<QuotaDirectory> quotas =
        tx.store().scan(Scan.prefix(Tables.QUOTA_DIRECTORIES, Scan.LIMIT_MAX));
    if (quotas.size() == Scan.LIMIT_MAX) {
      return Optional.empty();
    }
    Ancestry places = Ancestry.read(tx, quotas.stream().map(QuotaDirectory::inodeId).toList());
    Set<Long> counted = new HashSet<>();
    counted.add(held.inodeId());
    for (QuotaDirectory quota : quotas) {
      if (places.isWithin(quota.inodeId(), held.inodeId())) {
        counted.add(quota.inodeId());
      }
    }
    Map<Long, Tally> sums = KnownTotals.read(tx, counted).orElse(Map.of());
    if (!sums.keySet().equals(counted)) {
      return Optional.empty();
    }
    Map<Long, PolicySpace> space = new HashMap<>();
    sums.forEach((id, sum) -> space.put(id, sum.space()));
    new OpenFiles(tx, held.inodeId())
        .forEach((id, open) -> space.computeIfPresent(id, (at, sum) -> sum.plus(open)));
    Tally root = sums.get(held.inodeId());
    if (root == null) {
      return Optional.empty();
    }
    return Optional.of(
        new QuietContents(
            new ContentTotals(
                root.files(),
                root.directories() + 1,
                root.symlinks(),
                root.space().lengthBytes(),
                space.getOrDefault(held.inodeId(), PolicySpace.NONE),
                null),
            inherited(places, space)));
  }

  /** What inherits its policy from the locked inode, for each other directory. */
  private Map<Long, PolicySpace> inherited(Ancestry places, Map<Long, PolicySpace> space) {
    Map<Long, PolicySpace> byQuota = new HashMap<>();
    space.forEach(
        (quotaId, sum) -> {
          if (quotaId == held.inodeId()) {
            return;
          }
          Tally within = new Tally(0, 0, 0, 0, sum.inherited());
          places.climb(
              quotaId,
              within,
              (id, seen) -> {
                PolicySpace inherited = seen.space().inherited();
                if (id == held.inodeId() && !inherited.isNothing()) {
                  byQuota.put(quotaId, inherited);
                }
              });
        });
    return byQuota;
  }
}
