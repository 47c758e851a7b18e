package io.warren.migrate.load;

import io.warren.store.BulkLoad;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Inserts rows in transactions of bounded size, a few at once, into a store that has no way past
 * them. Used by one thread.
 */
final class RowTransactions implements BulkLoad {
  private static final int BATCH_ROWS = 1_000;
  private static final int WRITERS = 2;
  private static final int BATCHES_WAITING_MAX = 8;

  private record Row<K, R>(Table<K, R> table, R row) {
    void insert(Tx tx) {
      tx.insert(table, row);
    }
  }

  private final TransactionRunner runner;
  private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
  private final List<Future<?>> under = new ArrayList<>();
  private List<Row<?, ?>> batch = new ArrayList<>(BATCH_ROWS);

  RowTransactions(TransactionRunner runner) {
    this.runner = runner;
  }

  @Override
  public <K, R> void insert(Table<K, R> table, R row) {
    batch.add(new Row<>(table, row));
    if (batch.size() >= BATCH_ROWS) {
      submit();
    }
  }

  private void submit() {
    List<Row<?, ?>> rows = batch;
    batch = new ArrayList<>(BATCH_ROWS);
    if (under.size() >= BATCHES_WAITING_MAX) {
      finish(under.remove(0));
    }
    under.add(writers.submit(() -> write(rows)));
  }

  private int write(List<Row<?, ?>> rows) {
    return runner.run(
        TxOptions.write("import_rows"),
        tx -> {
          rows.forEach(row -> row.insert(tx));
          return rows.size();
        });
  }

  @Override
  public void flush() {
    submit();
    while (!under.isEmpty()) {
      finish(under.remove(0));
    }
  }

  private static void finish(Future<?> write) {
    try {
      write.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The import was interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("Rows could not be written", e.getCause());
    }
  }

  /** Commits are durable by themselves. */
  @Override
  public void close() {
    writers.shutdownNow();
  }
}
