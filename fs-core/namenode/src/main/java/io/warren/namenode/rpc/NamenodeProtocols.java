package io.warren.namenode.rpc;

import io.warren.blockreports.BlockReportProtocol;
import io.warren.blockreports.RowBlockProtocol;
import io.warren.blocks.BadBlocks;
import io.warren.blocks.Datanodes;
import io.warren.blocks.RedundancyCounts;
import io.warren.blocks.ReportArrivals;
import io.warren.blocks.RowBlockPlaces;
import io.warren.blocks.StoredBlocks;
import io.warren.client.small.SmallFileProtocol;
import io.warren.namenode.inotify.Inotify;
import io.warren.namenode.security.Tokens;
import io.warren.namenode.service.Callers;
import io.warren.namenode.service.ServiceGate;
import io.warren.namenode.service.StoragePolicies;
import io.warren.namenode.small.SmallFiles;
import io.warren.namenode.walks.Walks;
import io.warren.namespace.FileSettings;
import io.warren.namespace.Namespace;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.ipc.RefreshCallQueueProtocol;
import org.apache.hadoop.security.RefreshUserMappingsProtocol;
import org.apache.hadoop.security.authorize.RefreshAuthorizationPolicyProtocol;
import org.apache.hadoop.tools.GetUserMappingsProtocol;

/** Puts the delegates together to the protocols that one namenode serves. */
public final class NamenodeProtocols {
  /** The parts of a namenode that its calls use. */
  public record Parts(
      Namespace namespace,
      FileSettings fileSettings,
      SmallFiles smallFiles,
      Walks walks,
      Datanodes datanodes,
      RowBlockPlaces rowBlockPlaces,
      BadBlocks badBlocks,
      RedundancyCounts redundancy,
      ReportArrivals reportArrivals,
      DatanodeProtocol datanodeService,
      BlockReportProtocol blockReports,
      Callers callers,
      SafeMode safeMode,
      Tokens tokens,
      Inotify inotify,
      Dispatcher.Admission admission,
      CallQueues callQueues,
      ServiceAcls serviceAcls,
      Configuration conf) {}

  private NamenodeProtocols() {}

  /**
   * The served protocols; every call passes a gate and is told to the listener.
   *
   * @param gate of clients and tools
   * @param datanodeGate of datanodes, which must find the namenode before clients may
   * @param witness of clients' calls
   */
  public static RpcFace.Protocols of(
      Parts parts,
      ServiceGate gate,
      ServiceGate datanodeGate,
      Dispatcher.Listener listener,
      Dispatcher.Witness witness) {
    DatanodeProtocol datanodes = parts.datanodeService();
    ToolCalls.Namenode identity = new ToolCalls.Namenode(datanodes::versionRequest);
    return new RpcFace.Protocols(
        client(parts, gate, listener, witness),
        Dispatcher.serve(DatanodeProtocol.class, datanodeGate, listener, datanodes),
        smallFiles(parts, gate, listener, witness),
        Dispatcher.serve(
            BlockReportProtocol.class,
            datanodeGate,
            listener,
            new BlockReportCalls(parts.blockReports())),
        Dispatcher.serve(
            RowBlockProtocol.class,
            datanodeGate,
            listener,
            new RowBlockCalls(
                parts.namespace().runner(),
                parts.datanodes(),
                parts.rowBlockPlaces(),
                parts.conf())),
        Dispatcher.serve(NamenodeProtocol.class, gate, listener, identity, balancer(parts)),
        Dispatcher.serve(HAServiceProtocol.class, gate, listener, new ToolCalls.HaService()),
        Dispatcher.serve(
            RefreshUserMappingsProtocol.class,
            gate,
            listener,
            new ToolCalls.RefreshUserMappings(parts.callers(), parts.conf())),
        Dispatcher.serve(
            GetUserMappingsProtocol.class, gate, listener, new ToolCalls.UserMappings()),
        Dispatcher.serve(
            RefreshCallQueueProtocol.class,
            gate,
            listener,
            new ToolCalls.RefreshCallQueue(parts.callers(), parts.callQueues())),
        Dispatcher.serve(
            RefreshAuthorizationPolicyProtocol.class,
            gate,
            listener,
            new ToolCalls.RefreshServiceAcls(parts.callers(), parts.serviceAcls())));
  }

  private static BalancerCalls balancer(Parts parts) {
    Namespace namespace = parts.namespace();
    return new BalancerCalls(
        new StoredBlocks(namespace.runner(), parts.datanodes(), namespace.clock()),
        parts.datanodes(),
        parts.callers());
  }

  private static SmallFileProtocol smallFiles(
      Parts parts, ServiceGate gate, Dispatcher.Listener listener, Dispatcher.Witness witness) {
    return Dispatcher.serve(
        SmallFileProtocol.class,
        gate,
        parts.admission(),
        listener,
        (method, given) -> {
          parts.safeMode().check(method);
          return given;
        },
        new SmallFileWitness(witness),
        new SmallFileCalls(
            parts.namespace(),
            parts.callers(),
            parts.fileSettings(),
            files(parts),
            parts.smallFiles()));
  }

  private static FileCalls files(Parts parts) {
    return new FileCalls(
        parts.namespace(),
        parts.callers(),
        parts.fileSettings(),
        new LocatedFiles(parts.datanodes(), parts.rowBlockPlaces()),
        new StoragePolicies(parts.fileSettings()),
        parts.reportArrivals(),
        new Settling(parts.datanodes()),
        parts.smallFiles());
  }

  private static ClientProtocol client(
      Parts parts, ServiceGate gate, Dispatcher.Listener listener, Dispatcher.Witness witness) {
    Namespace namespace = parts.namespace();
    Callers callers = parts.callers();
    int listLimit =
        parts.conf().getInt(DFSConfigKeys.DFS_LIST_LIMIT, DFSConfigKeys.DFS_LIST_LIMIT_DEFAULT);
    StoragePolicies policies = new StoragePolicies(parts.fileSettings());
    FileSettings settings = parts.fileSettings();
    LocatedFiles located = new LocatedFiles(parts.datanodes(), parts.rowBlockPlaces());
    Settling settling = new Settling(parts.datanodes());
    FileCalls files = files(parts);
    SafeMode safeMode = parts.safeMode();
    ReservedPaths reserved = new ReservedPaths(namespace, callers);
    DirectoryCalls directories = new DirectoryCalls(namespace, callers, files, listLimit);
    return Dispatcher.serve(
        ClientProtocol.class,
        gate,
        parts.admission(),
        listener,
        (method, given) -> {
          safeMode.check(method);
          return reserved.prepare(method, given);
        },
        witness,
        safeMode,
        files,
        new OpenFilesCalls(namespace, callers, parts.conf()),
        new BatchedListingCalls(directories, parts.conf()),
        new LinkCalls(),
        new BlockCalls(namespace, callers, settings, parts.datanodes(), located, settling),
        new AttributeCalls(namespace, callers),
        new AclCalls(namespace, callers, parts.conf()),
        new XattrCalls(namespace, callers, parts.conf()),
        new PolicyCalls(namespace, callers, policies, parts.conf()),
        new ErasureCodingCalls(namespace, callers, parts.datanodes(), parts.conf()),
        directories,
        new QuotaCalls(namespace, callers, parts.walks(), parts.conf()),
        new SnapshotCalls(namespace, callers, parts.conf()),
        new CorruptFileCalls(namespace, callers),
        new MetaSaveCalls(namespace, callers, parts.datanodes()),
        new DatanodeCalls(parts.datanodes(), parts.badBlocks(), parts.redundancy(), policies),
        new DatanodeAdminCalls(parts.datanodes(), callers, parts.conf()),
        new ServiceCalls(callers, parts.conf()),
        new TokenCalls(parts.tokens()),
        new InotifyCalls(parts.inotify(), callers));
  }
}
