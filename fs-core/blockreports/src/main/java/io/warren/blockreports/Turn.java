package io.warren.blockreports;

import java.io.IOException;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;

/**
 * Whose turn it is.
 *
 * @param answeredBy id of the namenode that was asked
 * @param namenodeId id of the namenode that takes the report, 0 when the datanode must wait
 * @param leaseId to be named in every message of the report
 * @param waitMs when to ask again, 0 when it need not wait
 */
public record Turn(long answeredBy, long namenodeId, long leaseId, long waitMs) {
  /** Whether no namenode has room. */
  public boolean mustWait() {
    return namenodeId == 0;
  }

  /** Whether the namenode that was asked takes the report itself. */
  public boolean isHere() {
    return namenodeId == answeredBy;
  }

  void write(CodedOutputStream out) throws IOException {
    out.writeInt64NoTag(answeredBy);
    out.writeInt64NoTag(namenodeId);
    out.writeInt64NoTag(leaseId);
    out.writeInt64NoTag(waitMs);
  }

  static Turn read(CodedInputStream in) throws IOException {
    return new Turn(in.readInt64(), in.readInt64(), in.readInt64(), in.readInt64());
  }
}
