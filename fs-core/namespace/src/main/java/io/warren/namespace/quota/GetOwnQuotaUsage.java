package io.warren.namespace.quota;

import io.warren.model.Inode;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaUpdate;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.QuotaApplier;
import io.warren.namespace.QuotaBehindException;
import io.warren.namespace.QuotaStatus;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.rights.Access;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.schema.Tables;
import java.util.Optional;

/**
 * Limits and usage of a directory with a quota, from its counters (updates that are not applied yet
 * included); empty for anything else.
 */
public record GetOwnQuotaUsage(FsPath path) implements InodeOperation<Optional<QuotaStatus>> {
  @Override
  public String name() {
    return "get_quota_usage";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Optional<QuotaStatus> execute(OperationTx tx) {
    ResolvedPath found = tx.resolve(path);
    tx.permissions().traverse(found);
    Inode inode = found.requireLast();
    if (inode.isDirectory()) {
      tx.permissions().last(found, Access.READ_EXECUTE);
    }
    if (!inode.hasQuota()) {
      return Optional.empty();
    }
    ReadBatch batch = tx.store().batch();
    ReadBatch.Row<QuotaDirectory> row = batch.get(Tables.QUOTA_DIRECTORIES, inode.id());
    ReadBatch.Rows<QuotaUpdate> pending =
        batch.scan(Scan.prefix(Tables.QUOTA_UPDATES, Scan.LIMIT_MAX, inode.id()));
    batch.execute();
    QuotaDirectory quota = row.get();
    if (quota == null) {
      return Optional.empty();
    }
    if (pending.get().size() == Scan.LIMIT_MAX) {
      throw new QuotaBehindException(inode.id());
    }
    for (QuotaUpdate update : pending.get()) {
      quota = QuotaApplier.applied(quota, update);
    }
    return Optional.of(QuotaStatus.of(quota));
  }
}
