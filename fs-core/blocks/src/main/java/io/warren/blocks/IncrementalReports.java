package io.warren.blocks;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.ReceivedDeletedBlockInfo;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;

/**
 * What datanodes tell as it happens: replicas begun, finished and deleted. A datanode tells every
 * namenode, so each report arrives several times and in no common order; the first one is applied,
 * the others find nothing to do (see {@link ReplicaChanges}). Thread-safe.
 */
public final class IncrementalReports {
  private final Datanodes datanodes;
  private final ReplicaChanges changes;
  private final Invalidations invalidations;
  private final FullReports fullReports;
  private final ReportArrivals arrivals = new ReportArrivals();

  public IncrementalReports(
      Datanodes datanodes,
      ReplicaChanges changes,
      Invalidations invalidations,
      FullReports fullReports) {
    this.datanodes = datanodes;
    this.changes = changes;
    this.invalidations = invalidations;
    this.fullReports = fullReports;
  }

  /** Tells when messages were applied here. */
  public ReportArrivals arrivals() {
    return arrivals;
  }

  /** Applies one datanode's message. */
  public ReplicaChanges.Outcome apply(
      DatanodeRegistration datanode, StorageReceivedDeletedBlocks[] message) {
    long namenodeId = datanodes.registeredUnder(datanode.getDatanodeUuid());
    List<ReportedReplica> reports = new ArrayList<>();
    List<ReportedReplica> deleted = new ArrayList<>();
    for (StorageReceivedDeletedBlocks ofStorage : message) {
      int storageId =
          datanodes
              .storageIds()
              .idOf(
                  ofStorage.getStorage().getStorageID(),
                  datanode.getDatanodeUuid(),
                  ofStorage.getStorage().getStorageType().name());
      for (ReceivedDeletedBlockInfo info : ofStorage.getBlocks()) {
        ReportedReplica reported = reported(storageId, info);
        reports.add(reported);
        if (reported.state() == ReportedReplica.State.DELETED) {
          deleted.add(reported);
        }
        String hint = info.getDelHints();
        if (hint != null && !hint.isEmpty()) {
          // Before the copy is applied: the surplus that it makes may be looked at at once.
          datanodes.deletionHints().add(reported.blockId(), hint);
        }
      }
    }
    invalidations.confirm(deleted);
    fullReports.heard(datanode.getDatanodeUuid(), reports);
    ReplicaChanges.Outcome outcome = changes.apply(reports, namenodeId);
    arrivals.next();
    return outcome;
  }

  private static ReportedReplica reported(int storageId, ReceivedDeletedBlockInfo info) {
    Block block = info.getBlock();
    ReportedReplica.State state =
        switch (info.getStatus()) {
          case RECEIVING_BLOCK -> ReportedReplica.State.BEING_WRITTEN;
          case RECEIVED_BLOCK -> ReportedReplica.State.FINALIZED;
          case DELETED_BLOCK -> ReportedReplica.State.DELETED;
        };
    return new ReportedReplica(
        storageId, block.getBlockId(), block.getGenerationStamp(), block.getNumBytes(), state);
  }
}
