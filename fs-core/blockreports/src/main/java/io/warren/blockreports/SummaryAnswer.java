package io.warren.blockreports;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;

/**
 * Which storages are not done with their summary.
 *
 * @param open ids of storages whose buckets the datanode must report in a turn: they differ, or it
 *     is time to send every replica
 */
public record SummaryAnswer(List<String> open) {
  void write(CodedOutputStream out) throws IOException {
    out.writeUInt32NoTag(open.size());
    for (String storageUuid : open) {
      out.writeStringNoTag(storageUuid);
    }
  }

  static SummaryAnswer read(CodedInputStream in) throws IOException {
    int count = in.readUInt32();
    List<String> open = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      open.add(in.readStringRequireUtf8());
    }
    return new SummaryAnswer(open);
  }
}
