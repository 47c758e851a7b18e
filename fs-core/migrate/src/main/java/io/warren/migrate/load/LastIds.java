package io.warren.migrate.load;

import io.warren.model.IdRange;
import io.warren.namespace.IdKind;
import io.warren.store.LockMode;
import io.warren.store.Store;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;

/** Numbers that another file system has given out, and that this one gives nobody else. */
public final class LastIds {
  private LastIds() {}

  /** New numbers of a kind come after one. */
  public static void goOnAfter(Tx tx, Store store, IdKind kind, long last) {
    IdRange row = tx.get(Tables.ID_RANGES, kind.stored(), LockMode.EXCLUSIVE);
    long next = Math.max(row == null ? kind.firstId() : row.nextId(), last + 1);
    if (row == null || row.nextId() < next) {
      tx.upsert(Tables.ID_RANGES, new IdRange(kind.stored(), next, next, store.incarnation(tx)));
    }
  }
}
