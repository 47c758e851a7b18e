package org.apache.hadoop.hdfs;

import io.warren.compat.OutOfReach;
import io.warren.compat.RunningCluster;
import io.warren.compat.TestDatanodes;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.StartupOption;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.FsDatasetTestUtils;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocols;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.test.GenericTestUtils;

/**
 * What Hadoop's test classes know as their cluster, in front of one that runs already. Placed
 * before Hadoop's own class of this name, it lets them run unmodified: a "new" cluster is the
 * running one, emptied. What can only be done inside a NameNode aborts the test; a test that calls
 * a method which is not here fails.
 */
public class MiniDFSCluster implements AutoCloseable {
  public static final String PROP_TEST_BUILD_DATA = GenericTestUtils.SYSPROP_TEST_DATA_DIR;
  public static final String HDFS_MINIDFS_BASEDIR = "hdfs.minidfs.basedir";
  public static final String HDFS_MINIDFS_BASEDIR_PROVIDED = HDFS_MINIDFS_BASEDIR + ".provided";
  private static final int FOLDERS_PER_DATANODE = 2;
  private static int instances;

  static {
    // Several datanodes of one process would refuse each other's meters.
    DefaultMetricsSystem.setMiniClusterMode(true);
  }

  /** Collects what a test wants of its cluster; what only a new NameNode could have aborts it. */
  public static class Builder {
    private final Configuration conf;
    private int datanodes = 1;
    private int folders = FOLDERS_PER_DATANODE;
    private StorageType[] storageTypes;
    private boolean empty = true;

    public Builder(Configuration conf) {
      this.conf = conf;
    }

    public Builder(Configuration conf, File baseDir) {
      this.conf = conf;
      conf.set(HDFS_MINIDFS_BASEDIR, baseDir.getAbsolutePath());
    }

    public Builder numDataNodes(int count) {
      datanodes = count;
      return this;
    }

    public Builder storagesPerDatanode(int count) {
      folders = count;
      return this;
    }

    public Builder storageTypes(StorageType[] types) {
      storageTypes = types;
      return this;
    }

    /** False keeps what an earlier cluster of the same test left. */
    public Builder format(boolean format) {
      empty = format;
      return this;
    }

    public Builder nameNodePort(int port) {
      return this;
    }

    public Builder nameNodeHttpPort(int port) {
      return this;
    }

    public Builder waitSafeMode(boolean wait) {
      return this;
    }

    public Builder checkExitOnShutdown(boolean check) {
      return this;
    }

    public Builder manageNameDfsDirs(boolean manage) {
      return this;
    }

    public Builder manageDataDfsDirs(boolean manage) {
      return this;
    }

    public Builder checkDataNodeAddrConfig(boolean check) {
      return this;
    }

    public Builder checkDataNodeHostConfig(boolean check) {
      return this;
    }

    public Builder skipFsyncForTesting(boolean skip) {
      return this;
    }

    public Builder clusterId(String id) {
      return this;
    }

    public Builder useConfiguredTopologyMappingClass(boolean use) {
      return this;
    }

    public Builder storageTypes(StorageType[][] types) {
      throw new OutOfReach("datanodes with storages of their own each");
    }

    public Builder racks(String[] racks) {
      if (racks == null) {
        return this;
      }
      throw new OutOfReach("datanodes on racks");
    }

    public Builder hosts(String[] hosts) {
      if (hosts == null) {
        return this;
      }
      throw new OutOfReach("datanodes with names");
    }

    public Builder simulatedCapacities(long[] bytes) {
      if (bytes == null) {
        return this;
      }
      throw new OutOfReach("simulated datanodes");
    }

    public Builder nnTopology(MiniDFSNNTopology topology) {
      throw new OutOfReach("a topology of NameNodes");
    }

    public Builder startupOption(StartupOption option) {
      throw new OutOfReach("a start with an option");
    }

    public MiniDFSCluster build() throws IOException {
      return new MiniDFSCluster(this);
    }
  }

  /** A datanode of the test's own process. */
  public static class DataNodeProperties {
    private final DataNode datanode;
    private final Configuration conf;

    DataNodeProperties(DataNode datanode, Configuration conf) {
      this.datanode = datanode;
      this.conf = conf;
    }

    public DataNode getDatanode() {
      return datanode;
    }
  }

  protected final List<DataNodeProperties> dataNodes = new ArrayList<>();
  private final List<FileSystem> fileSystems = new ArrayList<>();
  private final Configuration conf;
  private final File base;
  private final int folders;
  private final StorageType[] storageTypes;
  private final int instance;
  private int started;

  protected MiniDFSCluster(Builder builder) throws IOException {
    conf = builder.conf;
    folders = builder.folders;
    storageTypes = builder.storageTypes;
    instance = nextInstance();
    String given = conf.get(HDFS_MINIDFS_BASEDIR);
    base = new File(given == null ? getBaseDirectory() : given);
    RunningCluster.addTo(conf);
    // More replicas than datanodes are never asked for.
    int replication =
        conf.getInt(DFSConfigKeys.DFS_REPLICATION_KEY, DFSConfigKeys.DFS_REPLICATION_DEFAULT);
    conf.setInt(
        DFSConfigKeys.DFS_REPLICATION_KEY, Math.max(1, Math.min(replication, builder.datanodes)));
    if (builder.empty) {
      RunningCluster.empty(conf);
    }
    startDataNodes(conf, builder.datanodes, true, null, null);
  }

  private static synchronized int nextInstance() {
    return instances++;
  }

  public static String getBaseDirectory() {
    return GenericTestUtils.getTestDir("dfs").getAbsolutePath() + File.separator;
  }

  public int getInstanceId() {
    return instance;
  }

  // Addresses and clients.

  public URI getURI() {
    return RunningCluster.uri();
  }

  public URI getURI(int namenode) {
    return RunningCluster.uri();
  }

  public int getNumNameNodes() {
    return 1;
  }

  public int getNameNodePort() {
    return getURI().getPort();
  }

  public int getNameNodePort(int namenode) {
    return getNameNodePort();
  }

  public String getHttpUri(int namenode) {
    return "http://" + conf.get(DFSConfigKeys.DFS_NAMENODE_HTTP_ADDRESS_KEY);
  }

  public Configuration getConfiguration(int namenode) {
    return conf;
  }

  public DistributedFileSystem getFileSystem() throws IOException {
    return getFileSystem(0);
  }

  public DistributedFileSystem getFileSystem(int namenode) throws IOException {
    return (DistributedFileSystem) getNewFileSystemInstance(namenode);
  }

  public FileSystem getNewFileSystemInstance(int namenode) throws IOException {
    FileSystem fs = FileSystem.newInstance(getURI(), conf);
    fileSystems.add(fs);
    return fs;
  }

  /** ClientProtocol over RPC; the rest of the interface aborts the test. */
  public NamenodeProtocols getNameNodeRpc() {
    ClientProtocol remote;
    try {
      remote = getFileSystem().getClient().getNamenode();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return (NamenodeProtocols)
        Proxy.newProxyInstance(
            MiniDFSCluster.class.getClassLoader(),
            new Class<?>[] {NamenodeProtocols.class},
            (proxy, method, arguments) -> {
              if (!method.getDeclaringClass().isInstance(remote)) {
                throw new OutOfReach("NameNode." + method.getName());
              }
              try {
                return method.invoke(remote, arguments);
              } catch (InvocationTargetException e) {
                // Who calls a NameNode in its process gets its exceptions themselves.
                throw e.getCause() instanceof RemoteException remoteException
                    ? remoteException.unwrapRemoteException()
                    : e.getCause();
              }
            });
  }

  public NamenodeProtocols getNameNodeRpc(int namenode) {
    return getNameNodeRpc();
  }

  // What a running cluster does not show.

  public NameNode getNameNode() {
    throw new OutOfReach("the NameNode object");
  }

  public NameNode getNameNode(int namenode) {
    return getNameNode();
  }

  public FSNamesystem getNamesystem() {
    throw new OutOfReach("the FSNamesystem object");
  }

  public FSNamesystem getNamesystem(int namenode) {
    return getNamesystem();
  }

  public void restartNameNode(String... arguments) {
    throw new OutOfReach("a restart of the NameNode");
  }

  public void restartNameNode(boolean wait) {
    restartNameNode();
  }

  public void restartNameNode(int namenode) {
    restartNameNode();
  }

  public void restartNameNodes() {
    restartNameNode();
  }

  public void shutdownNameNode(int namenode) {
    throw new OutOfReach("a stop of the NameNode");
  }

  public void shutdownNameNodes() {
    shutdownNameNode(0);
  }

  public void setLeasePeriod(long softMs, long hardMs) {
    throw new OutOfReach("other lease periods");
  }

  // States.

  public void waitClusterUp() throws IOException {
    waitActive();
  }

  public void waitActive(int namenode) throws IOException {
    waitActive();
  }

  public void waitActive() throws IOException {
    TestDatanodes.await(getDataNodes());
  }

  public boolean isClusterUp() {
    return true;
  }

  public boolean isNameNodeUp(int namenode) {
    return true;
  }

  public boolean isDataNodeUp() {
    return !TestDatanodes.areOwn() || !dataNodes.isEmpty();
  }

  public void setWaitSafeMode(boolean wait) {}

  // Datanodes.

  public void startDataNodes(
      Configuration dnConf, int count, boolean manageDirs, StartupOption option, String[] racks)
      throws IOException {
    if (!TestDatanodes.areOwn()) {
      return;
    }
    for (int i = 0; i < count; i++) {
      Configuration own =
          TestDatanodes.settings(dnConf, new File(base, "data"), started++, folders, storageTypes);
      dataNodes.add(new DataNodeProperties(TestDatanodes.start(own), own));
    }
    waitActive();
  }

  public ArrayList<DataNode> getDataNodes() {
    ArrayList<DataNode> nodes = new ArrayList<>();
    dataNodes.forEach(each -> nodes.add(each.getDatanode()));
    return nodes;
  }

  private void requireDatanodes() {
    if (!TestDatanodes.areOwn()) {
      throw new OutOfReach("datanodes of its own (-D" + TestDatanodes.PROPERTY + "=own)");
    }
  }

  public DataNode getDataNode(int ipcPort) {
    requireDatanodes();
    return getDataNodes().stream()
        .filter(each -> each.getIpcPort() == ipcPort)
        .findFirst()
        .orElse(null);
  }

  public synchronized DataNodeProperties stopDataNode(int index) {
    requireDatanodes();
    if (index < 0 || index >= dataNodes.size()) {
      return null;
    }
    DataNodeProperties stopped = dataNodes.remove(index);
    stopped.getDatanode().shutdown();
    return stopped;
  }

  public synchronized DataNodeProperties stopDataNode(String xferAddress) {
    return stopDataNode(indexOf(xferAddress));
  }

  private int indexOf(String xferAddress) {
    for (int i = 0; i < dataNodes.size(); i++) {
      if (xferAddress.equals(dataNodes.get(i).getDatanode().getDatanodeId().getXferAddr())) {
        return i;
      }
    }
    return -1;
  }

  public boolean restartDataNode(DataNodeProperties stopped) throws IOException {
    return restartDataNode(stopped, false);
  }

  public synchronized boolean restartDataNode(DataNodeProperties stopped, boolean keepPort)
      throws IOException {
    Configuration own = new HdfsConfiguration(stopped.conf);
    if (keepPort) {
      DataNode before = stopped.getDatanode();
      own.set(DFSConfigKeys.DFS_DATANODE_ADDRESS_KEY, before.getDatanodeId().getXferAddr());
      own.set(DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_KEY, "127.0.0.1:" + before.getIpcPort());
    }
    dataNodes.add(new DataNodeProperties(TestDatanodes.start(own), own));
    return true;
  }

  public boolean restartDataNode(int index) throws IOException {
    return restartDataNode(index, false);
  }

  public synchronized boolean restartDataNode(int index, boolean keepPort) throws IOException {
    DataNodeProperties stopped = stopDataNode(index);
    return stopped != null && restartDataNode(stopped, keepPort);
  }

  public boolean restartDataNode(String xferAddress) throws IOException {
    return restartDataNode(indexOf(xferAddress));
  }

  public boolean restartDataNodes() throws IOException {
    return restartDataNodes(false);
  }

  public synchronized boolean restartDataNodes(boolean keepPort) throws IOException {
    requireDatanodes();
    for (int i = dataNodes.size(); i > 0; i--) {
      restartDataNode(0, keepPort);
    }
    return true;
  }

  public synchronized void shutdownDataNode(int index) {
    stopDataNode(index);
  }

  public synchronized void shutdownDataNodes() {
    requireDatanodes();
    while (!dataNodes.isEmpty()) {
      stopDataNode(0);
    }
  }

  public void triggerHeartbeats() throws IOException {
    for (DataNode each : getDataNodes()) {
      DataNodeTestUtils.triggerHeartbeat(each);
    }
  }

  public void triggerBlockReports() throws IOException {
    for (DataNode each : getDataNodes()) {
      DataNodeTestUtils.triggerBlockReport(each);
    }
  }

  public void triggerDeletionReports() throws IOException {
    for (DataNode each : getDataNodes()) {
      DataNodeTestUtils.triggerDeletionReport(each);
    }
  }

  // The datanodes' files.

  public FsDatasetTestUtils getFsDatasetTestUtils(int index) {
    requireDatanodes();
    return getFsDatasetTestUtils(dataNodes.get(index).getDatanode());
  }

  public FsDatasetTestUtils getFsDatasetTestUtils(DataNode datanode) {
    return FsDatasetTestUtils.Factory.getFactory(conf).newInstance(datanode);
  }

  public FsDatasetTestUtils.MaterializedReplica getMaterializedReplica(
      int index, ExtendedBlock block)
      throws org.apache.hadoop.hdfs.server.datanode.ReplicaNotFoundException {
    return getFsDatasetTestUtils(index).getMaterializedReplica(block);
  }

  public void corruptReplica(int index, ExtendedBlock block) throws IOException {
    getMaterializedReplica(index, block).corruptData();
  }

  public String getDataDirectory() {
    return new File(base, "data").getAbsolutePath();
  }

  public int getStoragesPerDatanode() {
    return folders;
  }

  public File getInstanceStorageDir(int datanode, int folder) {
    requireDatanodes();
    return new File(new File(base, "data"), "data" + (folders * datanode + folder + 1));
  }

  public File getStorageDir(int datanode, int folder) {
    return getInstanceStorageDir(datanode, folder);
  }

  // The end.

  public void shutdown() {
    shutdown(false);
  }

  public void shutdown(boolean deleteDirectories) {
    shutdown(deleteDirectories, true);
  }

  public synchronized void shutdown(boolean deleteDirectories, boolean closeFileSystems) {
    try {
      if (closeFileSystems) {
        for (FileSystem fs : fileSystems) {
          fs.close();
        }
      }
      TestDatanodes.dismiss(getDataNodes(), conf);
    } catch (IOException e) {
      throw new IllegalStateException("The test's cluster could not be left in good order", e);
    } finally {
      dataNodes.clear();
    }
  }

  @Override
  public void close() {
    shutdown();
  }
}
