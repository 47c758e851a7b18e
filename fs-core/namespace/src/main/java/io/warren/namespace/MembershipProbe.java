package io.warren.namespace;

import io.warren.model.NamenodeMember;
import io.warren.store.ReadBatch;
import io.warren.store.StoreException;
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
