package io.warren.namenode.rpc;

import io.warren.blocks.Datanodes;
import io.warren.namenode.service.Callers;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;

/** ClientProtocol calls by which operators take datanodes out of service and back. */
final class DatanodeAdminCalls {
  private final Datanodes datanodes;
  private final Callers callers;
  private final Configuration conf;

  DatanodeAdminCalls(Datanodes datanodes, Callers callers, Configuration conf) {
    this.datanodes = datanodes;
    this.callers = callers;
    this.conf = conf;
  }

  /** Reads dfs.hosts and dfs.hosts.exclude again; the stock tool asks every namenode. */
  public void refreshNodes() throws IOException {
    requireSuperuser();
    datanodes.refreshNodes(conf);
  }

  /**
   * Limits what each datanode that lives now spends on balancing, until it restarts; the stock tool
   * tells every namenode, and datanodes obey the leader.
   */
  public void setBalancerBandwidth(long bytesPerSecond) throws IOException {
    requireSuperuser();
    datanodes.limitBalancing(bytesPerSecond);
  }

  private void requireSuperuser() throws IOException {
    var caller = callers.current();
    if (!caller.superuser()) {
      throw new AccessControlException(
          "Access denied for user " + caller.user() + ". Superuser privilege is required");
    }
  }
}
