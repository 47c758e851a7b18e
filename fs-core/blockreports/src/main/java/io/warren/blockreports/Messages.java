package io.warren.blockreports;

import java.io.IOException;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;

/** Puts messages into the one protobuf type that they travel in. */
final class Messages {
  static final BytesValue NOTHING = BytesValue.getDefaultInstance();

  interface Writer {
    void write(CodedOutputStream out) throws IOException;
  }

  interface Reader<T> {
    T read(CodedInputStream in) throws IOException;
  }

  private Messages() {}

  static BytesValue pack(Writer message) throws IOException {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    message.write(out);
    out.flush();
    return BytesValue.of(bytes.toByteString());
  }

  static <T> T unpack(BytesValue packed, Reader<T> reader) throws IOException {
    return reader.read(packed.getValue().newCodedInput());
  }
}
