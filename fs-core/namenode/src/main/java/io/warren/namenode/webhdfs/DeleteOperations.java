package io.warren.namenode.webhdfs;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.hdfs.web.resources.DeleteOpParam;
import org.apache.hadoop.hdfs.web.resources.RecursiveParam;
import org.apache.hadoop.hdfs.web.resources.SnapshotNameParam;

/** The operations of HTTP DELETE. */
final class DeleteOperations implements WebHdfsServlet.Operations {
  private final ClientProtocol client;

  DeleteOperations(ClientProtocol client) {
    this.client = client;
  }

  @Override
  public WebHdfsAnswer handle(WebHdfsRequest request) throws IOException {
    DeleteOpParam.Op op =
        request
            .get(DeleteOpParam.NAME, DeleteOpParam.Op.NULL.name(), DeleteOpParam::new)
            .getValue();
    switch (op) {
      case DELETE:
        return WebHdfsAnswer.json(
            JsonUtil.toJsonString(
                "boolean", client.delete(request.path(), request.flag(RecursiveParam.NAME))));
      case DELETESNAPSHOT:
        client.deleteSnapshot(
            request.path(),
            request.require(SnapshotNameParam.NAME, SnapshotNameParam::new).getValue());
        return WebHdfsAnswer.EMPTY;
      default:
        throw new UnsupportedOperationException(op + " is not supported");
    }
  }
}
