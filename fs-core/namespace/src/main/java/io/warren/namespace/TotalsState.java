package io.warren.namespace;

import io.warren.model.ClusterVariable;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import org.jspecify.annotations.Nullable;

/**
 * Whether the totals of directories hold everything, and how often they were brought forward. In a
 * store whose inodes were there before their totals the leader counts first.
 */
public final class TotalsState {
  /** Its value is {@link #COUNTED}, or it is missing. */
  public static final String VARIABLE = "directory_totals";

  /**
   * Rises with every transaction that adds changes to totals, and is locked by it: who reads the
   * same value before and after, waiting for whoever holds it, has seen no half of one.
   */
  public static final String ROUND = "directory_totals_round";

  /** How often somebody wrote what totals lacked. */
  private static final String MENDINGS = "directory_totals_mendings";

  private static final String COUNTED = "counted";

  private TotalsState() {}

  /** All directories are counted, or there are none yet. */
  public static void counted(Tx tx) {
    tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(VARIABLE, COUNTED));
  }

  /** For those who write inodes past the operations: the leader counts anew. */
  public static void uncounted(Tx tx) {
    tx.delete(Tables.CLUSTER_VARIABLES, VARIABLE);
  }

  public static boolean isCounted(@Nullable ClusterVariable row) {
    return row != null && row.value().equals(COUNTED);
  }

  public static boolean isCounted(Tx tx) {
    return isCounted(tx.get(Tables.CLUSTER_VARIABLES, VARIABLE, LockMode.READ_COMMITTED));
  }

  /** How often totals were mended; with an exclusive lock nobody else mends until the commit. */
  public static long mendings(Tx tx, LockMode lock) {
    ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, MENDINGS, lock);
    return row == null ? 0 : Long.parseLong(row.value());
  }

  public static void mended(Tx tx, long mendings) {
    tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(MENDINGS, Long.toString(mendings)));
  }

  /** The next round, with a lock: nobody else brings totals forward until the commit. */
  public static void nextRound(Tx tx) {
    ClusterVariable now = tx.get(Tables.CLUSTER_VARIABLES, ROUND, LockMode.EXCLUSIVE);
    long round = now == null ? 1 : Long.parseLong(now.value()) + 1;
    tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(ROUND, Long.toString(round)));
  }
}
