package io.warren.namenode.webhdfs;

import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.web.JsonUtil;
import org.apache.hadoop.hdfs.web.resources.ConcatSourcesParam;
import org.apache.hadoop.hdfs.web.resources.NewLengthParam;
import org.apache.hadoop.hdfs.web.resources.PostOpParam;

/** The operations of HTTP POST: changes to a file's content. */
final class PostOperations implements WebHdfsServlet.Operations {
  private final ClientProtocol client;
  private final DataRedirect redirect;

  PostOperations(ClientProtocol client, DataRedirect redirect) {
    this.client = client;
    this.redirect = redirect;
  }

  @Override
  public WebHdfsAnswer handle(WebHdfsRequest request) throws IOException {
    PostOpParam.Op op =
        request.get(PostOpParam.NAME, PostOpParam.Op.NULL.name(), PostOpParam::new).getValue();
    switch (op) {
      case APPEND:
        return GetOperations.data(request, redirect.toEnd(request));
      case CONCAT:
        client.concat(
            request.path(),
            request.require(ConcatSourcesParam.NAME, ConcatSourcesParam::new).getAbsolutePaths());
        return WebHdfsAnswer.EMPTY;
      case TRUNCATE:
        long newLengthBytes = request.require(NewLengthParam.NAME, NewLengthParam::new).getValue();
        // Each call is a client of its own: nobody else may hold the lease.
        String holder = "DFSClient_webhdfs_" + UUID.randomUUID();
        return WebHdfsAnswer.json(
            JsonUtil.toJsonString(
                "boolean", client.truncate(request.path(), newLengthBytes, holder)));
      case UNSETSTORAGEPOLICY:
        client.unsetStoragePolicy(request.path());
        return WebHdfsAnswer.EMPTY;
      case UNSETECPOLICY:
        client.unsetErasureCodingPolicy(request.path());
        return WebHdfsAnswer.EMPTY;
      default:
        throw new UnsupportedOperationException(op + " is not supported");
    }
  }
}
