package io.warren.migrate;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** A stock NameNode with one stock DataNode in this process, and the images that it writes. */
final class StockFileSystem implements AutoCloseable {
  private static final long START_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Path folder;
  private final NameNode namenode;
  private final DataNode datanode;
  private final DistributedFileSystem files;

  /** Starts both on free ports, with the edits in the folder of the images. */
  StockFileSystem(Path folder, boolean compressed) throws IOException {
    this(folder, compressed, folder.resolve("name").toUri());
  }

  /** As the other one, with the edits elsewhere. */
  StockFileSystem(Path folder, boolean compressed, URI edits) throws IOException {
    this.folder = folder;
    Configuration conf = new HdfsConfiguration();
    conf.set("fs.defaultFS", "hdfs://127.0.0.1:0");
    conf.set("dfs.namenode.rpc-address", "127.0.0.1:0");
    conf.set("dfs.namenode.http-address", "127.0.0.1:0");
    conf.set("dfs.namenode.name.dir", folder.resolve("name").toUri().toString());
    conf.set("dfs.namenode.edits.dir", edits.toString());
    conf.setInt("dfs.heartbeat.interval", 1);
    conf.set("dfs.datanode.data.dir", folder.resolve("data").toUri().toString());
    conf.set("dfs.datanode.address", "127.0.0.1:0");
    conf.set("dfs.datanode.http.address", "127.0.0.1:0");
    conf.set("dfs.datanode.ipc.address", "127.0.0.1:0");
    conf.setBoolean("dfs.image.compress", compressed);
    conf.setInt("dfs.namenode.fs-limits.min-block-size", 0);
    conf.setInt("dfs.replication", 1);
    // Formatting and starting make the same sources of metrics.
    DefaultMetricsSystem.setMiniClusterMode(true);
    NameNode.format(conf);
    namenode = NameNode.createNameNode(new String[0], conf);
    String uri = "hdfs://127.0.0.1:" + namenode.getNameNodeAddress().getPort();
    conf.set("fs.defaultFS", uri);
    conf.set("dfs.namenode.rpc-address", uri.substring("hdfs://".length()));
    FileSystem.enableSymlinks();
    datanode = DataNode.createDataNode(new String[0], conf);
    files = (DistributedFileSystem) FileSystem.newInstance(conf);
    awaitDatanode();
  }

  /** A file can be written once the DataNode has told the NameNode what room it has. */
  private void awaitDatanode() throws IOException {
    long deadlineNanos = System.nanoTime() + START_NANOS_MAX;
    while (Arrays.stream(files.getDataNodeStats(DatanodeReportType.LIVE))
        .noneMatch(each -> each.getCapacity() > 0)) {
      if (System.nanoTime() - deadlineNanos > 0) {
        throw new IOException("The stock DataNode has not registered");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  DistributedFileSystem files() {
    return files;
  }

  /** What the NameNode itself knows. */
  FSNamesystem namesystem() {
    return namenode.getNamesystem();
  }

  /** The folder of images and edits. */
  Path names() {
    return folder.resolve("name/current");
  }

  /** Ends the segment of edits, and begins the next one. */
  void rollEdits() throws IOException {
    namenode.getRpcServer().rollEditLog();
  }

  /** Writes an image of what there is now, and goes on. */
  Path saveImage() throws IOException {
    files.setSafeMode(SafeModeAction.SAFEMODE_ENTER);
    files.saveNamespace(0, 0);
    files.setSafeMode(SafeModeAction.SAFEMODE_LEAVE);
    try (Stream<Path> images = Files.list(folder.resolve("name/current"))) {
      return images
          .filter(file -> file.getFileName().toString().matches("fsimage_\\d+"))
          .max(Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  @Override
  public void close() throws IOException {
    files.close();
    datanode.shutdown();
    namenode.stop();
  }
}
