package io.warren.store.embedded;

import static io.warren.store.testkit.Samples.created;
import static io.warren.store.testkit.Samples.file;
import static io.warren.store.testkit.Samples.variable;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.Change;
import io.warren.model.ClusterVariable;
import io.warren.model.Inode;
import io.warren.model.InvalidatedReplica;
import io.warren.model.Lease;
import io.warren.model.LeasePath;
import io.warren.model.QuotaDirectory;
import io.warren.model.Replica;
import io.warren.model.TypeSpace;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the writers of {@link CrashTest} do: each numbers its transactions from 1, and the rows
 * after number n are a function of n alone. So the rows that a crash has left tell whether every
 * transaction, acknowledged or not, is there as a whole or not at all.
 *
 * <p>Transaction n begins a file with a block, its lookup and a replica, ends the lease of the file
 * before, deletes the file of n - {@link #FILES_KEPT} and orders the deletion of its replica,
 * counts the files in the directory's quota and tells all of it in the feed.
 */
final class CrashLedger {
  static final int STORAGE = 3;
  static final int FILES_KEPT = 5;

  /** Each writer has its own range of ids. */
  private static final long IDS_PER_WRITER = 1_000_000;

  private CrashLedger() {}

  /** The id of the file, and of its block, that a transaction makes. */
  static long id(long writer, long number) {
    return writer * IDS_PER_WRITER + number;
  }

  private static String holder(long writer) {
    return "writer" + writer;
  }

  private static Inode inode(long writer, long number) {
    return file(writer, writer, "f" + number, id(writer, number));
  }

  private static Block block(long writer, long number) {
    long id = id(writer, number);
    return new Block(id, id, 0, 1, 2, BlockState.COMPLETE, 0);
  }

  private static Replica replica(long writer, long number) {
    long id = id(writer, number);
    return new Replica(id, id, STORAGE, 1, 2);
  }

  private static InvalidatedReplica invalidated(long writer, long number) {
    long id = id(writer, number);
    return new InvalidatedReplica(id, id, STORAGE, 1, 2);
  }

  private static QuotaDirectory quota(long writer, long files) {
    return new QuotaDirectory(
        writer, Long.MAX_VALUE, Long.MAX_VALUE, files, 2 * files, TypeSpace.NONE, TypeSpace.NONE);
  }

  private static long kept(long number) {
    return Math.min(number, FILES_KEPT);
  }

  /** The number of a writer's last transaction that is there; 0 for none. */
  static long last(Tx tx, long writer) {
    ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, holder(writer), LockMode.READ_COMMITTED);
    return row == null ? 0 : Long.parseLong(row.value());
  }

  /** The first half of what a transaction writes. */
  static void begin(Tx tx, long writer, long number) {
    tx.upsert(Tables.CLUSTER_VARIABLES, variable(holder(writer), "" + number));
    tx.insert(Tables.INODES, inode(writer, number));
    tx.insert(Tables.BLOCKS, block(writer, number));
    tx.insert(Tables.LEASE_PATHS, new LeasePath(holder(writer), id(writer, number)));
    tx.upsert(Tables.LEASES, new Lease(holder(writer), number));
    tx.append(created(inode(writer, number)));
  }

  /** The other half. */
  static void end(Tx tx, long writer, long number) {
    long id = id(writer, number);
    tx.insert(Tables.REPLICAS, replica(writer, number));
    tx.insert(Tables.BLOCK_LOOKUP, new BlockLookup(id, id));
    if (number > 1) {
      tx.delete(Tables.LEASE_PATHS, new LeasePath(holder(writer), id(writer, number - 1)).key());
    }
    if (number > FILES_KEPT) {
      long gone = number - FILES_KEPT;
      long goneId = id(writer, gone);
      tx.delete(Tables.INODES, inode(writer, gone).key());
      tx.delete(Tables.BLOCKS, new BlockKey(goneId, goneId));
      tx.delete(Tables.BLOCK_LOOKUP, goneId);
      tx.delete(Tables.REPLICAS, replica(writer, gone).key());
      tx.insert(Tables.INVALIDATED_BLOCKS, invalidated(writer, gone));
      tx.append(deleted(writer, gone));
    }
    tx.upsert(Tables.QUOTA_DIRECTORIES, quota(writer, kept(number)));
  }

  private static Change deleted(long writer, long number) {
    return created(file(writer, writer, "gone" + number, -id(writer, number)));
  }

  /** All rows of all tables, and the feed's changes by writer without sequences and times. */
  record Expected(Map<Table<?, ?>, List<Object>> rows, Map<Long, List<Change>> changes) {
    Expected() {
      this(new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    private void row(Table<?, ?> table, Object row) {
      rows.computeIfAbsent(table, t -> new ArrayList<>()).add(row);
    }

    /** Adds what a writer's first transactions leave. */
    void add(long writer, long last) {
      List<Change> told = changes.computeIfAbsent(writer, w -> new ArrayList<>());
      if (last == 0) {
        return;
      }
      row(Tables.CLUSTER_VARIABLES, variable(holder(writer), "" + last));
      row(Tables.LEASES, new Lease(holder(writer), last));
      row(Tables.LEASE_PATHS, new LeasePath(holder(writer), id(writer, last)));
      row(Tables.QUOTA_DIRECTORIES, quota(writer, kept(last)));
      for (long number = 1; number <= last; number++) {
        told.add(created(inode(writer, number)));
        if (number > FILES_KEPT) {
          told.add(deleted(writer, number - FILES_KEPT));
        }
        if (number > last - FILES_KEPT) {
          row(Tables.INODES, inode(writer, number));
          row(Tables.BLOCKS, block(writer, number));
          row(Tables.BLOCK_LOOKUP, new BlockLookup(id(writer, number), id(writer, number)));
          row(Tables.REPLICAS, replica(writer, number));
        } else {
          row(Tables.INVALIDATED_BLOCKS, invalidated(writer, number));
        }
      }
    }
  }

  /** The inode of the last change that a transaction tells. */
  static long lastChanged(long writer, long number) {
    return number > FILES_KEPT ? -id(writer, number - FILES_KEPT) : id(writer, number);
  }

  /** The writer that a change is of. */
  static long writerOf(Change change) {
    return Math.abs(change.inodeId()) / IDS_PER_WRITER;
  }
}
