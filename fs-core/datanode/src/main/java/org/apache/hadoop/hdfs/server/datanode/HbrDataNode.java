package org.apache.hadoop.hdfs.server.datanode;

import io.warren.datanode.BlockReporter;
import io.warren.datanode.ReportingPool;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.server.datanode.checker.StorageLocationChecker;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Timer;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * The stock DataNode, whose block reports are hashes of buckets. Heartbeats, incremental reports
 * and commands are the stock ones: it obeys the namenode that claims to be active with the highest
 * epoch, and tells every namenode what it receives and deletes.
 */
@NullMarked
public final class HbrDataNode extends DataNode {
  // The stock constructor starts threads that register and so wish for a report. Without an
  // initialiser, which would run after it, this may be set at any time.
  private volatile @Nullable BlockReporter reporter;

  private HbrDataNode(
      Configuration conf, List<StorageLocation> locations, StorageLocationChecker checker)
      throws IOException {
    super(conf, locations, checker, null);
  }

  /**
   * Starts a datanode.
   *
   * @throws IOException when none of its folders can be used, or a port is taken
   */
  public static HbrDataNode start(Configuration conf) throws IOException {
    UserGroupInformation.setConfiguration(conf);
    login(conf);
    StorageLocationChecker checker = new StorageLocationChecker(conf, new Timer());
    List<StorageLocation> locations;
    try {
      locations = checker.check(conf, getStorageLocations(conf));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while the folders were looked at", e);
    }
    DefaultMetricsSystem.initialize("DataNode");
    HbrDataNode datanode = new HbrDataNode(conf, locations, checker);
    datanode.runDatanodeDaemon();
    datanode.report(conf);
    return datanode;
  }

  private static void login(Configuration conf) throws IOException {
    String keytab = DFSConfigKeys.DFS_DATANODE_KEYTAB_FILE_KEY;
    String principal = DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY;
    String hostname = conf.get(DFSConfigKeys.DFS_DATANODE_HOST_NAME_KEY);
    if (hostname == null) {
      SecurityUtil.login(conf, keytab, principal);
    } else {
      SecurityUtil.login(conf, keytab, principal, hostname);
    }
  }

  private void report(Configuration conf) {
    BlockReporter started = new BlockReporter(this::pools, conf);
    reporter = started;
    started.start();
  }

  private void wish() {
    BlockReporter known = reporter;
    if (known != null) {
      known.soon();
    }
  }

  @Override
  DatanodeProtocolClientSideTranslatorPB connectToNN(InetSocketAddress address) throws IOException {
    return new HbrNamenode(address, getConf(), this::wish);
  }

  private List<ReportingPool> pools() {
    List<ReportingPool> pools = new ArrayList<>();
    for (BPOfferService service : getAllBpOs()) {
      DatanodeRegistration registration = service.bpRegistration;
      if (service.isInitialized() && service.hasBlockPoolId() && registration != null) {
        pools.add(new Pool(service, registration));
      }
    }
    return pools;
  }

  private final class Pool implements ReportingPool {
    private final BPOfferService service;
    private final DatanodeRegistration registration;

    Pool(BPOfferService service, DatanodeRegistration registration) {
      this.service = service;
      this.registration = registration;
    }

    @Override
    public String clusterId() {
      return registration.getStorageInfo().getClusterID();
    }

    @Override
    public String datanodeUuid() {
      return registration.getDatanodeUuid();
    }

    @Override
    public List<ReportingPool.Seat> namenodes() {
      DatanodeProtocolClientSideTranslatorPB active = service.getActiveNN();
      List<BPServiceActor> actors = new ArrayList<>(service.getBPServiceActors());
      actors.removeIf(actor -> actor.getBpRegistration() == null);
      actors.sort(Comparator.comparing(actor -> actor.getNameNodeProxy() != active));
      return actors.stream()
          .<ReportingPool.Seat>map(actor -> new ActorSeat(actor, service))
          .toList();
    }

    @Override
    public Map<DatanodeStorage, BlockListAsLongs> replicas() {
      return getFSDataset().getBlockReports(service.getBlockPoolId());
    }
  }

  private record ActorSeat(BPServiceActor actor, BPOfferService service)
      implements ReportingPool.Seat {
    @Override
    public InetSocketAddress address() {
      return actor.getNNSocketAddress();
    }

    @Override
    public void flush() throws IOException {
      actor
          .getIbrManager()
          .sendIBRs(
              actor.getNameNodeProxy(), actor.getBpRegistration(), service.getBlockPoolId(), null);
    }
  }

  @Override
  public void shutdown() {
    BlockReporter known = reporter;
    if (known != null) {
      known.close();
    }
    super.shutdown();
  }
}
