package io.warren.client.small;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages with bytes, as they travel. */
class SmallFileMessagesTest {
  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static BytesValue sent(BytesValue message) throws Exception {
    return BytesValue.parseFrom(message.toByteArray());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 127, 128, 4_096, 65_536})
  void bytesOfAnOpenedFileArrive(int length) throws Exception {
    BytesValue packed = SmallFileMessages.pack(new SmallFile.InDatabase(bytes(length)));
    SmallFile.Opened arrived = SmallFileMessages.unpackOpened(sent(packed));
    assertThat(arrived).isInstanceOf(SmallFile.InDatabase.class);
    assertThat(((SmallFile.InDatabase) arrived).bytes()).isEqualTo(bytes(length));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 127, 128, 4_096, 65_536})
  void bytesOfAClosedFileArriveInTheFormOfEarlierClients(int length) throws Exception {
    SmallFileMessages.Complete given =
        new SmallFileMessages.Complete("/a/ü", 7, "client-1", bytes(length));
    SmallFileMessages.Complete arrived = SmallFileMessages.Complete.read(sent(given.pack()));
    assertThat(arrived.src()).isEqualTo("/a/ü");
    assertThat(arrived.fileId()).isEqualTo(7);
    assertThat(arrived.clientName()).isEqualTo("client-1");
    assertThat(arrived.bytes()).isEqualTo(bytes(length));

    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(fields);
    out.writeStringNoTag("/a/ü");
    out.writeInt64NoTag(7);
    out.writeStringNoTag("client-1");
    out.writeByteArrayNoTag(bytes(length));
    out.flush();
    assertThat(given.pack().getValue().toByteArray()).isEqualTo(fields.toByteArray());
  }
}
