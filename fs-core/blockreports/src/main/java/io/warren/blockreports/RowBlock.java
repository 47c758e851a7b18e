package io.warren.blockreports;

import java.io.IOException;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;

/**
 * A file's bytes, from its rows.
 *
 * @param version of the rows
 * @param bytes all of the file's; callers must not change them
 */
public record RowBlock(int version, byte[] bytes) {
  static RowBlock read(CodedInputStream in) throws IOException {
    return new RowBlock(in.readInt32(), in.readByteArray());
  }

  void write(CodedOutputStream out) throws IOException {
    out.writeInt32NoTag(version);
    out.writeByteArrayNoTag(bytes);
  }
}
