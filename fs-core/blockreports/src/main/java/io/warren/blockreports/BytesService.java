package io.warren.blockreports;

import java.io.IOException;
import java.util.Collection;
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

/** A service of methods from bytes to bytes, as Hadoop's RPC server registers it. */
abstract class BytesService implements BlockingService {
  private final ServiceDescriptor service;

  /**
   * @param name without its package
   */
  BytesService(String name, Collection<String> methods) {
    service = describe(name, methods);
  }

  /**
   * Serves a call.
   *
   * @throws IOException for the caller
   */
  abstract BytesValue call(String method, BytesValue request) throws IOException;

  /** What the protobuf compiler would make of such methods. */
  private static ServiceDescriptor describe(String name, Collection<String> methods) {
    String bytes = "." + BytesValue.getDescriptor().getFullName();
    FileDescriptor wrappers = BytesValue.getDescriptor().getFile();
    ServiceDescriptorProto.Builder service = ServiceDescriptorProto.newBuilder().setName(name);
    for (String method : methods) {
      service.addMethod(
          MethodDescriptorProto.newBuilder()
              .setName(method)
              .setInputType(bytes)
              .setOutputType(bytes));
    }
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName(name + ".proto")
            .setPackage("io.warren.blockreports")
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
  public final ServiceDescriptor getDescriptorForType() {
    return service;
  }

  @Override
  public final Message callBlockingMethod(
      MethodDescriptor method, @Nullable RpcController controller, Message request)
      throws ServiceException {
    try {
      return call(method.getName(), (BytesValue) request);
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public final Message getRequestPrototype(MethodDescriptor method) {
    return BytesValue.getDefaultInstance();
  }

  @Override
  public final Message getResponsePrototype(MethodDescriptor method) {
    return BytesValue.getDefaultInstance();
  }
}
