package io.warren.blockreports;

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
public final class BlockReportServer implements BlockingService {
  private static final String REPORT_SUMMARY = "reportSummary";
  private static final String ASK_TURN = "askTurn";
  private static final String REPORT_HASHES = "reportHashes";
  private static final String REPORT_BUCKETS = "reportBuckets";
  private static final String END_REPORT = "endReport";

  private static final ServiceDescriptor SERVICE = describe();

  private final BlockReportProtocol protocol;

  public BlockReportServer(BlockReportProtocol protocol) {
    this.protocol = protocol;
  }

  /** What the protobuf compiler would make of five methods from bytes to bytes. */
  private static ServiceDescriptor describe() {
    String bytes = "." + BytesValue.getDescriptor().getFullName();
    FileDescriptor wrappers = BytesValue.getDescriptor().getFile();
    ServiceDescriptorProto.Builder service =
        ServiceDescriptorProto.newBuilder().setName("BlockReportProtocol");
    for (String method :
        List.of(REPORT_SUMMARY, ASK_TURN, REPORT_HASHES, REPORT_BUCKETS, END_REPORT)) {
      service.addMethod(
          MethodDescriptorProto.newBuilder()
              .setName(method)
              .setInputType(bytes)
              .setOutputType(bytes));
    }
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("block_reports.proto")
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
      case REPORT_SUMMARY -> {
        SummaryReport report = Messages.unpack(request, SummaryReport::read);
        return Messages.pack(protocol.reportSummary(report)::write);
      }
      case ASK_TURN -> {
        return Messages.pack(protocol.askTurn(Messages.unpack(request, TurnRequest::read))::write);
      }
      case REPORT_HASHES -> {
        HashReport report = Messages.unpack(request, HashReport::read);
        return Messages.pack(protocol.reportHashes(report)::write);
      }
      case REPORT_BUCKETS -> protocol.reportBuckets(Messages.unpack(request, BucketReport::read));
      case END_REPORT -> protocol.endReport(Messages.unpack(request, ReportEnd::read));
      default -> throw new IOException("No such method: " + method);
    }
    return Messages.NOTHING;
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
