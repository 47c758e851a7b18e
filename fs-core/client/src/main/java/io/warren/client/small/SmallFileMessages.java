package io.warren.client.small;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;
import org.apache.hadoop.thirdparty.protobuf.UnsafeByteOperations;

/** Requests and answers in the one protobuf type that they travel in: their fields in order. */
final class SmallFileMessages {
  private interface Writer {
    void write(CodedOutputStream out) throws IOException;
  }

  /** Arguments of complete. */
  record Complete(String src, long fileId, String clientName, byte[] bytes) {
    BytesValue pack() throws IOException {
      return packed(
          out -> {
            out.writeStringNoTag(src);
            out.writeInt64NoTag(fileId);
            out.writeStringNoTag(clientName);
          },
          bytes);
    }

    static Complete read(BytesValue packed) throws IOException {
      CodedInputStream in = packed.getValue().newCodedInput();
      return new Complete(in.readString(), in.readInt64(), in.readString(), in.readByteArray());
    }
  }

  /** Arguments of open. */
  record Open(String src, long offset, long length) {
    BytesValue pack() throws IOException {
      return packed(
          out -> {
            out.writeStringNoTag(src);
            out.writeInt64NoTag(offset);
            out.writeInt64NoTag(length);
          });
    }

    static Open read(BytesValue packed) throws IOException {
      CodedInputStream in = packed.getValue().newCodedInput();
      return new Open(in.readString(), in.readInt64(), in.readInt64());
    }
  }

  /** Arguments of append. */
  record Append(String src, String clientName) {
    BytesValue pack() throws IOException {
      return packed(
          out -> {
            out.writeStringNoTag(src);
            out.writeStringNoTag(clientName);
          });
    }

    static Append read(BytesValue packed) throws IOException {
      CodedInputStream in = packed.getValue().newCodedInput();
      return new Append(in.readString(), in.readString());
    }
  }

  private SmallFileMessages() {}

  private static BytesValue packed(Writer message) throws IOException {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    message.write(out);
    out.flush();
    return BytesValue.of(bytes.toByteString());
  }

  /**
   * A message whose last field is bytes. They are not copied, so they must not change before the
   * message was sent.
   */
  private static BytesValue packed(Writer head, byte[] last) throws IOException {
    ByteString before =
        packed(
                out -> {
                  head.write(out);
                  out.writeUInt32NoTag(last.length);
                })
            .getValue();
    return BytesValue.of(before.concat(UnsafeByteOperations.unsafeWrap(last)));
  }

  static BytesValue pack(boolean answer) throws IOException {
    return packed(out -> out.writeBoolNoTag(answer));
  }

  static boolean unpackBoolean(BytesValue answer) throws IOException {
    return answer.getValue().newCodedInput().readBool();
  }

  static BytesValue pack(SmallFile.Opened opened) throws IOException {
    boolean small = opened instanceof SmallFile.InDatabase;
    byte[] rest =
        opened instanceof SmallFile.InBlocks large
            ? PBHelperClient.convert(large.blocks()).toByteArray()
            : ((SmallFile.InDatabase) opened).bytes();
    return packed(out -> out.writeBoolNoTag(small), rest);
  }

  static SmallFile.Opened unpackOpened(BytesValue answer) throws IOException {
    CodedInputStream in = answer.getValue().newCodedInput();
    boolean small = in.readBool();
    byte[] rest = in.readByteArray();
    return small
        ? new SmallFile.InDatabase(rest)
        : new SmallFile.InBlocks(PBHelperClient.convert(LocatedBlocksProto.parseFrom(rest)));
  }

  static BytesValue pack(SmallFile.Reopened reopened) throws IOException {
    byte[] status = PBHelperClient.convert(reopened.status()).toByteArray();
    return packed(out -> out.writeByteArrayNoTag(status), reopened.bytes());
  }

  static SmallFile.Reopened unpackReopened(BytesValue answer) throws IOException {
    CodedInputStream in = answer.getValue().newCodedInput();
    HdfsFileStatusProto status = HdfsFileStatusProto.parseFrom(in.readByteArray());
    return new SmallFile.Reopened(PBHelperClient.convert(status), in.readByteArray());
  }
}
