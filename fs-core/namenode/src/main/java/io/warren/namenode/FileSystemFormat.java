package io.warren.namenode;

import io.warren.blocks.FileSystemIdentity;
import io.warren.model.ClusterVariable;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Gives a fresh store its identity, once; every later start finds the same one. */
final class FileSystemFormat {
  private static final String CLUSTER_ID = "cluster_id";
  private static final String BLOCK_POOL_ID = "block_pool_id";
  private static final String NAMESPACE_ID = "namespace_id";
  private static final String CREATED_AT_MS = "created_at_ms";

  private FileSystemFormat() {}

  /** The identity in the store, made now when there is none. */
  static FileSystemIdentity loadOrCreate(TransactionRunner runner, Clock clock) {
    return runner.run(TxOptions.write("format_identity"), tx -> loadOrCreate(tx, clock));
  }

  private static FileSystemIdentity loadOrCreate(Tx tx, Clock clock) {
    String clusterId = read(tx, CLUSTER_ID, LockMode.EXCLUSIVE);
    if (clusterId == null) {
      return create(tx, clock);
    }
    return new FileSystemIdentity(
        Integer.parseInt(require(tx, NAMESPACE_ID)), clusterId, require(tx, BLOCK_POOL_ID), 0);
  }

  private static FileSystemIdentity create(Tx tx, Clock clock) {
    SecureRandom random = new SecureRandom();
    long nowMs = clock.millis();
    FileSystemIdentity fresh =
        new FileSystemIdentity(
            1 + random.nextInt(Integer.MAX_VALUE - 1),
            "CID-" + UUID.randomUUID(),
            // Stock HDFS puts an address in the middle; namenodes come and go here.
            "BP-" + (1 + random.nextInt(Integer.MAX_VALUE - 1)) + "-127.0.0.1-" + nowMs,
            0);
    write(tx, CLUSTER_ID, fresh.clusterId());
    write(tx, BLOCK_POOL_ID, fresh.blockPoolId());
    write(tx, NAMESPACE_ID, Integer.toString(fresh.namespaceId()));
    write(tx, CREATED_AT_MS, Long.toString(nowMs));
    return fresh;
  }

  private static void write(Tx tx, String name, String value) {
    tx.insert(Tables.CLUSTER_VARIABLES, new ClusterVariable(name, value));
  }

  private static @Nullable String read(Tx tx, String name, LockMode lock) {
    ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, name, lock);
    return row == null ? null : row.value();
  }

  private static String require(Tx tx, String name) {
    // A lock: another process may be in the middle of writing the identity.
    String value = read(tx, name, LockMode.SHARED);
    if (value == null) {
      throw new StoreException(
              StoreException.Code.CORRUPT, "The store lacks part of the file system's identity")
          .with("variable", name);
    }
    return value;
  }
}
