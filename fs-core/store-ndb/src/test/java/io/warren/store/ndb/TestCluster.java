package io.warren.store.ndb;

import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that the tests of this module share. The system properties warren.ndb.test.connect
 * and warren.ndb.test.sql (socket file of its SQL node) name one that is running already; else one
 * is started, and stopped with the JVM.
 */
final class TestCluster {
  private static final int DELETE_ROWS = 500;
  private static @Nullable TestCluster shared;

  private final ClusterProcesses processes;
  private final NdbOptions options;
  private @Nullable Link link;

  private TestCluster(ClusterProcesses processes) {
    this.processes = processes;
    this.options = NdbOptions.of(processes.connectString(), ClusterProcesses.DATABASE);
  }

  /** The cluster, with the schema applied. */
  static synchronized TestCluster get() {
    TestCluster found = shared;
    if (found == null) {
      found = new TestCluster(ClusterProcesses.sharedOne());
      shared = found;
    }
    return found;
  }

  ClusterProcesses processes() {
    return processes;
  }

  NdbOptions options() {
    return options;
  }

  /**
   * An open store without rows. All share a connection: a cluster takes seconds to accept a node
   * number again.
   */
  synchronized NdbStore emptyStore() {
    try (NdbStore cleaner = NdbStore.over(shared(), options)) {
      cleaner.feed().close();
      for (Table<?, ?> table : FeedTables.all()) {
        if (table != FeedTables.SCHEMA_VERSIONS) {
          clear(cleaner, table);
        }
      }
    }
    return NdbStore.over(shared(), options);
  }

  /** An open store over the rows that are there, with nothing seen yet. */
  synchronized NdbStore anotherStore() {
    return NdbStore.over(shared(), options);
  }

  private Link shared() {
    Link opened = link;
    if (opened == null || opened.broken()) {
      opened = Link.open(options);
      link = opened;
    }
    if (!opened.retain()) {
      throw new IllegalStateException("The shared connection was closed");
    }
    return opened;
  }

  private static <K, R> void clear(NdbStore store, Table<K, R> table) {
    while (true) {
      try (Tx tx = store.begin(TxOptions.write("clear"))) {
        List<R> rows = tx.scan(Scan.prefix(table, DELETE_ROWS));
        rows.forEach(row -> tx.delete(table, table.keyOf().apply(row)));
        tx.commit();
        if (rows.size() < DELETE_ROWS) {
          return;
        }
      }
    }
  }
}
