package io.warren.blocks;

import io.warren.model.ClusterVariable;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Gives a fresh store its identity, once; every later start finds the same one. */
public final class FileSystemFormat {
  private static final String CLUSTER_ID = "cluster_id";
  private static final String BLOCK_POOL_ID = "block_pool_id";
  private static final String NAMESPACE_ID = "namespace_id";
  private static final String CREATED_AT_MS = "created_at_ms";

  /** What datanodes call cTime; there is no such row where it is 0. */
  private static final String STORAGE_CREATED_AT_MS = "storage_created_at_ms";

  private FileSystemFormat() {}

  /** The identity in the store, made now when there is none. */
  public static FileSystemIdentity loadOrCreate(TransactionRunner runner, Clock clock) {
    return runner.run(TxOptions.write("format_identity"), tx -> loadOrCreate(tx, clock));
  }

  /** The identity in the store; none in one that was never served and adopted none. */
  public static Optional<FileSystemIdentity> load(TransactionRunner runner) {
    return runner.run(TxOptions.read("read_identity"), FileSystemFormat::load);
  }

  private static Optional<FileSystemIdentity> load(Tx tx) {
    String clusterId = read(tx, CLUSTER_ID, LockMode.READ_COMMITTED);
    return clusterId == null
        ? Optional.empty()
        : Optional.of(rest(tx, clusterId, LockMode.READ_COMMITTED));
  }

  /**
   * Gives a store that has none the identity of another file system, whose datanodes then know it.
   *
   * @throws StoreException with code ROW_EXISTS when it has one
   */
  public static void adopt(TransactionRunner runner, FileSystemIdentity identity, Clock clock) {
    runner.run(
        TxOptions.write("adopt_identity"),
        tx -> {
          write(tx, identity, clock.millis());
          return identity;
        });
  }

  private static FileSystemIdentity loadOrCreate(Tx tx, Clock clock) {
    String clusterId = read(tx, CLUSTER_ID, LockMode.EXCLUSIVE);
    if (clusterId == null) {
      return create(tx, clock);
    }
    // A lock: another process may be in the middle of writing the identity.
    return rest(tx, clusterId, LockMode.SHARED);
  }

  private static FileSystemIdentity rest(Tx tx, String clusterId, LockMode lock) {
    String createdAt = read(tx, STORAGE_CREATED_AT_MS, lock);
    return new FileSystemIdentity(
        Integer.parseInt(require(tx, NAMESPACE_ID, lock)),
        clusterId,
        require(tx, BLOCK_POOL_ID, lock),
        createdAt == null ? 0 : Long.parseLong(createdAt));
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
    write(tx, fresh, nowMs);
    return fresh;
  }

  private static void write(Tx tx, FileSystemIdentity identity, long nowMs) {
    write(tx, CLUSTER_ID, identity.clusterId());
    write(tx, BLOCK_POOL_ID, identity.blockPoolId());
    write(tx, NAMESPACE_ID, Integer.toString(identity.namespaceId()));
    write(tx, CREATED_AT_MS, Long.toString(nowMs));
    if (identity.createdAtMs() != 0) {
      write(tx, STORAGE_CREATED_AT_MS, Long.toString(identity.createdAtMs()));
    }
  }

  private static void write(Tx tx, String name, String value) {
    tx.insert(Tables.CLUSTER_VARIABLES, new ClusterVariable(name, value));
  }

  private static @Nullable String read(Tx tx, String name, LockMode lock) {
    ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, name, lock);
    return row == null ? null : row.value();
  }

  private static String require(Tx tx, String name, LockMode lock) {
    String value = read(tx, name, lock);
    if (value == null) {
      throw new StoreException(
              StoreException.Code.CORRUPT, "The store lacks part of the file system's identity")
          .with("variable", name);
    }
    return value;
  }
}
