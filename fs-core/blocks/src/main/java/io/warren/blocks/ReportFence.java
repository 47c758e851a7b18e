package io.warren.blocks;

import io.warren.model.NamenodeMember;
import io.warren.store.ReadBatch;
import io.warren.store.StoreException;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether a namenode still is the member that it was when a report reached it: an evicted
 * namenode applies no reports (ADR 23, ADR 75). To be read behind the row locks of the transaction
 * that writes, with reads that travel anyway. For one transaction.
 */
final class ReportFence {
  private final long namenodeId;
  private ReadBatch.@Nullable Row<NamenodeMember> row;

  /**
   * @param namenodeId under which the report came; 0 when the namenode has not joined yet, for
   *     which nothing is looked up
   */
  ReportFence(long namenodeId) {
    this.namenodeId = namenodeId;
  }

  /** Adds the read unless it was made before. */
  void addTo(ReadBatch batch) {
    if (namenodeId != 0 && row == null) {
      row = batch.get(Tables.NAMENODES, namenodeId);
    }
  }

  /**
   * Judges what was read.
   *
   * @throws StoreException UNAVAILABLE when the others declared this namenode dead
   */
  void check() {
    ReadBatch.Row<NamenodeMember> read = row;
    if (read != null && read.get() == null) {
      throw new StoreException(
              StoreException.Code.UNAVAILABLE,
              "This namenode was declared dead since the report reached it")
          .with("namenodeId", namenodeId);
    }
  }

  /** Reads and judges at once, for who has no other reads to make. */
  void require(Tx tx) {
    ReadBatch batch = tx.batch();
    addTo(batch);
    batch.execute();
    check();
  }
}
