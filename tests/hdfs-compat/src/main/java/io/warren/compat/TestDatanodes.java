package io.warren.compat;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolClientSideTranslatorPB;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.protocol.DatanodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.test.GenericTestUtils;

/**
 * Stock DataNodes in the tests' process that serve the running cluster, so that a test may stop
 * one, or look at its files. On when the system property {@value #PROPERTY} is "own"; else the
 * cluster's own datanodes are used, which a test can't touch.
 */
public final class TestDatanodes {
  public static final String PROPERTY = "warren.compat.datanodes";
  private static final int START_TIMEOUT_MS = 60_000;
  private static final String ANY_PORT = "127.0.0.1:0";

  private static final Set<DataNode> STARTED = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(TestDatanodes::dismissLeft));
  }

  private TestDatanodes() {}

  public static boolean areOwn() {
    return "own".equals(System.getProperty(PROPERTY));
  }

  /** The settings of one datanode with its folders below {@code base}. */
  public static Configuration settings(
      Configuration conf, File base, int index, int folders, StorageType[] types) {
    Configuration own = new HdfsConfiguration(conf);
    StringJoiner dirs = new StringJoiner(",");
    for (int i = 0; i < folders; i++) {
      StorageType type = types == null || i >= types.length ? StorageType.DEFAULT : types[i];
      File dir = new File(base, "data" + (folders * index + i + 1));
      dirs.add("[" + type + "]" + dir.toURI());
    }
    own.set(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, dirs.toString());
    own.set(DFSConfigKeys.DFS_DATANODE_ADDRESS_KEY, ANY_PORT);
    own.set(DFSConfigKeys.DFS_DATANODE_HTTP_ADDRESS_KEY, ANY_PORT);
    own.set(DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_KEY, ANY_PORT);
    own.set(DFSConfigKeys.DFS_DATANODE_HOST_NAME_KEY, "127.0.0.1");
    own.setLong(DFSConfigKeys.DFS_BLOCKREPORT_INITIAL_DELAY_KEY, 0);
    own.setLong(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1);
    return own;
  }

  public static DataNode start(Configuration settings) throws IOException {
    DataNode started = DataNode.createDataNode(null, settings, null);
    STARTED.add(started);
    return started;
  }

  /** Waits until they serve. */
  public static void await(List<DataNode> datanodes) throws IOException {
    try {
      for (DataNode datanode : datanodes) {
        GenericTestUtils.waitFor(() -> datanode.isDatanodeFullyStarted(true), 50, START_TIMEOUT_MS);
      }
    } catch (TimeoutException e) {
      throw new IOException("A datanode did not find the running cluster", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }

  /**
   * Stops datanodes and has the namenode forget them at once, as it forgets one whose disks are
   * gone, so that it does not send the next test's blocks there.
   */
  public static void dismiss(List<DataNode> datanodes, Configuration conf) throws IOException {
    if (datanodes.isEmpty()) {
      return;
    }
    InetSocketAddress namenode = DFSUtilClient.getNNAddress(RunningCluster.uri());
    try (var protocol = new DatanodeProtocolClientSideTranslatorPB(namenode, conf)) {
      String blockPoolId = protocol.versionRequest().getBlockPoolID();
      for (DataNode datanode : datanodes) {
        DatanodeRegistration registration = registration(datanode, blockPoolId);
        datanode.shutdown();
        STARTED.remove(datanode);
        if (registration != null) {
          protocol.errorReport(
              registration, DatanodeProtocol.FATAL_DISK_ERROR, "stopped by the end of a test");
        }
      }
    }
  }

  /** What a datanode is known by; null when it has no block pool any more. */
  private static DatanodeRegistration registration(DataNode datanode, String blockPoolId) {
    try {
      return datanode.getDNRegistrationForBP(blockPoolId);
    } catch (IOException e) {
      return null;
    }
  }

  /** For tests that end without stopping their cluster. */
  private static void dismissLeft() {
    try {
      dismiss(List.copyOf(STARTED), new HdfsConfiguration());
    } catch (IOException e) {
      System.err.println("The datanodes of the tests could not be dismissed: " + e);
    }
  }
}
