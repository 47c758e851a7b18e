package io.warren.bench.flood;

import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Stock clients of several users. Each has a login and so a connection of its own, and the settings
 * that Warren writes for clients: a call that is told to come again is repeated after a pause.
 */
final class UserClients {
  private static final String SERVICE = "flooded";

  /** As `bin/warren client-conf` writes them. */
  private static final Map<String, String> PACE =
      Map.of(
          "dfs.client.failover.sleep.base.millis", "50",
          "dfs.client.failover.sleep.max.millis", "500",
          "dfs.client.failover.max.attempts", "60",
          "dfs.client.retry.max.attempts", "60");

  private UserClients() {}

  /**
   * @param rpc HOST:PORT of the namenode
   */
  static FileSystem open(String rpc, String user) throws IOException, InterruptedException {
    Configuration conf = new HdfsConfiguration();
    PACE.forEach(conf::set);
    conf.set("dfs.nameservices", SERVICE);
    conf.set("dfs.ha.namenodes." + SERVICE, "only");
    conf.set("dfs.namenode.rpc-address." + SERVICE + ".only", rpc);
    conf.set(
        "dfs.client.failover.proxy.provider." + SERVICE,
        "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider");
    return UserGroupInformation.createRemoteUser(user)
        .doAs(
            (PrivilegedExceptionAction<FileSystem>)
                () -> FileSystem.newInstance(URI.create("hdfs://" + SERVICE), conf));
  }
}
