package io.warren.blocks;

import io.warren.model.BlockIds;
import io.warren.model.BlockLookup;
import io.warren.model.InvalidatedReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.ReplicaRows;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes rows of replicas whose blocks are gone. Such a row agrees with the datanode that holds
 * the replica, so no hash ever tells of it; it is found when its bucket's replicas are compared,
 * every day at least. No operation leaves one: each is logged. Thread-safe.
 */
final class StrayReplicas {
  private static final Logger LOG = LoggerFactory.getLogger(StrayReplicas.class);
  private static final int ROWS_PER_READ = 1_000;

  private final TransactionRunner runner;

  StrayReplicas(TransactionRunner runner) {
    this.runner = runner;
  }

  /**
   * Looks whether the blocks of rows exist. Of those that don't the row goes, and the datanode is
   * told to delete the replica.
   *
   * @param namenodeId this namenode's id when the report began that led here
   * @return how many rows went
   */
  int remove(List<Replica> rows, long namenodeId) {
    int removed = 0;
    for (int from = 0; from < rows.size(); from += ROWS_PER_READ) {
      List<Replica> some = rows.subList(from, Math.min(rows.size(), from + ROWS_PER_READ));
      for (Replica stray : runner.run(TxOptions.read("look_for_strays"), tx -> find(tx, some))) {
        removed += remove(stray.key(), namenodeId) ? 1 : 0;
      }
    }
    return removed;
  }

  private static List<Replica> find(Tx tx, List<Replica> rows) {
    ReadBatch batch = tx.batch();
    List<ReadBatch.Row<BlockLookup>> lookups = new ArrayList<>();
    rows.forEach(row -> lookups.add(batch.get(Tables.BLOCK_LOOKUP, BlockIds.owner(row.blockId()))));
    batch.execute();
    List<Replica> strays = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (lookups.get(i).get() == null) {
        strays.add(rows.get(i));
      }
    }
    return strays;
  }

  private boolean remove(ReplicaKey key, long namenodeId) {
    return runner.run(
        TxOptions.write("remove_stray_replica").hint(key.inodeId()),
        tx -> remove(tx, key, namenodeId));
  }

  /** Whoever removes a file deletes all its rows at once: behind that lock the rows are settled. */
  private static boolean remove(Tx tx, ReplicaKey key, long namenodeId) {
    if (tx.get(Tables.BLOCKS, key.block(), LockMode.EXCLUSIVE) != null
        || tx.get(Tables.BLOCK_LOOKUP, BlockIds.owner(key.blockId()), LockMode.SETTLED) != null) {
      return false;
    }
    Replica row = tx.get(Tables.REPLICAS, key, LockMode.EXCLUSIVE);
    if (row == null) {
      return false;
    }
    new ReportFence(namenodeId).require(tx);
    LOG.warn("Replica {} has no block any more; it is deleted", row);
    ReplicaRows.delete(tx, row);
    tx.delete(Tables.CORRUPT_REPLICAS, key);
    tx.delete(Tables.EXCESS_REPLICAS, key);
    tx.upsert(
        Tables.INVALIDATED_BLOCKS,
        new InvalidatedReplica(
            key.inodeId(),
            key.blockId(),
            key.storageId(),
            row.generationStamp(),
            row.lengthBytes()));
    return true;
  }
}
