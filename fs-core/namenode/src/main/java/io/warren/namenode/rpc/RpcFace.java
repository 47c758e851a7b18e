package io.warren.namenode.rpc;

import io.warren.blockreports.BlockReportProtocol;
import io.warren.blockreports.BlockReportProtocolPB;
import io.warren.blockreports.BlockReportServer;
import io.warren.blockreports.RowBlockProtocol;
import io.warren.blockreports.RowBlockProtocolPB;
import io.warren.blockreports.RowBlockServer;
import io.warren.blockreports.StaleTurnException;
import io.warren.client.small.SmallFileProtocol;
import io.warren.client.small.SmallFileProtocolPB;
import io.warren.client.small.SmallFileServer;
import io.warren.namenode.service.NamenodeSpec.HostPort;
import io.warren.namenode.service.StartupException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.BindException;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.InvalidPathException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.ha.HAServiceProtocol;
import org.apache.hadoop.ha.proto.HAServiceProtocolProtos.HAServiceProtocolService;
import org.apache.hadoop.ha.protocolPB.HAServiceProtocolPB;
import org.apache.hadoop.ha.protocolPB.HAServiceProtocolServerSideTranslatorPB;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.NSQuotaExceededException;
import org.apache.hadoop.hdfs.protocol.RecoveryInProgressException;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ClientNamenodeProtocol;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.DatanodeProtocolService;
import org.apache.hadoop.hdfs.protocol.proto.NamenodeProtocolProtos.NamenodeProtocolService;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolServerSideTranslatorPB;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolServerSideTranslatorPB;
import org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolPB;
import org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolServerSideTranslatorPB;
import org.apache.hadoop.hdfs.server.namenode.LeaseExpiredException;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RefreshCallQueueProtocol;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.ipc.proto.RefreshCallQueueProtocolProtos.RefreshCallQueueProtocolService;
import org.apache.hadoop.ipc.protocolPB.RefreshCallQueueProtocolPB;
import org.apache.hadoop.ipc.protocolPB.RefreshCallQueueProtocolServerSideTranslatorPB;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.RefreshUserMappingsProtocol;
import org.apache.hadoop.security.authorize.RefreshAuthorizationPolicyProtocol;
import org.apache.hadoop.security.proto.RefreshAuthorizationPolicyProtocolProtos.RefreshAuthorizationPolicyProtocolService;
import org.apache.hadoop.security.proto.RefreshUserMappingsProtocolProtos.RefreshUserMappingsProtocolService;
import org.apache.hadoop.security.protocolPB.RefreshAuthorizationPolicyProtocolPB;
import org.apache.hadoop.security.protocolPB.RefreshAuthorizationPolicyProtocolServerSideTranslatorPB;
import org.apache.hadoop.security.protocolPB.RefreshUserMappingsProtocolPB;
import org.apache.hadoop.security.protocolPB.RefreshUserMappingsProtocolServerSideTranslatorPB;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.thirdparty.protobuf.BlockingService;
import org.apache.hadoop.tools.GetUserMappingsProtocol;
import org.apache.hadoop.tools.proto.GetUserMappingsProtocolProtos.GetUserMappingsProtocolService;
import org.apache.hadoop.tools.protocolPB.GetUserMappingsProtocolPB;
import org.apache.hadoop.tools.protocolPB.GetUserMappingsProtocolServerSideTranslatorPB;
import org.jspecify.annotations.Nullable;

/** Hadoop's RPC server with the protocols that stock clients, tools and datanodes speak. */
public final class RpcFace {
  /** The protocol implementations of one namenode. */
  public record Protocols(
      ClientProtocol client,
      DatanodeProtocol datanode,
      SmallFileProtocol smallFiles,
      BlockReportProtocol blockReports,
      RowBlockProtocol rowBlocks,
      NamenodeProtocol namenode,
      HAServiceProtocol haService,
      RefreshUserMappingsProtocol refreshUserMappings,
      GetUserMappingsProtocol getUserMappings,
      RefreshCallQueueProtocol refreshCallQueue,
      RefreshAuthorizationPolicyProtocol refreshServiceAcls) {}

  /** Everyday answers to clients: logged in one line, not with a stack trace. */
  private static final Class<?>[] TERSE = {
    AccessControlException.class,
    AlreadyBeingCreatedException.class,
    DSQuotaExceededException.class,
    FileAlreadyExistsException.class,
    FileNotFoundException.class,
    HadoopIllegalArgumentException.class,
    InvalidToken.class,
    InvalidPathException.class,
    LeaseExpiredException.class,
    NSQuotaExceededException.class,
    NotReplicatedYetException.class,
    ParentNotDirectoryException.class,
    PathIsNotEmptyDirectoryException.class,
    RecoveryInProgressException.class,
    RetriableException.class,
    SafeModeException.class,
    StaleTurnException.class,
    UnsupportedOperationException.class,
  };

  private final RPC.Server server;
  private final int settingsPort;

  private RpcFace(RPC.Server server, int settingsPort) {
    this.server = server;
    this.settingsPort = settingsPort;
  }

  /**
   * Binds the port. Calls are served from {@link #start()}.
   *
   * @param tokens verifies callers with delegation tokens, null to take none
   * @throws StartupException when the port is taken
   */
  public static RpcFace bind(
      String namenode,
      HostPort address,
      int handlers,
      Configuration conf,
      @Nullable SecretManager<? extends TokenIdentifier> tokens,
      Protocols protocols)
      throws StartupException {
    Configuration completed = new Configuration(conf);
    CallQueueSettings.complete(completed, address.port());
    try {
      return new RpcFace(build(address, handlers, completed, tokens, protocols), address.port());
    } catch (BindException e) {
      throw new StartupException(
          "Cannot listen on "
              + address
              + " for RPC of namenode "
              + namenode
              + ": "
              + rootMessage(e)
              + ". Stop what uses the port, or choose another RPC address in --namenode",
          e);
    } catch (IOException e) {
      throw new StartupException("The RPC server could not be made: " + e.getMessage(), e);
    }
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  private static RPC.Server build(
      HostPort address,
      int handlers,
      Configuration conf,
      @Nullable SecretManager<? extends TokenIdentifier> tokens,
      Protocols protocols)
      throws IOException {
    RPC.setProtocolEngine(conf, ClientNamenodeProtocolPB.class, ProtobufRpcEngine2.class);
    BlockingService client =
        ClientNamenodeProtocol.newReflectiveBlockingService(
            new ClientNamenodeProtocolServerSideTranslatorPB(protocols.client()));
    RPC.Server server =
        new RPC.Builder(conf)
            .setProtocol(ClientNamenodeProtocolPB.class)
            .setInstance(client)
            .setBindAddress(address.host())
            .setPort(address.port())
            .setNumHandlers(handlers)
            .setVerbose(false)
            .setSecretManager(tokens)
            .build();
    int maxDataLengthBytes =
        conf.getInt(
            CommonConfigurationKeys.IPC_MAXIMUM_DATA_LENGTH,
            CommonConfigurationKeys.IPC_MAXIMUM_DATA_LENGTH_DEFAULT);
    DFSUtil.addInternalPBProtocol(
        conf,
        DatanodeProtocolPB.class,
        DatanodeProtocolService.newReflectiveBlockingService(
            new DatanodeProtocolServerSideTranslatorPB(protocols.datanode(), maxDataLengthBytes)),
        server);
    DFSUtil.addInternalPBProtocol(
        conf, SmallFileProtocolPB.class, new SmallFileServer(protocols.smallFiles()), server);
    DFSUtil.addInternalPBProtocol(
        conf, BlockReportProtocolPB.class, new BlockReportServer(protocols.blockReports()), server);
    DFSUtil.addInternalPBProtocol(
        conf, RowBlockProtocolPB.class, new RowBlockServer(protocols.rowBlocks()), server);
    DFSUtil.addInternalPBProtocol(
        conf,
        NamenodeProtocolPB.class,
        NamenodeProtocolService.newReflectiveBlockingService(
            new NamenodeProtocolServerSideTranslatorPB(protocols.namenode())),
        server);
    addTools(conf, server, protocols);
    if (ServiceAcls.apply(conf)) {
      server.refreshServiceAcl(conf, new ProtocolPolicy());
    }
    server.addTerseExceptions(TERSE);
    server.addSuppressedLoggingExceptions(StandbyException.class);
    return server;
  }

  private static void addTools(Configuration conf, RPC.Server server, Protocols protocols)
      throws IOException {
    DFSUtil.addInternalPBProtocol(
        conf,
        RefreshAuthorizationPolicyProtocolPB.class,
        RefreshAuthorizationPolicyProtocolService.newReflectiveBlockingService(
            new RefreshAuthorizationPolicyProtocolServerSideTranslatorPB(
                protocols.refreshServiceAcls())),
        server);
    DFSUtil.addInternalPBProtocol(
        conf,
        RefreshCallQueueProtocolPB.class,
        RefreshCallQueueProtocolService.newReflectiveBlockingService(
            new RefreshCallQueueProtocolServerSideTranslatorPB(protocols.refreshCallQueue())),
        server);
    DFSUtil.addInternalPBProtocol(
        conf,
        HAServiceProtocolPB.class,
        HAServiceProtocolService.newReflectiveBlockingService(
            new HAServiceProtocolServerSideTranslatorPB(protocols.haService())),
        server);
    DFSUtil.addInternalPBProtocol(
        conf,
        RefreshUserMappingsProtocolPB.class,
        RefreshUserMappingsProtocolService.newReflectiveBlockingService(
            new RefreshUserMappingsProtocolServerSideTranslatorPB(protocols.refreshUserMappings())),
        server);
    DFSUtil.addInternalPBProtocol(
        conf,
        GetUserMappingsProtocolPB.class,
        GetUserMappingsProtocolService.newReflectiveBlockingService(
            new GetUserMappingsProtocolServerSideTranslatorPB(protocols.getUserMappings())),
        server);
  }

  public int port() {
    return server.getListenerAddress().getPort();
  }

  public void start() {
    server.start();
  }

  /** Lets go of the port and ends the handlers. */
  public void stop() {
    server.stop();
  }

  /** Puts another queue in the place of the one before; calls that wait move there. */
  void refreshCallQueue(Configuration conf) {
    Configuration completed = new Configuration(conf);
    CallQueueSettings.complete(completed, port());
    server.refreshCallQueue(completed);
  }

  /** Lets in from now on whom the policy that these settings name lets in. */
  void refreshServiceAcls(Configuration conf) {
    server.refreshServiceAcl(conf, new ProtocolPolicy());
  }

  /**
   * The port that the settings of the first queue name: 0 where the operating system chose the
   * other. Queues that replace it go by the real one.
   */
  int settingsPort() {
    return settingsPort;
  }

  /** Calls that wait for a handler. */
  public int queueLength() {
    return server.getCallQueueLen();
  }

  public int openConnections() {
    return server.getNumOpenConnections();
  }
}
