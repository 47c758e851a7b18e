package io.warren.namenode.rpc;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who may call which protocol, as Hadoop's policy file says, and how that is read again. */
public final class ServiceAcls {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceAcls.class);

  private final Configuration conf;
  private volatile @Nullable RpcFace rpc;

  public ServiceAcls(Configuration conf) {
    this.conf = conf;
  }

  /** Whose callers they are about; bound, but not started yet. */
  public void serve(RpcFace served) {
    rpc = served;
  }

  /** Whether a namenode with these settings asks the policy at all. */
  static boolean apply(Configuration conf) {
    return conf.getBoolean(CommonConfigurationKeys.HADOOP_SECURITY_AUTHORIZATION, false);
  }

  /**
   * Reads the settings' files and the policy again and goes by them from now on.
   *
   * @throws AuthorizationException when the namenode was started without service ACLs
   */
  void refresh() throws IOException {
    if (!apply(conf)) {
      throw new AuthorizationException("Service Level Authorization not enabled!");
    }
    Configuration fresh = new Configuration(conf);
    fresh.reloadConfiguration();
    RpcFace served = rpc;
    if (served == null) {
      throw new IllegalStateException("There is no server yet");
    }
    served.refreshServiceAcls(fresh);
    LOG.info("The service ACLs are read again");
  }
}
