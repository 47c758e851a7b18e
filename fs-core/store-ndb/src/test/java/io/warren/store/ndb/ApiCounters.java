package io.warren.store.ndb;

import com.mysql.jtie.Wrapper;
import com.mysql.ndbjtie.ndbapi.Ndb;
import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.lang.reflect.Field;

/**
 * What the NDB API counts itself for one Ndb object: the numbers that a SQL node shows as
 * Ndb_api_…_count. The Java binding has no method for them, so the library's function is called by
 * its symbol.
 *
 * @param execWaits waits for the answer to an execute call
 * @param scanWaits waits for a part of a scan's result
 * @param keyOperations reads and writes by primary key
 * @param rangeScans scans of an ordered index
 * @param prunedScans those of them that went to one partition
 */
record ApiCounters(
    long execWaits,
    long scanWaits,
    long transactions,
    long commits,
    long keyOperations,
    long uniqueKeyOperations,
    long tableScans,
    long rangeScans,
    long prunedScans) {
  private static final Function STATISTIC =
      NativeLibrary.getInstance("ndbclient").getFunction("_ZNK3Ndb13getClientStatEj");

  static ApiCounters of(Session session) {
    Ndb ndb = session.ndb();
    return new ApiCounters(
        read(ndb, 0),
        read(ndb, 1),
        read(ndb, 6),
        read(ndb, 7),
        read(ndb, 10),
        read(ndb, 11),
        read(ndb, 12),
        read(ndb, 13),
        read(ndb, 14));
  }

  ApiCounters since(ApiCounters before) {
    return new ApiCounters(
        execWaits - before.execWaits,
        scanWaits - before.scanWaits,
        transactions - before.transactions,
        commits - before.commits,
        keyOperations - before.keyOperations,
        uniqueKeyOperations - before.uniqueKeyOperations,
        tableScans - before.tableScans,
        rangeScans - before.rangeScans,
        prunedScans - before.prunedScans);
  }

  private static long read(Ndb ndb, int number) {
    return STATISTIC.invokeLong(new Object[] {new Pointer(address(ndb)), number});
  }

  private static long address(Ndb ndb) {
    try {
      Field delegate = Wrapper.class.getDeclaredField("cdelegate");
      delegate.setAccessible(true);
      return delegate.getLong(ndb);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("The NDB API's Java binding keeps its pointers elsewhere", e);
    }
  }
}
