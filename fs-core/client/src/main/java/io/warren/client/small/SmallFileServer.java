package io.warren.client.small;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.BlockingService;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.MethodDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.DescriptorProtos.ServiceDescriptorProto;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.DescriptorValidationException;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.FileDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.MethodDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.ServiceDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/** The namenode's end of the protocol, as Hadoop's RPC server registers it. */
public final class SmallFileServer implements BlockingService {
  private static final String COMPLETE = "complete";
  private static final String OPEN = "open";
  private static final String APPEND = "append";

  private static final ServiceDescriptor SERVICE = describe();

  private final SmallFileProtocol protocol;

  public SmallFileServer(SmallFileProtocol protocol) {
    this.protocol = protocol;
  }

  /** What the protobuf compiler would make of three methods from bytes to bytes. */
  private static ServiceDescriptor describe() {
    String bytes = "." + BytesValue.getDescriptor().getFullName();
    FileDescriptor wrappers = BytesValue.getDescriptor().getFile();
    ServiceDescriptorProto.Builder service =
        ServiceDescriptorProto.newBuilder().setName("SmallFileProtocol");
    for (String method : List.of(COMPLETE, OPEN, APPEND)) {
      service.addMethod(
          MethodDescriptorProto.newBuilder()
              .setName(method)
              .setInputType(bytes)
              .setOutputType(bytes));
    }
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("small_files.proto")
            .setPackage("io.warren.client.small")
            .setSyntax("proto3")
            .addDependency(wrappers.getName())
            .addService(service)
            .build();
    try {
      return FileDescriptor.buildFrom(file, new FileDescriptor[] {wrappers}).getServices().get(0);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException("The description is fixed", e);
    }
  }

  @Override
  public ServiceDescriptor getDescriptorForType() {
    return SERVICE;
  }

  @Override
  public Message callBlockingMethod(
      MethodDescriptor method, @Nullable RpcController controller, Message request)
      throws ServiceException {
    try {
      return call(method.getName(), (BytesValue) request);
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  private BytesValue call(String method, BytesValue request) throws IOException {
    switch (method) {
      case COMPLETE -> {
        SmallFileMessages.Complete args = SmallFileMessages.Complete.read(request);
        return SmallFileMessages.pack(
            protocol.complete(args.src(), args.fileId(), args.clientName(), args.bytes()));
      }
      case OPEN -> {
        SmallFileMessages.Open args = SmallFileMessages.Open.read(request);
        return SmallFileMessages.pack(protocol.open(args.src(), args.offset(), args.length()));
      }
      case APPEND -> {
        SmallFileMessages.Append args = SmallFileMessages.Append.read(request);
        return SmallFileMessages.pack(protocol.append(args.src(), args.clientName()));
      }
      default -> throw new IOException("No such method: " + method);
    }
  }

  @Override
  public Message getRequestPrototype(MethodDescriptor method) {
    return BytesValue.getDefaultInstance();
  }

  @Override
  public Message getResponsePrototype(MethodDescriptor method) {
    return BytesValue.getDefaultInstance();
  }
}
