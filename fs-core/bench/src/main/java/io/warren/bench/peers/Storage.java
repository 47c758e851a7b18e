package io.warren.bench.peers;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/** A namenode with a datanode of its own, for files that have bytes. */
public final class Storage implements AutoCloseable {
  private static final String STOCK_MAIN = "org.apache.hadoop.hdfs.server.datanode.DataNode";
  private static final String WARREN_MAIN = "io.warren.datanode.DatanodeMain";
  private static final int REGISTER_WAIT_SECONDS = 60;

  private final Peer namenode;
  private final JavaProcess datanode;

  private Storage(Peer namenode, JavaProcess datanode) {
    this.namenode = namenode;
    this.datanode = datanode;
  }

  /** With the stock DataNode. */
  public static Storage stock(Peer namenode, Path folder, List<String> jvmOptions)
      throws IOException {
    Path conf = conf(namenode, folder);
    return started(
        namenode, JavaProcess.start(conf, log(folder), jvmOptions, STOCK_MAIN, List.of()));
  }

  /** With Warren's datanode. */
  public static Storage warren(Peer namenode, Path folder, List<String> jvmOptions)
      throws IOException {
    Path conf = conf(namenode, folder);
    List<String> arguments = List.of("--conf", conf.toString());
    return started(
        namenode, JavaProcess.start(conf, log(folder), jvmOptions, WARREN_MAIN, arguments));
  }

  private static Path log(Path folder) {
    return folder.resolve("datanode.log");
  }

  private static Path conf(Peer namenode, Path folder) throws IOException {
    Map<String, String> site = new HashMap<>();
    site.put("dfs.datanode.data.dir", folder.resolve("blocks").toUri().toString());
    for (String port : List.of("address", "http.address", "ipc.address")) {
      site.put("dfs.datanode." + port, "127.0.0.1:" + ConfFolder.freePort());
    }
    site.put("dfs.datanode.hostname", "127.0.0.1");
    site.put("dfs.heartbeat.interval", "1");
    return ConfFolder.write(
        folder.resolve("datanode-conf"), Map.of("fs.defaultFS", namenode.uri()), site);
  }

  private static Storage started(Peer namenode, JavaProcess datanode) throws IOException {
    Storage storage = new Storage(namenode, datanode);
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(REGISTER_WAIT_SECONDS);
    HdfsConfiguration client = new HdfsConfiguration();
    try (DistributedFileSystem fs = new DistributedFileSystem()) {
      fs.initialize(URI.create(namenode.uri()), client);
      while (fs.getDataNodeStats(DatanodeReportType.LIVE).length == 0) {
        datanode.requireAlive();
        if (System.nanoTime() > deadlineNs) {
          throw new IOException("The datanode does not register at " + namenode.uri());
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(250));
      }
    } catch (IOException | RuntimeException e) {
      storage.close();
      throw e;
    }
    return storage;
  }

  public Peer namenode() {
    return namenode;
  }

  /** Of the namenode and the datanode. */
  public List<Long> processIds() {
    List<Long> ids = new ArrayList<>();
    ids.add(namenode.processId());
    ids.add(datanode.processId());
    return ids;
  }

  @Override
  public void close() {
    datanode.close();
    namenode.close();
  }
}
