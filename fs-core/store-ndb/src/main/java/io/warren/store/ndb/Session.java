package io.warren.store.ndb;

import com.mysql.ndbjtie.ndbapi.Ndb;
import com.mysql.ndbjtie.ndbapi.NdbTransaction;
import com.mysql.ndbjtie.ndbapi.Ndb_cluster_connection;
import io.warren.store.schema.ColumnType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** One Ndb object with the buffers of its transaction. Used by one transaction at a time. */
final class Session {
  /** A transaction takes one, and each of its open scans another one. */
  private static final int TRANSACTIONS_MAX = 64;

  private final Ndb ndb;
  private final Arena arena = new Arena();
  private final Ndb.Key_part_ptrArray hint = Ndb.Key_part_ptrArray.create(2);
  private final ByteBuffer hintKey =
      ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());

  Session(Ndb_cluster_connection connection, String database) {
    ndb = Ndb.create(connection, database, "def");
    if (ndb.init(TRANSACTIONS_MAX) != 0) {
      RuntimeException failure = Classify.error(ndb.getNdbError());
      delete();
      throw failure;
    }
    hint.at(1).ptr(null);
    hint.at(1).len(0);
  }

  Ndb ndb() {
    return ndb;
  }

  Arena arena() {
    return arena;
  }

  /**
   * Starts a transaction, on the shard of a number in the table's partition column when one is
   * given.
   */
  NdbTransaction start(@Nullable NdbTable<?, ?> table, long partition) {
    Slot slot = table == null ? null : table.numberPartition();
    NdbTransaction started;
    if (table == null || slot == null) {
      started = ndb.startTransaction(null, null, 0);
    } else {
      hint.at(0).len(put(slot, partition, hintKey));
      hint.at(0).ptr(hintKey);
      started = ndb.startTransaction(table.ndb(), hint, null, 0);
    }
    if (started == null) {
      throw Classify.error(ndb.getNdbError());
    }
    return started;
  }

  /** Writes a number as a column has it; how many bytes it takes. */
  static int put(Slot slot, long number, ByteBuffer into) {
    if (slot.type() == ColumnType.INT64) {
      into.putLong(0, number);
      return Long.BYTES;
    }
    into.putInt(0, (int) number);
    return Integer.BYTES;
  }

  /** Ends a transaction; rolls back when it is not committed. */
  void end(NdbTransaction transaction) {
    ndb.closeTransaction(transaction);
    arena.reset();
  }

  void delete() {
    Ndb.Key_part_ptrArray.delete(hint);
    Ndb.delete(ndb);
  }
}
