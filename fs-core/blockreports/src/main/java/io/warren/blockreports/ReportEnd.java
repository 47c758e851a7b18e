package io.warren.blockreports;

import java.io.IOException;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;

/**
 * All storages were reported.
 *
 * @param nextInMs when the datanode will ask again
 */
public record ReportEnd(String datanodeUuid, long leaseId, long nextInMs) {
  void write(CodedOutputStream out) throws IOException {
    out.writeStringNoTag(datanodeUuid);
    out.writeInt64NoTag(leaseId);
    out.writeInt64NoTag(nextInMs);
  }

  static ReportEnd read(CodedInputStream in) throws IOException {
    return new ReportEnd(in.readStringRequireUtf8(), in.readInt64(), in.readInt64());
  }
}
