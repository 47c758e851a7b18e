package io.warren.blockreports;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;

/** The namenode's end of the protocol, as Hadoop's RPC server registers it. */
public final class BlockReportServer extends BytesService {
  private static final String REPORT_SUMMARY = "reportSummary";
  private static final String ASK_TURN = "askTurn";
  private static final String REPORT_HASHES = "reportHashes";
  private static final String REPORT_BUCKETS = "reportBuckets";
  private static final String END_REPORT = "endReport";

  private final BlockReportProtocol protocol;

  public BlockReportServer(BlockReportProtocol protocol) {
    super(
        "BlockReportProtocol",
        List.of(REPORT_SUMMARY, ASK_TURN, REPORT_HASHES, REPORT_BUCKETS, END_REPORT));
    this.protocol = protocol;
  }

  @Override
  BytesValue call(String method, BytesValue request) throws IOException {
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
}
