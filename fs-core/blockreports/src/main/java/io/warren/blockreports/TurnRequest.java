package io.warren.blockreports;

import java.io.IOException;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;

/**
 * A datanode's wish to report.
 *
 * @param unreachable id of a namenode that the datanode was sent to but cannot reach, 0 for none
 */
public record TurnRequest(String clusterId, String datanodeUuid, long unreachable) {
  void write(CodedOutputStream out) throws IOException {
    out.writeStringNoTag(clusterId);
    out.writeStringNoTag(datanodeUuid);
    out.writeInt64NoTag(unreachable);
  }

  static TurnRequest read(CodedInputStream in) throws IOException {
    return new TurnRequest(in.readStringRequireUtf8(), in.readStringRequireUtf8(), in.readInt64());
  }
}
