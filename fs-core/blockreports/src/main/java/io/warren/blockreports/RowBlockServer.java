package io.warren.blockreports;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;

/** The namenode's end of {@link RowBlockProtocol}. */
public final class RowBlockServer extends BytesService {
  private static final String READY = "ready";
  private static final String READ = "read";

  private final RowBlockProtocol protocol;

  public RowBlockServer(RowBlockProtocol protocol) {
    super("RowBlockProtocol", List.of(READY, READ));
    this.protocol = protocol;
  }

  @Override
  BytesValue call(String method, BytesValue request) throws IOException {
    RowBlockRequest asked = Messages.unpack(request, RowBlockRequest::read);
    switch (method) {
      case READY -> {
        protocol.ready(asked);
        return Messages.NOTHING;
      }
      case READ -> {
        return Messages.pack(protocol.read(asked)::write);
      }
      default -> throw new IOException("No such method: " + method);
    }
  }
}
