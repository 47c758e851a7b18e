package io.warren.namespace;

import io.warren.model.ClusterVariable;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;

/**
 * Says, in the transaction that makes it so, that some of what snapshots kept is due to be freed.
 */
public final class SweepNotes {
  /** The one row that all of them share: a sweep looks at everything. */
  public static final String VARIABLE = "snapshot_garbage";

  private SweepNotes() {}

  /** A snapshot was deleted. */
  public static void snapshotDeleted(Tx tx, long snapshotId) {
    tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(VARIABLE, Long.toString(snapshotId)));
  }

  /** Nothing is copied any more from a former block that may be in no snapshot. */
  public static void copied(Tx tx, long fileId) {
    tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(VARIABLE, "file " + fileId));
  }
}
