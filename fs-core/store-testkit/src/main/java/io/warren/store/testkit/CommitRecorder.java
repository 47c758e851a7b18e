package io.warren.store.testkit;

import io.warren.model.ClusterVariable;
import io.warren.model.NamenodeMember;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store that tells of each commit of a transaction that wrote: by whose authority it did so, and
 * when. Times are of {@link System#nanoTime()}, which the processes of one Linux machine share.
 */
public final class CommitRecorder extends ForwardingStore {
  private static final String EPOCH = "leader_epoch";

  /**
   * A writing transaction that committed.
   *
   * @param memberId the namenode whose membership it looked at beside its reads, 0 for none
   * @param epoch the leader epoch that it held on to, 0 for none
   * @param evictedId the namenode whose membership it ended, 0 for none
   * @param joinedId the namenode whose membership it began, 0 for none
   * @param beganNanos before the commit was sent
   * @param endedNanos after it was acknowledged
   */
  public record Commit(
      String operation,
      long memberId,
      long epoch,
      long evictedId,
      long joinedId,
      long beganNanos,
      long endedNanos) {
    /** One line, without its end; {@link #parse} reads it. */
    public String toLine() {
      return String.join(
          " ",
          operation,
          Long.toString(memberId),
          Long.toString(epoch),
          Long.toString(evictedId),
          Long.toString(joinedId),
          Long.toString(beganNanos),
          Long.toString(endedNanos));
    }

    public static Commit parse(String line) {
      String[] fields = line.split(" ", -1);
      return new Commit(
          fields[0],
          Long.parseLong(fields[1]),
          Long.parseLong(fields[2]),
          Long.parseLong(fields[3]),
          Long.parseLong(fields[4]),
          Long.parseLong(fields[5]),
          Long.parseLong(fields[6]));
    }
  }

  private final Consumer<Commit> listener;

  public CommitRecorder(Store inner, Consumer<Commit> listener) {
    super(inner);
    this.listener = listener;
  }

  @Override
  public Tx begin(TxOptions options) {
    return new Recorded(inner().begin(options), options.operation());
  }

  private final class Recorded extends ForwardingTx {
    private boolean wrote;
    private long memberId;
    private long epoch;
    private long evictedId;
    private long joinedId;

    Recorded(Tx tx, String operation) {
      super(tx, operation);
    }

    @Override
    public <K, R> @Nullable R get(Table<K, R> table, K key, LockMode lock) {
      R row = super.get(table, key, lock);
      if (row instanceof ClusterVariable variable
          && lock == LockMode.SHARED
          && variable.name().equals(EPOCH)) {
        epoch = Long.parseLong(variable.value());
      }
      return row;
    }

    @Override
    public ReadBatch batch() {
      ReadBatch batch = super.batch();
      return new ReadBatch() {
        @Override
        public <K, R> Row<R> get(Table<K, R> table, K key, LockMode mode) {
          if (table == Tables.NAMENODES) {
            memberId = (Long) key;
          }
          return batch.get(table, key, mode);
        }

        @Override
        public <K, R> Rows<R> scan(Scan<K, R> scan) {
          return batch.scan(scan);
        }

        @Override
        public void execute() {
          batch.execute();
        }
      };
    }

    @Override
    public <K, R> void insert(Table<K, R> table, R row) {
      wrote = true;
      if (row instanceof NamenodeMember member) {
        joinedId = member.id();
      }
      super.insert(table, row);
    }

    @Override
    public <K, R> void update(Table<K, R> table, R row) {
      wrote = true;
      super.update(table, row);
    }

    @Override
    public <K, R> void upsert(Table<K, R> table, R row) {
      wrote = true;
      super.upsert(table, row);
    }

    @Override
    public <K, R> void delete(Table<K, R> table, K key) {
      wrote = true;
      if (table == Tables.NAMENODES) {
        evictedId = (Long) key;
      }
      super.delete(table, key);
    }

    @Override
    public long commit() {
      long beganNanos = System.nanoTime();
      long sequence = super.commit();
      if (wrote) {
        listener.accept(
            new Commit(
                operation(), memberId, epoch, evictedId, joinedId, beganNanos, System.nanoTime()));
      }
      return sequence;
    }
  }
}
