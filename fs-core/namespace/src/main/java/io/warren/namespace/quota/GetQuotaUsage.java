package io.warren.namespace.quota;

import io.warren.namespace.CallContext;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.QuotaStatus;
import io.warren.namespace.SnapshotPath;
import io.warren.namespace.Walk;
import io.warren.namespace.snapshot.HeldContents;
import io.warren.store.TransactionRunner.Committed;
import java.util.Optional;

/**
 * Limits and usage of a path: of a directory with a quota from its counters, of anything else what
 * it holds, with what only snapshots hold, as stock HDFS counts it.
 *
 * @param walk tells whether to go on, where counting takes long
 */
public record GetQuotaUsage(FsPath path, Walk walk) implements Operation<QuotaStatus> {
  /** To its end, however long that takes. */
  public GetQuotaUsage(FsPath path) {
    this(path, Walk.TO_THE_END);
  }

  @Override
  public String name() {
    return "get_quota_usage";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public Committed<QuotaStatus> perform(Namespace namespace, CallContext call) {
    Optional<QuotaStatus> own = namespace.run(new GetOwnQuotaUsage(path), call);
    if (own.isPresent()) {
      return new Committed<>(own.get(), 0);
    }
    ContentTotals totals = namespace.run(new ContentSummary(path, walk), call);
    ContentTotals held =
        SnapshotPath.isOne(path)
            ? ContentTotals.NOTHING
            : namespace.run(new HeldContents(path, walk), call);
    return new Committed<>(QuotaStatus.unlimited(totals, held), 0);
  }
}
