package io.warren.namenode.webhdfs;

import io.warren.blocks.Datanodes;
import java.util.Map;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;

/** Puts WebHDFS of one namenode together. */
public final class WebHdfs {
  private WebHdfs() {}

  /**
   * @param client the same implementation that RPC serves, with its gate and errors
   * @param rpcAddress where datanodes reach this namenode, HOST:PORT
   */
  public static HttpServlet servlet(
      ClientProtocol client, Datanodes datanodes, Supplier<String> rpcAddress, Configuration conf) {
    DataRedirect redirect = new DataRedirect(client, datanodes, rpcAddress);
    return new WebHdfsServlet(
        Map.of(
            "GET", new GetOperations(client, redirect, conf),
            "PUT", new PutOperations(client, redirect, conf),
            "POST", new PostOperations(client, redirect),
            "DELETE", new DeleteOperations(client)),
        conf);
  }
}
