package io.warren.namenode.webhdfs;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.hdfs.web.resources.RecursiveParam;

/** The operations of HTTP DELETE. */
final class DeleteOperations implements WebHdfsServlet.Operations {
  private final ClientProtocol client;

  DeleteOperations(ClientProtocol client) {
    this.client = client;
  }

  @Override
  public WebHdfsAnswer handle(WebHdfsRequest request) throws IOException {
    if (!request.operation().equals("DELETE")) {
      throw new UnsupportedOperationException(
          "DELETE op " + request.operation() + " is not supported");
    }
    boolean recursive = request.flag(RecursiveParam.NAME);
    return WebHdfsAnswer.json(
        JsonUtil.toJsonString("boolean", client.delete(request.path(), recursive)));
  }
}
