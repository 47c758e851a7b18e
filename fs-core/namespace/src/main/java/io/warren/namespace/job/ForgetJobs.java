package io.warren.namespace.job;

import io.warren.model.JobStepRecord;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.time.Duration;
import java.util.List;

/**
 * Removes the records of jobs that did nothing for so long that no worker acts for them any more.
 */
public final class ForgetJobs {
  /** A step of a job whose record is gone is refused, so this is not a matter of safety. */
  static final Duration KEPT = Duration.ofDays(30);

  private static final int ROWS_PER_TRANSACTION = 200;
  private static final int TRANSACTIONS_MAX = 5;

  private final Namespace namespace;

  public ForgetJobs(Namespace namespace) {
    this.namespace = namespace;
  }

  /** One bounded round; returns how many records were removed. */
  public long run(LeaderFence fence) {
    long removed = 0;
    for (int i = 0; i < TRANSACTIONS_MAX; i++) {
      int batch = namespace.runner().run(TxOptions.write("forget_jobs"), tx -> batch(tx, fence));
      removed += batch;
      if (batch < ROWS_PER_TRANSACTION) {
        break;
      }
    }
    return removed;
  }

  private int batch(Tx tx, LeaderFence fence) {
    long untilMs = namespace.clock().millis() - KEPT.toMillis();
    List<JobStepRecord> old =
        tx.scan(Scan.index(Tables.JOB_STEPS, Tables.BY_TIME, ROWS_PER_TRANSACTION)).stream()
            .filter(record -> record.updatedAtMs() <= untilMs)
            .toList();
    if (!old.isEmpty()) {
      fence.check(tx);
      old.forEach(record -> tx.delete(Tables.JOB_STEPS, record.job()));
    }
    return old.size();
  }
}
