package io.warren.store.testkit;

import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.List;

/**
 * A store whose commits let go of a block's row before the rows of its replicas are visible, as
 * NDB's may: batched scans in transactions that write don't see replicas that were reported, except
 * those that wait for writers. Thread-safe.
 */
public final class LateReplicasStore extends ForwardingStore {
  private volatile boolean late;

  public LateReplicasStore(Store inner) {
    super(inner);
  }

  /** From now on replicas are late. */
  public void showLate() {
    late = true;
  }

  @Override
  public Tx begin(TxOptions options) {
    Tx tx = super.begin(options);
    return late && !options.readOnly() ? new Late(tx, options.operation()) : tx;
  }

  private static final class Late extends ForwardingTx {
    Late(Tx tx, String operation) {
      super(tx, operation);
    }

    @Override
    public ReadBatch batch() {
      ReadBatch batch = super.batch();
      return new ReadBatch() {
        @Override
        public <K, R> Row<R> get(Table<K, R> table, K key, LockMode mode) {
          return batch.get(table, key, mode);
        }

        @Override
        public <K, R> Rows<R> scan(Scan<K, R> scan) {
          Rows<R> rows = batch.scan(scan);
          boolean unseen =
              scan.table().name().equals(Tables.REPLICAS.name())
                  && scan.lock() == LockMode.READ_COMMITTED;
          return unseen ? List::of : rows;
        }

        @Override
        public void execute() {
          batch.execute();
        }
      };
    }
  }
}
