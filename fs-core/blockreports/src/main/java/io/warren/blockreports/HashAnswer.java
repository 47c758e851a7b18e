package io.warren.blockreports;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;

/**
 * What the namenode wants to see.
 *
 * @param full whether every replica is wanted, because it is time for it
 * @param buckets whose replicas are wanted; all of them when full
 */
public record HashAnswer(boolean full, List<Integer> buckets) {
  void write(CodedOutputStream out) throws IOException {
    out.writeBoolNoTag(full);
    out.writeUInt32NoTag(buckets.size());
    for (int bucket : buckets) {
      out.writeUInt32NoTag(bucket);
    }
  }

  static HashAnswer read(CodedInputStream in) throws IOException {
    boolean full = in.readBool();
    int count = in.readUInt32();
    List<Integer> buckets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      buckets.add(in.readUInt32());
    }
    return new HashAnswer(full, buckets);
  }
}
