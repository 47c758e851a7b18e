package io.warren.blockreports;

import java.io.IOException;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;

/**
 * What a datanode asks about a file whose bytes are rows, or, for readiness, about none.
 *
 * @param inodeId of the file; 0 for none
 */
public record RowBlockRequest(String blockPoolId, String datanodeUuid, long inodeId) {
  static RowBlockRequest read(CodedInputStream in) throws IOException {
    return new RowBlockRequest(in.readString(), in.readString(), in.readInt64());
  }

  void write(CodedOutputStream out) throws IOException {
    out.writeStringNoTag(blockPoolId);
    out.writeStringNoTag(datanodeUuid);
    out.writeInt64NoTag(inodeId);
  }
}
