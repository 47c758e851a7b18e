package io.warren.blockreports;

import java.io.IOException;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;

/**
 * Which report of which storage a message belongs to.
 *
 * @param leaseId of the {@link Turn}
 * @param storageType its Hadoop name, e.g. DISK
 */
public record ReportHeader(
    String datanodeUuid, long leaseId, String storageUuid, String storageType) {
  /** About what it takes on the wire. */
  int lengthBytes() {
    return datanodeUuid.length() + Long.BYTES + storageUuid.length() + storageType.length();
  }

  void write(CodedOutputStream out) throws IOException {
    out.writeStringNoTag(datanodeUuid);
    out.writeInt64NoTag(leaseId);
    out.writeStringNoTag(storageUuid);
    out.writeStringNoTag(storageType);
  }

  static ReportHeader read(CodedInputStream in) throws IOException {
    return new ReportHeader(
        in.readStringRequireUtf8(),
        in.readInt64(),
        in.readStringRequireUtf8(),
        in.readStringRequireUtf8());
  }
}
