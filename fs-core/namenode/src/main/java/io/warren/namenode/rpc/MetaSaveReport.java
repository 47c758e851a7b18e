package io.warren.namenode.rpc;

import io.warren.blocks.Datanodes;
import io.warren.model.CorruptReplica;
import io.warren.model.InvalidatedReplica;
import io.warren.model.PendingReplication;
import io.warren.model.RedundancyPriority;
import io.warren.model.Storage;
import io.warren.model.UnderReplicatedBlock;
import io.warren.namespace.CallContext;
import io.warren.namespace.Namespace;
import io.warren.namespace.operation.FindPath;
import io.warren.store.Scan;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.jspecify.annotations.Nullable;

/**
 * Blocks that are stored too seldom, are being copied, are to be deleted or have bad replicas, with
 * the headings of stock namenodes. Read in pages: the report is of no single moment.
 */
final class MetaSaveReport {
  private static final int PAGE_ROWS = 1_000;

  /** Most rows shown of each kind. */
  private static final int ROWS_MAX = 100_000;

  private final Namespace namespace;
  private final CallContext caller;
  private final Datanodes datanodes;

  MetaSaveReport(Namespace namespace, CallContext caller, Datanodes datanodes) {
    this.namespace = namespace;
    this.caller = caller;
    this.datanodes = datanodes;
  }

  void write(PrintWriter out) {
    DatanodeInfo[] live = datanodes.report(DatanodeReportType.LIVE);
    DatanodeInfo[] dead = datanodes.report(DatanodeReportType.DEAD);
    out.println("Live Datanodes: " + live.length);
    out.println("Dead Datanodes: " + dead.length);
    underReplicated(out);
    copies(out);
    deletions(out);
    out.println("Corrupt Blocks:");
    each(Tables.CORRUPT_REPLICAS, replica -> out.println(line(replica)));
    out.println("Metasave: Number of datanodes: " + (live.length + dead.length));
    for (DatanodeInfo node : live) {
      out.println(node.dumpDatanode());
    }
    for (DatanodeInfo node : dead) {
      out.println(node.dumpDatanode());
    }
  }

  private void underReplicated(PrintWriter out) {
    List<UnderReplicatedBlock> waiting = new ArrayList<>();
    List<UnderReplicatedBlock> missing = new ArrayList<>();
    each(
        Tables.UNDER_REPLICATED_BLOCKS,
        block -> (block.priority() == RedundancyPriority.MISSING ? missing : waiting).add(block));
    out.println("Metasave: Blocks waiting for reconstruction: " + waiting.size());
    waiting.forEach(block -> out.println(line(block, "")));
    out.println("Metasave: Blocks currently missing: " + missing.size());
    missing.forEach(block -> out.println(line(block, " MISSING")));
  }

  private String line(UnderReplicatedBlock block, String mark) {
    return "%s: blk_%d%s (replicas: live: %d wanted: %d corrupt: %d)"
        .formatted(
            path(block.inodeId()),
            block.blockId(),
            mark,
            block.live(),
            block.wanted(),
            block.corrupt());
  }

  private void copies(PrintWriter out) {
    List<PendingReplication> copies = new ArrayList<>();
    each(Tables.PENDING_REPLICATIONS, copies::add);
    out.println("Metasave: Blocks being reconstructed: " + copies.size());
    for (PendingReplication copy : copies) {
      out.println(
          "blk_%d_%d to %s, ordered at %d ms"
              .formatted(
                  copy.blockId(),
                  copy.generationStamp(),
                  storage(copy.storageId()),
                  copy.orderedAtMs()));
    }
  }

  private void deletions(PrintWriter out) {
    List<InvalidatedReplica> doomed = new ArrayList<>();
    each(Tables.INVALIDATED_BLOCKS, doomed::add);
    long nodes = doomed.stream().map(r -> datanode(r.storageId())).distinct().count();
    out.println(
        "Metasave: Blocks " + doomed.size() + " waiting deletion from " + nodes + " datanodes.");
    for (InvalidatedReplica replica : doomed) {
      out.println(
          "blk_%d_%d on %s"
              .formatted(
                  replica.blockId(), replica.generationStamp(), storage(replica.storageId())));
    }
  }

  private String line(CorruptReplica replica) {
    return "Block=blk_%d_%d\tNode=%s\tStorageID=%s\tReason=%s"
        .formatted(
            replica.blockId(),
            replica.generationStamp(),
            datanode(replica.storageId()),
            storage(replica.storageId()),
            replica.reason());
  }

  private String path(long inodeId) {
    return namespace.run(new FindPath(inodeId), caller).map(Object::toString).orElse("[orphaned]");
  }

  private String storage(int storageId) {
    Storage storage = datanodes.storageIds().find(storageId);
    return storage == null ? "storage " + storageId : storage.uuid();
  }

  private String datanode(int storageId) {
    Storage storage = datanodes.storageIds().find(storageId);
    return storage == null ? "unknown" : storage.datanodeUuid();
  }

  private <K, R> void each(Table<K, R> table, Consumer<R> take) {
    int seen = 0;
    K after = null;
    List<R> page;
    do {
      page = page(table, after);
      page.forEach(take);
      seen += page.size();
      after = page.isEmpty() ? null : table.keyOf().apply(page.get(page.size() - 1));
    } while (page.size() == PAGE_ROWS && seen < ROWS_MAX);
  }

  private <K, R> List<R> page(Table<K, R> table, @Nullable K after) {
    return namespace
        .runner()
        .run(
            TxOptions.read("meta_save"), tx -> tx.scan(Scan.prefix(table, PAGE_ROWS).after(after)));
  }
}
