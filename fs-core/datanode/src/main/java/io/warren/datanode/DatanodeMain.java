package io.warren.datanode;

import io.warren.datanode.rows.RowDatasetFactory;
import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.HbrDataNode;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.util.ShutdownHookManager;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The main of a datanode process: the stock DataNode, or the one that reports hashes of its blocks,
 * with its folders and ports settable by flags and one clear line on stderr when it cannot start.
 */
@Command(
    name = "datanode",
    mixinStandardHelpOptions = true,
    description = "Runs a Hadoop DataNode for Warren.")
public final class DatanodeMain implements Callable<Integer> {
  /** The process could not start, or lost its namenodes for good. */
  static final int EXIT_FAILED = 1;

  private enum Reports {
    HASHED,
    FULL
  }

  private static final int STOP_PRIORITY = 30;
  private static final long ALIVE_CHECK_MS = 1_000;

  private static final String ADDRESS = "HOST:PORT";

  @Option(
      names = "--conf",
      required = true,
      paramLabel = "DIR",
      description = "Folder with core-site.xml and hdfs-site.xml.")
  private Path conf = Path.of(".");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder for blocks; may be repeated. Default: dfs.datanode.data.dir.")
  private List<Path> data = List.of();

  @Option(
      names = "--reports",
      paramLabel = "hashed|full",
      description =
          "How it reports its blocks: by hashes of buckets, or in full like the stock DataNode."
              + " Default: hashed.")
  private Reports reports = Reports.HASHED;

  @Option(
      names = "--hostname",
      paramLabel = "HOST",
      description = "Name or address that clients reach this datanode by.")
  private @Nullable String hostname;

  @Option(
      names = "--data-address",
      paramLabel = ADDRESS,
      description = "Where blocks are read and written. Default: dfs.datanode.address.")
  private @Nullable String dataAddress;

  @Option(
      names = "--http-address",
      paramLabel = ADDRESS,
      description = "Where WebHDFS data is served. Default: dfs.datanode.http.address.")
  private @Nullable String httpAddress;

  @Option(
      names = "--ipc-address",
      paramLabel = ADDRESS,
      description = "Where other datanodes and tools call. Default: dfs.datanode.ipc.address.")
  private @Nullable String ipcAddress;

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new DatanodeMain())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(args));
  }

  @Override
  public Integer call() {
    DataNode datanode;
    try {
      Configuration settings = settings();
      requireFreePorts(settings);
      datanode =
          reports == Reports.HASHED
              ? HbrDataNode.start(settings)
              : DataNode.createDataNode(new String[0], settings);
    } catch (IOException | IllegalArgumentException e) {
      return fail(e.getMessage());
    }
    if (datanode == null) {
      return fail("The datanode did not start; its log says why");
    }
    ShutdownHookManager.get().addShutdownHook(datanode::shutdown, STOP_PRIORITY);
    awaitEnd(datanode);
    if (ShutdownHookManager.get().isShutdownInProgress()) {
      return 0;
    }
    return fail(
        "The datanode lost its block pool: its folder may belong to another cluster. Its log says"
            + " more");
  }

  /** The stock class tells nobody outside its package when its last block pool has ended. */
  private static void awaitEnd(DataNode datanode) {
    try {
      while (datanode.isDatanodeUp()) {
        Thread.sleep(ALIVE_CHECK_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int fail(@Nullable String why) {
    System.err.println("datanode: " + why);
    return EXIT_FAILED;
  }

  private Configuration settings() throws IOException {
    Configuration settings = new HdfsConfiguration();
    for (String file : List.of("core-site.xml", "hdfs-site.xml")) {
      Path site = conf.resolve(file);
      if (!Files.isReadable(site)) {
        throw new IOException(
            "No readable " + file + " in " + conf + "; give its folder by --conf");
      }
      settings.addResource(new org.apache.hadoop.fs.Path(site.toUri()));
    }
    settings.setIfUnset(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, RowDatasetFactory.class.getName());
    if (!data.isEmpty()) {
      settings.set(
          DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY,
          data.stream()
              .map(folder -> folder.toAbsolutePath().toFile())
              .map(File::toURI)
              .map(Object::toString)
              .collect(Collectors.joining(",")));
    }
    set(settings, DFSConfigKeys.DFS_DATANODE_HOST_NAME_KEY, hostname);
    set(settings, DFSConfigKeys.DFS_DATANODE_ADDRESS_KEY, dataAddress);
    set(settings, DFSConfigKeys.DFS_DATANODE_HTTP_ADDRESS_KEY, httpAddress);
    set(settings, DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_KEY, ipcAddress);
    return settings;
  }

  private static void set(Configuration settings, String key, @Nullable String value) {
    if (value != null) {
      settings.set(key, value);
    }
  }

  /** The stock DataNode would fail too, but deep in a stack trace that doesn't name the setting. */
  private static void requireFreePorts(Configuration settings) throws IOException {
    Map<String, InetSocketAddress> addresses = new LinkedHashMap<>();
    addresses.put(
        "--data-address (" + DFSConfigKeys.DFS_DATANODE_ADDRESS_KEY + ")",
        address(
            settings,
            DFSConfigKeys.DFS_DATANODE_ADDRESS_KEY,
            DFSConfigKeys.DFS_DATANODE_ADDRESS_DEFAULT));
    addresses.put(
        "--http-address (" + DFSConfigKeys.DFS_DATANODE_HTTP_ADDRESS_KEY + ")",
        address(
            settings,
            DFSConfigKeys.DFS_DATANODE_HTTP_ADDRESS_KEY,
            DFSConfigKeys.DFS_DATANODE_HTTP_ADDRESS_DEFAULT));
    addresses.put(
        "--ipc-address (" + DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_KEY + ")",
        address(
            settings,
            DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_KEY,
            DFSConfigKeys.DFS_DATANODE_IPC_ADDRESS_DEFAULT));
    for (Map.Entry<String, InetSocketAddress> entry : addresses.entrySet()) {
      requireFree(entry.getKey(), entry.getValue());
    }
  }

  private static InetSocketAddress address(Configuration settings, String key, String fallback) {
    return NetUtils.createSocketAddr(settings.getTrimmed(key, fallback), -1, key);
  }

  private static void requireFree(String setting, InetSocketAddress address) throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(address);
    } catch (SocketException e) {
      throw new BindException(
          "Cannot listen on "
              + address.getHostString()
              + ":"
              + address.getPort()
              + ": "
              + e.getMessage()
              + ". Stop what uses the port, or choose another one by "
              + setting);
    }
  }
}
