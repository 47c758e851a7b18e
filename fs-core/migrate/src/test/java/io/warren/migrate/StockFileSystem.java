package io.warren.migrate;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
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
  private static final String DATA_KEY = "dfs.datanode.data.dir";
  private static final long START_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Path names;
  private final NameNode namenode;
  private final List<DataNode> datanodes = new ArrayList<>();
  private final DistributedFileSystem files;

  /** Starts both on free ports, with the edits in the folder of the images. */
  StockFileSystem(Path folder, boolean compressed) throws IOException {
    this(folder, compressed, folder.resolve("name").toUri());
  }

  /** As the other one, with the edits elsewhere, too, where they have to be. */
  StockFileSystem(Path folder, boolean compressed, URI edits) throws IOException {
    this(folder.resolve("name"), formatted(folder, compressed, edits), 1);
  }

  private StockFileSystem(Path folder, int datanodes) throws IOException {
    this(
        folder.resolve("name"),
        formatted(folder, false, folder.resolve("name").toUri()),
        datanodes);
  }

  /** As the others, with several DataNodes: folders data, data1 and so on. */
  static StockFileSystem withDatanodes(Path folder, int datanodes) throws IOException {
    return new StockFileSystem(folder, datanodes);
  }

  private StockFileSystem(Path names, Configuration conf, int count) throws IOException {
    this.names = names;
    namenode = NameNode.createNameNode(new String[0], conf);
    String uri = "hdfs://127.0.0.1:" + namenode.getNameNodeAddress().getPort();
    conf.set("fs.defaultFS", uri);
    conf.set("dfs.namenode.rpc-address", uri.substring("hdfs://".length()));
    FileSystem.enableSymlinks();
    String data = conf.get(DATA_KEY);
    for (int number = 0; number < count; number++) {
      Configuration own = new HdfsConfiguration(conf);
      own.set(DATA_KEY, data + (number == 0 ? "" : String.valueOf(number)));
      datanodes.add(DataNode.createDataNode(new String[0], own));
    }
    files = (DistributedFileSystem) FileSystem.newInstance(conf);
    awaitDatanodes();
  }

  /**
   * Starts both with what is there.
   *
   * @param names a name directory with an image
   * @param folder whose data the DataNode has
   */
  static StockFileSystem loading(Path names, Path folder) throws IOException {
    return loading(names, folder, 1);
  }

  /** As the other one, with several DataNodes. */
  static StockFileSystem loading(Path names, Path folder, int datanodes) throws IOException {
    DefaultMetricsSystem.setMiniClusterMode(true);
    Configuration conf = configuration(names, folder, false, names.toUri());
    return new StockFileSystem(names, conf, datanodes);
  }

  private static Configuration formatted(Path folder, boolean compressed, URI edits)
      throws IOException {
    Configuration conf = configuration(folder.resolve("name"), folder, compressed, edits);
    // Formatting and starting make the same sources of metrics.
    DefaultMetricsSystem.setMiniClusterMode(true);
    NameNode.format(conf);
    return conf;
  }

  private static Configuration configuration(
      Path names, Path folder, boolean compressed, URI edits) {
    Configuration conf = new HdfsConfiguration();
    conf.set("fs.defaultFS", "hdfs://127.0.0.1:0");
    conf.set("dfs.namenode.rpc-address", "127.0.0.1:0");
    conf.set("dfs.namenode.http-address", "127.0.0.1:0");
    conf.set("dfs.namenode.name.dir", names.toUri().toString());
    String own = names.toUri().toString();
    boolean elsewhere = !own.equals(edits.toString());
    conf.set("dfs.namenode.edits.dir", elsewhere ? edits + "," + own : own);
    conf.set("dfs.namenode.edits.dir.required", elsewhere ? edits.toString() : "");
    conf.setInt("dfs.namenode.safemode.extension", 0);
    conf.setInt("dfs.heartbeat.interval", 1);
    // Without the stroke that the URI of a folder ends with once it is there.
    conf.set(DATA_KEY, "file://" + folder.resolve("data").toAbsolutePath());
    conf.set("dfs.datanode.address", "127.0.0.1:0");
    conf.set("dfs.datanode.http.address", "127.0.0.1:0");
    conf.set("dfs.datanode.ipc.address", "127.0.0.1:0");
    conf.setBoolean("dfs.image.compress", compressed);
    conf.setInt("dfs.namenode.fs-limits.min-block-size", 0);
    conf.setInt("dfs.replication", 1);
    // Each unit of a coded block needs a DataNode of its own, however busy it is.
    conf.setBoolean("dfs.namenode.redundancy.considerLoad", false);
    return conf;
  }

  /** A file can be written once the DataNodes have told the NameNode what room they have. */
  private void awaitDatanodes() throws IOException {
    long deadlineNanos = System.nanoTime() + START_NANOS_MAX;
    while (Arrays.stream(files.getDataNodeStats(DatanodeReportType.LIVE))
            .filter(each -> each.getCapacity() > 0)
            .count()
        < datanodes.size()) {
      if (System.nanoTime() - deadlineNanos > 0) {
        throw new IOException("The stock DataNodes have not registered");
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
    return names.resolve("current");
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
    try (Stream<Path> images = Files.list(names.resolve("current"))) {
      return images
          .filter(file -> file.getFileName().toString().matches("fsimage_\\d+"))
          .max(Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  @Override
  public void close() throws IOException {
    files.close();
    datanodes.forEach(DataNode::shutdown);
    namenode.stop();
  }
}
