package io.warren.blocks;

import io.warren.model.BlockIds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.UnregisteredNodeException;
import org.apache.hadoop.hdfs.server.protocol.BlockCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockECReconstructionCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand;
import org.apache.hadoop.hdfs.server.protocol.BlockReportContext;
import org.apache.hadoop.hdfs.server.protocol.DatanodeCommand;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.HeartbeatResponse;
import org.apache.hadoop.hdfs.server.protocol.InvalidBlockReportLeaseException;
import org.apache.hadoop.hdfs.server.protocol.NNHAStatusHeartbeat;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.RegisterCommand;
import org.apache.hadoop.hdfs.server.protocol.SlowDiskReports;
import org.apache.hadoop.hdfs.server.protocol.SlowPeerReports;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReceivedDeletedBlocks;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.apache.hadoop.hdfs.server.protocol.VolumeFailureSummary;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a namenode answers to stock datanodes. Only the leader calls itself active towards them,
 * with the leader epoch as its transaction id, gives commands and takes full reports; the other
 * namenodes answer as standbys while they serve clients (see docs/adr). Thread-safe.
 */
public final class DatanodeService implements DatanodeProtocol {
  private static final Logger LOG = LoggerFactory.getLogger(DatanodeService.class);

  private final FileSystemIdentity identity;
  private final Leadership leadership;
  private final Datanodes datanodes;
  private final IncrementalReports incrementalReports;
  private final StockReports stockReports;
  private final Invalidations invalidations;
  private final BlockRecoveries recoveries;
  private final RedundancyManager redundancy;
  private final BadBlocks badBlocks;
  private final BlockSynchronization synchronization;
  private final BooleanSupplier holdsOrders;

  /**
   * @param holdsOrders whether datanodes are to copy, recover and delete nothing now
   */
  public DatanodeService(
      FileSystemIdentity identity,
      Leadership leadership,
      Datanodes datanodes,
      IncrementalReports incrementalReports,
      StockReports stockReports,
      Invalidations invalidations,
      BlockRecoveries recoveries,
      RedundancyManager redundancy,
      BadBlocks badBlocks,
      BlockSynchronization synchronization,
      BooleanSupplier holdsOrders) {
    this.identity = identity;
    this.leadership = leadership;
    this.datanodes = datanodes;
    this.incrementalReports = incrementalReports;
    this.stockReports = stockReports;
    this.invalidations = invalidations;
    this.recoveries = recoveries;
    this.redundancy = redundancy;
    this.badBlocks = badBlocks;
    this.synchronization = synchronization;
    this.holdsOrders = holdsOrders;
  }

  @Override
  public NamespaceInfo versionRequest() {
    return new NamespaceInfo(
        identity.namespaceId(),
        identity.clusterId(),
        identity.blockPoolId(),
        identity.createdAtMs());
  }

  @Override
  public DatanodeRegistration registerDatanode(DatanodeRegistration registration)
      throws IOException {
    checkOurs(registration);
    datanodes.register(registration);
    recoveries.registered(registration.getDatanodeUuid());
    return registration;
  }

  @Override
  public HeartbeatResponse sendHeartbeat(
      DatanodeRegistration registration,
      StorageReport[] reports,
      long cacheCapacityBytes,
      long cacheUsedBytes,
      int transfers,
      int xceivers,
      int failedVolumes,
      @Nullable VolumeFailureSummary failures,
      boolean wantsFullReport,
      SlowPeerReports slowPeers,
      SlowDiskReports slowDisks)
      throws IOException {
    checkOurs(registration);
    boolean leads = leadership.leads();
    List<DatanodeCommand> commands =
        new ArrayList<>(
            Arrays.asList(
                datanodes.heartbeat(
                    registration,
                    reports,
                    cacheCapacityBytes,
                    cacheUsedBytes,
                    xceivers,
                    transfers,
                    failedVolumes,
                    failures,
                    slowPeers,
                    slowDisks)));
    boolean registered = commands.stream().noneMatch(RegisterCommand.class::isInstance);
    long reportLease = 0;
    if (leads && registered) {
      if (!holdsOrders.getAsBoolean()) {
        addOrders(registration, commands, transfers);
      }
      reportLease = wantsFullReport ? datanodes.grantReport(registration) : 0;
    }
    HAServiceState state = leads ? HAServiceState.ACTIVE : HAServiceState.STANDBY;
    return new HeartbeatResponse(
        commands.toArray(DatanodeCommand[]::new),
        new NNHAStatusHeartbeat(state, leadership.epoch()),
        null,
        reportLease);
  }

  private void addOrders(
      DatanodeRegistration registration, List<DatanodeCommand> commands, int transfers) {
    String uuid = registration.getDatanodeUuid();
    BlockCommand copies = redundancy.orders().take(uuid, transfers);
    if (copies != null) {
      commands.add(copies);
    }
    BlockECReconstructionCommand units = redundancy.reconstructions().take(uuid, transfers);
    if (units != null) {
      commands.add(units);
    }
    BlockRecoveryCommand recovery = recoveries.take(uuid);
    if (recovery != null) {
      commands.add(recovery);
    }
    List<Block> deletions = invalidations.take(datanodes.storagesOf(uuid));
    if (!deletions.isEmpty()) {
      commands.add(
          new BlockCommand(
              DatanodeProtocol.DNA_INVALIDATE,
              identity.blockPoolId(),
              deletions.toArray(Block[]::new)));
    }
  }

  @Override
  public @Nullable DatanodeCommand blockReport(
      DatanodeRegistration registration,
      String poolId,
      StorageBlockReport[] reports,
      @Nullable BlockReportContext context)
      throws IOException {
    checkOurs(registration);
    checkLive(registration);
    if (context == null) {
      throw new IOException("Block reports without a lease are not taken: " + registration);
    }
    if (!leadership.leads() || !datanodes.mayReport(registration, context)) {
      throw new InvalidBlockReportLeaseException(context.getReportId(), context.getLeaseId());
    }
    for (StorageBlockReport report : reports) {
      stockReports.apply(registration, report);
    }
    datanodes.reportDone(registration, context);
    return null;
  }

  @Override
  public @Nullable DatanodeCommand cacheReport(
      DatanodeRegistration registration, String poolId, List<Long> blockIds) {
    // Cached replicas are a hint to readers that we do not give.
    return null;
  }

  @Override
  public void blockReceivedAndDeleted(
      DatanodeRegistration registration, String poolId, StorageReceivedDeletedBlocks[] message)
      throws IOException {
    checkOurs(registration);
    checkLive(registration);
    incrementalReports.apply(registration, message);
  }

  @Override
  public void errorReport(DatanodeRegistration registration, int errorCode, String message)
      throws IOException {
    LOG.warn("Datanode {} reports error {}: {}", registration, errorCode, message);
    if (errorCode == DatanodeProtocol.FATAL_DISK_ERROR) {
      checkOurs(registration);
      datanodes.remove(registration);
    }
  }

  @Override
  public void reportBadBlocks(LocatedBlock[] blocks) {
    badBlocks.report(blocks, "a datanode found a wrong checksum");
  }

  @Override
  public void commitBlockSynchronization(
      ExtendedBlock block,
      long newGenerationStamp,
      long newLengthBytes,
      boolean closeFile,
      boolean deleteBlock,
      DatanodeID @Nullable [] targets,
      String @Nullable [] targetStorages)
      throws IOException {
    List<Integer> storageIds = new ArrayList<>();
    for (String uuid : targetStorages == null ? new String[0] : targetStorages) {
      Integer storageId = datanodes.storageIds().idOf(uuid);
      if (storageId != null) {
        storageIds.add(storageId);
      } else if (BlockIds.isStriped(block.getBlockId())) {
        // The places are by unit.
        storageIds.add(0);
      }
    }
    synchronization.commit(
        new BlockSynchronization.Result(
            block.getBlockId(),
            newGenerationStamp,
            newLengthBytes,
            closeFile,
            deleteBlock,
            storageIds));
  }

  /** Refuses datanodes of another file system; they stop serving it then, as with stock HDFS. */
  private void checkOurs(DatanodeRegistration registration) throws UnregisteredNodeException {
    boolean ours =
        registration.getStorageInfo().getNamespaceID() == identity.namespaceId()
            && identity.clusterId().equals(registration.getStorageInfo().getClusterID());
    if (!ours) {
      LOG.warn("Datanode {} belongs to another file system", registration);
      throw new UnregisteredNodeException(registration);
    }
  }

  private void checkLive(DatanodeRegistration registration) throws IOException {
    if (!datanodes.isLive(registration.getDatanodeUuid())) {
      throw new IOException("Report from a datanode that is not registered: " + registration);
    }
  }
}
