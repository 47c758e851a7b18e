package io.warren.namenode.security;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.ProxyUsers;

/** Makes the settings about callers those of this process, and logs it in under Kerberos. */
public final class Login {
  private Login() {}

  /**
   * Hadoop keeps who may call in static fields, so the first thing of a process is this.
   *
   * @param host replaces _HOST in dfs.namenode.kerberos.principal
   * @throws IOException when the keytab or the KDC does not let the process in
   */
  public static void of(Configuration conf, String host) throws IOException {
    UserGroupInformation.setConfiguration(conf);
    ProxyUsers.refreshSuperUserGroupsConfiguration(conf);
    if (UserGroupInformation.isSecurityEnabled()) {
      SecurityUtil.login(
          conf,
          DFSConfigKeys.DFS_NAMENODE_KEYTAB_FILE_KEY,
          DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
          host);
    }
  }
}
