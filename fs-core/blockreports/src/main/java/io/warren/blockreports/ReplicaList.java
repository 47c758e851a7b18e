package io.warren.blockreports;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;

/**
 * Replicas in the encoding of stock block reports.
 *
 * @param count how many
 */
record ReplicaList(int count, ByteString encoded) {
  static ReplicaList of(BlockListAsLongs replicas) {
    return new ReplicaList(replicas.getNumberOfBlocks(), replicas.getBlocksBuffer());
  }

  BlockListAsLongs decode() {
    return BlockListAsLongs.decodeBuffer(count, encoded, Math.max(1, encoded.size()));
  }

  void write(CodedOutputStream out) throws IOException {
    out.writeUInt32NoTag(count);
    out.writeBytesNoTag(encoded);
  }

  static ReplicaList read(CodedInputStream in) throws IOException {
    return new ReplicaList(in.readUInt32(), in.readBytes());
  }
}
