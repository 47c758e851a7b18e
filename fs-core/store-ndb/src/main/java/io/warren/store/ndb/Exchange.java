package io.warren.store.ndb;

import com.mysql.ndbjtie.ndbapi.NdbErrorConst;
import com.mysql.ndbjtie.ndbapi.NdbOperation.OperationOptions;
import com.mysql.ndbjtie.ndbapi.NdbOperationConst;
import com.mysql.ndbjtie.ndbapi.NdbOperationConst.AbortOption;
import com.mysql.ndbjtie.ndbapi.NdbRecordConst;
import com.mysql.ndbjtie.ndbapi.NdbTransaction;
import com.mysql.ndbjtie.ndbapi.NdbTransaction.CommitStatusType;
import com.mysql.ndbjtie.ndbapi.NdbTransaction.ExecType;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.ndb.Write.Kind;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A started native transaction: operations are defined on it, then one execute call sends them all.
 * The only class besides {@link ScanRun} that defines native operations.
 */
final class Exchange {
  private static final int FORCE_SEND = 1;

  /**
   * Unique indexes are checked at the commit, deletes before inserts: OO_DEFERRED_CONSTAINTS of the
   * API, which the binding does not name.
   */
  private static final long DEFER_CONSTRAINTS = 0x400;

  private static final OperationOptions IGNORE_ERRORS = options(true, false);
  private static final OperationOptions IGNORE_ERRORS_AND_DEFER = options(true, true);
  private static final OperationOptions DEFER = options(false, true);

  private final NdbTransaction transaction;
  private final Arena arena;
  private final Cost cost;

  Exchange(NdbTransaction transaction, Arena arena, Cost cost) {
    this.transaction = transaction;
    this.arena = arena;
    this.cost = cost;
  }

  private static OperationOptions options(boolean ignoreErrors, boolean defer) {
    OperationOptions options = OperationOptions.create();
    options.optionsPresent(
        (ignoreErrors ? OperationOptions.Flags.OO_ABORTOPTION : 0)
            | (defer ? DEFER_CONSTRAINTS : 0));
    options.abortOption(AbortOption.AO_IgnoreError);
    return options;
  }

  NdbTransaction transaction() {
    return transaction;
  }

  Arena arena() {
    return arena;
  }

  Cost cost() {
    return cost;
  }

  static int mode(LockMode lock) {
    return switch (lock) {
      case READ_COMMITTED -> NdbOperationConst.LockMode.LM_CommittedRead;
      case SETTLED -> NdbOperationConst.LockMode.LM_SimpleRead;
      case SHARED -> NdbOperationConst.LockMode.LM_Read;
      case EXCLUSIVE -> NdbOperationConst.LockMode.LM_Exclusive;
    };
  }

  /** Sends reads and defined scans together; the scans' rows are still to be fetched. */
  void read(List<? extends RowRead<?, ?>> reads, List<ScanRun<?, ?>> scans) {
    for (RowRead<?, ?> read : reads) {
      define(read);
    }
    for (ScanRun<?, ?> scan : scans) {
      scan.define(this);
    }
    execute(ExecType.NoCommit);
    for (RowRead<?, ?> read : reads) {
      finish(read);
    }
  }

  private <K, R> void define(RowRead<K, R> read) {
    NdbTable<K, R> table = read.table;
    ByteBuffer buffer = arena.take(table.rowBytes());
    table.writeKey(read.key, buffer);
    read.buffer = buffer;
    read.operation =
        defined(
            transaction.readTuple(
                table.record(), buffer, table.record(), buffer, mode(read.mode), null, null, 0));
  }

  private static void finish(RowRead<?, ?> read) {
    NdbErrorConst error = Objects.requireNonNull(read.operation).getNdbError();
    if (error.code() == 0) {
      read.decode(Objects.requireNonNull(read.buffer));
    } else if (error.code() != Classify.NO_ROW) {
      throw Classify.error(error);
    }
  }

  /** Reads a row by a unique index of one column; null when there is none. */
  <K, R> @Nullable R readUnique(NdbTable<K, R> table, NdbIndex index, Object value) {
    ByteBuffer key = arena.take(index.keyBytes());
    RowWriter.writeLoose(index.slots(), List.of(value), key);
    ByteBuffer row = arena.take(table.rowBytes());
    NdbOperationConst operation =
        defined(
            transaction.readTuple(
                index.record(),
                key,
                table.record(),
                row,
                NdbOperationConst.LockMode.LM_CommittedRead,
                null,
                null,
                0));
    execute(ExecType.NoCommit);
    NdbErrorConst error = operation.getNdbError();
    if (error.code() == Classify.NO_ROW) {
      return null;
    }
    if (error.code() != 0) {
      throw Classify.error(error);
    }
    return table.readRow(row);
  }

  /** Sends writes, which take their locks now. */
  void send(List<Write<?, ?>> writes) {
    run(writes, ExecType.NoCommit, false);
  }

  /**
   * Sends writes and commits.
   *
   * @param successions whether a row that is written takes over a unique value of a deleted one
   * @return the commit's epoch; 0 when nothing was written
   */
  long commit(List<Write<?, ?>> writes, boolean successions) {
    run(writes, ExecType.Commit, successions);
    long[] epoch = new long[1];
    return transaction.getGCI(epoch) == 0 ? epoch[0] : 0;
  }

  private void run(List<Write<?, ?>> writes, int type, boolean successions) {
    for (Write<?, ?> write : writes) {
      define(write, successions && write.table.hasUniqueIndex());
    }
    try {
      execute(type);
    } catch (StoreException e) {
      throw explained(e, writes);
    }
  }

  private <K, R> void define(Write<K, R> write, boolean defer) {
    NdbTable<K, R> table = write.table;
    ByteBuffer row = arena.take(table.rowBytes());
    if (write.kind == Kind.DELETE) {
      table.writeKey(write.key, row);
      defined(
          transaction.deleteTuple(
              table.record(),
              row,
              table.record(),
              null,
              null,
              defer ? IGNORE_ERRORS_AND_DEFER : IGNORE_ERRORS,
              OperationOptions.size()));
      return;
    }
    table.writeRow(Objects.requireNonNull(write.row), row);
    NdbRecordConst record = table.record();
    OperationOptions options = defer ? DEFER : null;
    int size = defer ? OperationOptions.size() : 0;
    defined(
        switch (write.kind) {
          case INSERT -> transaction.insertTuple(record, row, table.allColumns(), options, size);
          case UPDATE ->
              transaction.updateTuple(
                  record, row, record, row, table.valueColumns(), options, size);
          default ->
              transaction.writeTuple(record, row, record, row, table.allColumns(), options, size);
        });
  }

  /**
   * Whether the failure means that another transaction was quicker. The cluster may abort without
   * telling which write failed; then a row that was read as absent under a lock is taken for it:
   * the next attempt looks again.
   */
  private static StoreException explained(StoreException e, List<Write<?, ?>> writes) {
    Object error = e.facts().get(Classify.ERROR_FACT);
    if (!Integer.valueOf(Classify.ROW_EXISTS).equals(error)) {
      return e;
    }
    for (Write<?, ?> write : writes) {
      if (write.readAbsent && write.kind == Kind.INSERT) {
        return new StoreException(
                Code.CONFLICT, "Another transaction wrote a row that was absent a moment ago", e)
            .with("table", write.table.table().name())
            .with("key", write.key);
      }
    }
    return e;
  }

  NdbOperationConst defined(@Nullable NdbOperationConst operation) {
    if (operation == null) {
      throw Classify.error(transaction.getNdbError());
    }
    return operation;
  }

  /** One exchange with the cluster. */
  void execute(int type) {
    cost.roundTrip();
    int result = transaction.execute(type, AbortOption.DefaultAbortOption, FORCE_SEND);
    int status = transaction.commitStatus();
    if (type == ExecType.Commit) {
      if (status != CommitStatusType.Committed) {
        throw Classify.commitError(transaction.getNdbError());
      }
      return;
    }
    boolean alive = status == CommitStatusType.Started || status == CommitStatusType.NotStarted;
    if (result != 0 || !alive) {
      throw Classify.error(transaction.getNdbError());
    }
  }
}
