package io.warren.namespace.file;

import io.warren.model.IdRange;
import io.warren.namespace.IdKind;
import io.warren.namespace.OperationTx;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;

/** New generation stamps of existing blocks. */
public final class GenerationStamps {
  private GenerationStamps() {}

  /**
   * A generation stamp above every one that was ever given out for any block: a datanode may know a
   * stamp of this block that another namenode gave and that no row has. Below the newest range that
   * any namenode took there can't be a greater one, so the stamp is taken from that range if it is
   * ours and from a new one otherwise.
   */
  public static long above(OperationTx tx, long presentStamp) {
    IdRange range =
        tx.store().get(Tables.ID_RANGES, IdKind.GENERATION_STAMP.stored(), LockMode.READ_COMMITTED);
    long newestRange = range == null ? 0 : range.nextId() - IdKind.GENERATION_STAMP.rangeSize();
    return tx.ids().nextAbove(IdKind.GENERATION_STAMP, Math.max(presentStamp, newestRange - 1));
  }
}
