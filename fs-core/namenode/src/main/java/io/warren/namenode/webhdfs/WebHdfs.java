package io.warren.namenode.webhdfs;

import io.warren.blocks.Datanodes;
import io.warren.client.small.SmallFileProtocol;
import java.util.Arrays;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.hdfs.server.common.TokenVerifier;
import org.apache.hadoop.hdfs.web.resources.AclPermissionParam;
import org.apache.hadoop.hdfs.web.resources.GetOpParam;
import org.apache.hadoop.hdfs.web.resources.UserParam;
import org.eclipse.jetty.http.BadMessageException;
import org.jspecify.annotations.Nullable;

/** Puts WebHDFS of one namenode together. */
public final class WebHdfs {
  private WebHdfs() {}

  /** Whether a GET changes the store: one for a token does. */
  public static boolean changesByGet(HttpServletRequest request) {
    try {
      return request.getParameterMap().entrySet().stream()
          .filter(e -> e.getKey().equalsIgnoreCase(GetOpParam.NAME))
          .flatMap(e -> Arrays.stream(e.getValue()))
          .anyMatch(GetOpParam.Op.GETDELEGATIONTOKEN.name()::equalsIgnoreCase);
    } catch (BadMessageException e) {
      // A query that can't be read: the servlet refuses it in WebHDFS's words.
      return false;
    }
  }

  /**
   * @param client the same implementation that RPC serves, with its gate and errors
   * @param smallFiles likewise
   * @param rpcAddress where datanodes reach this namenode, HOST:PORT
   * @param tokens verifies delegation tokens, null when none are issued
   * @param encodedNanos hears how long the answer of this thread's last call took to be encoded
   */
  public static HttpServlet servlet(
      ClientProtocol client,
      SmallFileProtocol smallFiles,
      Datanodes datanodes,
      Supplier<String> rpcAddress,
      @Nullable TokenVerifier<DelegationTokenIdentifier> tokens,
      LongConsumer encodedNanos,
      Configuration conf) {
    // Hadoop keeps the patterns of names in static fields, one setting for a process.
    UserParam.setUserPattern(
        conf.get(
            HdfsClientConfigKeys.DFS_WEBHDFS_USER_PATTERN_KEY,
            HdfsClientConfigKeys.DFS_WEBHDFS_USER_PATTERN_DEFAULT));
    AclPermissionParam.setAclPermissionPattern(
        conf.get(
            HdfsClientConfigKeys.DFS_WEBHDFS_ACL_PERMISSION_PATTERN_KEY,
            HdfsClientConfigKeys.DFS_WEBHDFS_ACL_PERMISSION_PATTERN_DEFAULT));
    DataRedirect redirect = new DataRedirect(client, datanodes, rpcAddress);
    ServiceGets service = new ServiceGets(client, conf, new DelegationTokenGet(client, rpcAddress));
    return new WebHdfsServlet(
        Map.of(
            "GET",
                new GetOperations(
                    client,
                    redirect,
                    new OpenOperation(client, smallFiles, redirect),
                    service,
                    encodedNanos),
            "PUT", new PutOperations(client, redirect, conf),
            "POST", new PostOperations(client, redirect),
            "DELETE", new DeleteOperations(client)),
        new WebHdfsCallers(conf, tokens));
  }
}
