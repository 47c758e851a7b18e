package io.warren.namespace;

import io.warren.model.NamenodeMember;
import io.warren.store.ReadBatch;
import io.warren.store.StoreException;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether this namenode still is a member, alongside the operation's batched read, which
 * comes after its row locks: an evicted namenode writes nothing under its old id.
 */
final class MembershipProbe {
  private final long namenodeId;
  private ReadBatch.@Nullable Row<NamenodeMember> row;

  /**
   * @param namenodeId 0 when nothing is to be checked: the operation only reads, or the namenode
   *     has not joined yet
   */
  MembershipProbe(long namenodeId) {
    this.namenodeId = namenodeId;
  }

  void addTo(ReadBatch batch) {
    if (namenodeId != 0) {
      row = batch.get(Tables.NAMENODES, namenodeId);
    }
  }

  /**
   * Looks by a read of its own, unless it has looked already: for operations that lock their rows
   * one by one, such as the bulk steps of jobs.
   */
  void ensureChecked(Tx tx) {
    if (namenodeId != 0 && row == null) {
      ReadBatch batch = tx.batch();
      addTo(batch);
      batch.execute();
      check();
    }
  }

  /**
   * @throws StoreException UNAVAILABLE when the others declared this namenode dead; a later attempt
   *     may run under its next id
   */
  void check() {
    ReadBatch.Row<NamenodeMember> asked = row;
    if (asked != null && asked.get() == null) {
      throw new StoreException(
              StoreException.Code.UNAVAILABLE,
              "This namenode was declared dead; it serves again once it has joined anew")
          .with("namenodeId", namenodeId);
    }
  }
}
