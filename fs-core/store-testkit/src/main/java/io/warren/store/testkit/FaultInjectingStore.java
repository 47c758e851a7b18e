package io.warren.store.testkit;

import io.warren.model.Change;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.TxStats;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that fails where a test wants it to. It numbers every store call from 1: begin, get,
 * getUnique, batch, scan, insert, update, upsert, delete, append and commit. A test first runs an
 * operation unharmed to learn how many calls it makes, then once per call with a fault at it.
 * Thread-safe.
 */
public final class FaultInjectingStore extends ForwardingStore {
  /** When, around the chosen call, the fault happens. */
  public enum Moment {
    /** The call has no effect. */
    BEFORE,
    /** The call takes effect (a commit is durable), but its caller hears of a failure. */
    AFTER
  }

  /**
   * One store call.
   *
   * @param number from 1, counted since the last {@link #reset()}
   * @param operation name of the transaction
   * @param method "commit", "insert", …
   * @param table name of the table, "" where there is none
   */
  public record Call(int number, String operation, String method, String table) {}

  private record Fault(int number, Moment moment, Code code, boolean kills) {}

  private static final int CALLS_KEPT_MAX = 1_000_000;

  private final List<Call> calls = new ArrayList<>();
  private @Nullable Fault fault;
  private @Nullable Code killedBy;
  private int pausedCall;
  private @Nullable Runnable meanwhile;
  private @Nullable Consumer<Call> before;

  public FaultInjectingStore(Store inner) {
    super(inner);
  }

  /** One call fails with the code; the calls after it work. */
  public synchronized void failAt(int number, Moment moment, Code code) {
    fault = new Fault(number, moment, code, false);
  }

  /**
   * The process "dies" at a call: it and every later call fail with the code, and no transaction
   * commits, until {@link #reset()}. What transactions under way held is let go when they are
   * closed.
   */
  public synchronized void killAt(int number, Moment moment, Code code) {
    fault = new Fault(number, moment, code, true);
  }

  /** The process stands still before a call, with what it has locked, while something else runs. */
  public synchronized void pauseAt(int number, Runnable work) {
    pausedCall = number;
    meanwhile = work;
  }

  /** The process stands still before each call, with what it has locked, while that runs. */
  public synchronized void beforeEach(Consumer<Call> work) {
    before = work;
  }

  private synchronized @Nullable Runnable pauseBefore(int number) {
    return number == pausedCall ? meanwhile : null;
  }

  /** Starts counting anew, without faults: the "restart". */
  public synchronized void reset() {
    pausedCall = 0;
    before = null;
    meanwhile = null;
    calls.clear();
    fault = null;
    killedBy = null;
  }

  /** Whether the armed fault has happened. */
  public synchronized boolean triggered() {
    Fault armed = fault;
    return armed != null && calls.size() >= armed.number();
  }

  /** The calls since the last reset, in order. */
  public synchronized List<Call> calls() {
    return List.copyOf(calls);
  }

  private synchronized @Nullable Consumer<Call> beforeThis() {
    return before;
  }

  private int record(String operation, String method, String table) {
    int number = count(operation, method, table);
    Consumer<Call> each = beforeThis();
    if (each != null) {
      each.accept(new Call(number, operation, method, table));
    }
    Runnable work = pauseBefore(number);
    if (work != null) {
      work.run();
    }
    return number;
  }

  private synchronized int count(String operation, String method, String table) {
    if (calls.size() >= CALLS_KEPT_MAX) {
      throw new IllegalStateException("Too many store calls are recorded: call reset()");
    }
    calls.add(new Call(calls.size() + 1, operation, method, table));
    return calls.size();
  }

  private synchronized void fault(int number, Moment moment) {
    if (killedBy != null && moment == Moment.BEFORE) {
      throw injected(killedBy, number);
    }
    Fault armed = fault;
    if (armed == null || armed.number() != number || armed.moment() != moment) {
      return;
    }
    if (armed.kills()) {
      killedBy = armed.code();
    }
    throw injected(armed.code(), number);
  }

  private static StoreException injected(Code code, int number) {
    return new StoreException(code, "A fault was injected").with("call", number);
  }

  private <T> @Nullable T call(
      String operation, String method, String table, Supplier<@Nullable T> work) {
    int number = record(operation, method, table);
    fault(number, Moment.BEFORE);
    T result = work.get();
    fault(number, Moment.AFTER);
    return result;
  }

  @Override
  public Tx begin(TxOptions options) {
    int number = record(options.operation(), "begin", "");
    fault(number, Moment.BEFORE);
    Tx tx = inner().begin(options);
    try {
      fault(number, Moment.AFTER);
    } catch (StoreException e) {
      tx.close();
      throw e;
    }
    return new FaultyTx(tx, options.operation());
  }

  private final class FaultyTx implements Tx {
    private final Tx tx;
    private final String operation;

    FaultyTx(Tx tx, String operation) {
      this.tx = tx;
      this.operation = operation;
    }

    private void run(String method, String table, Runnable work) {
      call(
          operation,
          method,
          table,
          () -> {
            work.run();
            return null;
          });
    }

    @Override
    public <K, R> @Nullable R get(Table<K, R> table, K key, LockMode lock) {
      return call(operation, "get", table.name(), () -> tx.get(table, key, lock));
    }

    @Override
    public <K, R> @Nullable R getUnique(Table<K, R> table, String index, Object value) {
      return call(operation, "getUnique", table.name(), () -> tx.getUnique(table, index, value));
    }

    @Override
    public void beginPartition(Table<?, ?> table, long value) {
      tx.beginPartition(table, value);
    }

    @Override
    public ReadBatch batch() {
      ReadBatch batch = tx.batch();
      return new ReadBatch() {
        @Override
        public <K, R> Row<R> get(Table<K, R> table, K key, LockMode mode) {
          return batch.get(table, key, mode);
        }

        @Override
        public <K, R> Rows<R> scan(Scan<K, R> scan) {
          return batch.scan(scan);
        }

        @Override
        public void execute() {
          run("batch", "", batch::execute);
        }
      };
    }

    @Override
    public <K, R> List<R> scan(Scan<K, R> scan) {
      int number = record(operation, "scan", scan.table().name());
      fault(number, Moment.BEFORE);
      List<R> rows = tx.scan(scan);
      fault(number, Moment.AFTER);
      return rows;
    }

    @Override
    public <K, R> void insert(Table<K, R> table, R row) {
      run("insert", table.name(), () -> tx.insert(table, row));
    }

    @Override
    public <K, R> void update(Table<K, R> table, R row) {
      run("update", table.name(), () -> tx.update(table, row));
    }

    @Override
    public <K, R> void upsert(Table<K, R> table, R row) {
      run("upsert", table.name(), () -> tx.upsert(table, row));
    }

    @Override
    public <K, R> void delete(Table<K, R> table, K key) {
      run("delete", table.name(), () -> tx.delete(table, key));
    }

    @Override
    public void append(Change change) {
      run("append", "metadata_log", () -> tx.append(change));
    }

    @Override
    public long commit() {
      int number = record(operation, "commit", "");
      fault(number, Moment.BEFORE);
      long sequence = tx.commit();
      fault(number, Moment.AFTER);
      return sequence;
    }

    @Override
    public TxStats stats() {
      return tx.stats();
    }

    @Override
    public void close() {
      tx.close();
    }
  }
}
