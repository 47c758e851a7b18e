package io.warren.namenode.webhdfs;

import io.warren.client.small.SmallFile;
import io.warren.client.small.SmallFileProtocol;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.web.resources.LengthParam;
import org.apache.hadoop.hdfs.web.resources.NoRedirectParam;
import org.apache.hadoop.hdfs.web.resources.OffsetParam;

/**
 * Reads a file: the namenode answers the bytes that are in its database, and sends clients to a
 * datanode for all others, and those who ask where to go.
 */
final class OpenOperation {
  private final ClientProtocol client;
  private final SmallFileProtocol smallFiles;
  private final DataRedirect redirect;

  OpenOperation(ClientProtocol client, SmallFileProtocol smallFiles, DataRedirect redirect) {
    this.client = client;
    this.smallFiles = smallFiles;
    this.redirect = redirect;
  }

  WebHdfsAnswer open(WebHdfsRequest request) throws IOException {
    long offsetBytes = request.get("offset", OffsetParam::new).getOffset();
    HdfsFileStatus status = redirect.existing(request);
    DataRedirect.requireWithin(request, offsetBytes, status.getLen());
    if (status.getLen() == 0) {
      return GetOperations.data(request, redirect.toAny(request, 0));
    }
    if (request.flag(NoRedirectParam.NAME)) {
      return redirected(
          request, offsetBytes, client.getBlockLocations(request.path(), offsetBytes, 1));
    }
    SmallFile.Opened opened = smallFiles.open(request.path(), offsetBytes, 1);
    if (opened instanceof SmallFile.InBlocks inBlocks) {
      return redirected(request, offsetBytes, inBlocks.blocks());
    }
    byte[] bytes = SmallFile.bytes(opened).orElseThrow();
    DataRedirect.requireWithin(request, offsetBytes, bytes.length);
    return WebHdfsAnswer.bytes(range(request, (int) offsetBytes, bytes));
  }

  private WebHdfsAnswer redirected(WebHdfsRequest request, long offsetBytes, LocatedBlocks located)
      throws IOException {
    return GetOperations.data(request, redirect.toReplica(request, offsetBytes, located));
  }

  private static byte[] range(WebHdfsRequest request, int offsetBytes, byte[] bytes) {
    Long lengthBytes = request.get("length", LengthParam::new).getValue();
    int leftBytes = bytes.length - offsetBytes;
    int askedBytes = lengthBytes == null ? leftBytes : (int) Math.min(lengthBytes, leftBytes);
    return Arrays.copyOfRange(bytes, offsetBytes, offsetBytes + askedBytes);
  }
}
