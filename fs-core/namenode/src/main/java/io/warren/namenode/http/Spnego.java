package io.warren.namenode.http;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.web.AuthFilter;
import org.apache.hadoop.security.AuthenticationFilterInitializer;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.server.AuthenticationFilter;
import org.apache.hadoop.security.authentication.server.KerberosAuthenticationHandler;
import org.apache.hadoop.security.authorize.ProxyUsers;
import org.eclipse.jetty.servlet.FilterHolder;
import org.jspecify.annotations.Nullable;

/** Hadoop's filter that authenticates HTTP callers by their Kerberos tickets. */
public final class Spnego {
  private static final String SETTINGS = "hadoop.http.authentication.";

  private Spnego() {}

  /**
   * The filter for WebHDFS; null in a cluster without Kerberos, where names are believed. Requests
   * with a delegation token pass: WebHDFS verifies it.
   *
   * @param host replaces _HOST in the principal
   */
  public static @Nullable FilterHolder filter(Configuration conf, String host) throws IOException {
    if (!UserGroupInformation.isSecurityEnabled()) {
      return null;
    }
    Map<String, String> settings =
        AuthenticationFilterInitializer.getFilterConfigMap(conf, SETTINGS);
    for (Map.Entry<String, String> proxy :
        conf.getPropsWithPrefix(ProxyUsers.CONF_HADOOP_PROXYUSER).entrySet()) {
      settings.put("proxyuser" + proxy.getKey(), proxy.getValue());
    }
    String principal = conf.get(DFSConfigKeys.DFS_NAMENODE_KERBEROS_INTERNAL_SPNEGO_PRINCIPAL_KEY);
    if (principal != null && !principal.isEmpty()) {
      settings.put(
          KerberosAuthenticationHandler.PRINCIPAL,
          SecurityUtil.getServerPrincipal(principal, host));
    }
    String keytab =
        conf.get(DFSUtil.getSpnegoKeytabKey(conf, DFSConfigKeys.DFS_NAMENODE_KEYTAB_FILE_KEY));
    if (keytab != null && !keytab.isEmpty()) {
      settings.put(KerberosAuthenticationHandler.KEYTAB, keytab);
    }
    settings.put(AuthenticationFilter.AUTH_TYPE, KerberosAuthenticationHandler.TYPE);
    FilterHolder filter = new FilterHolder(new AuthFilter());
    filter.setInitParameters(settings);
    return filter;
  }
}
