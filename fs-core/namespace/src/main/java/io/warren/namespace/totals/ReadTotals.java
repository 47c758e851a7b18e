package io.warren.namespace.totals;

import io.warren.model.Inode;
import io.warren.model.QuotaDirectory;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.Tally;
import io.warren.namespace.rights.Access;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a directory holds, from its totals and the changes that are not added to them yet: the cost
 * depends on the number of those alone. Empty where the directory must be walked: it is no
 * directory, not all is counted yet, or too much waits to be added.
 */
public record ReadTotals(FsPath path) implements InodeOperation<Optional<ReadTotals.Known>> {
  /**
   * What totals tell.
   *
   * @param listable whether the caller may list all directories below for certain
   */
  public record Known(ContentTotals totals, boolean listable) {}

  @Override
  public String name() {
    return "content_summary";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Optional<Known> execute(OperationTx tx) {
    KnownTotals.Round round = new KnownTotals.Round(tx);
    ResolvedPath found = tx.resolve(path, round::read);
    tx.permissions().traverse(found);
    Inode inode = found.requireLast();
    if (!inode.isDirectory()) {
      return Optional.empty();
    }
    tx.permissions().require(path, inode, Access.READ_EXECUTE);
    Tally below = KnownTotals.read(tx, Set.of(inode.id()), round).orElse(Map.of()).get(inode.id());
    if (below == null) {
      return Optional.empty();
    }
    boolean listable = below.closed() == 0 || tx.identity().superuser();
    QuotaDirectory quota =
        inode.hasQuota()
            ? tx.store().get(Tables.QUOTA_DIRECTORIES, inode.id(), LockMode.READ_COMMITTED)
            : null;
    Tally all = below.inheriting(EffectivePolicies.of(found.rows()).storage());
    ContentTotals totals =
        new ContentTotals(
            all.files(),
            all.directories() + 1,
            all.symlinks(),
            all.space().lengthBytes(),
            all.space(),
            quota);
    return Optional.of(new Known(totals, listable));
  }
}
