package io.warren.namenode.rpc;

import io.warren.blockreports.BlockReportProtocol;
import io.warren.blockreports.BucketReport;
import io.warren.blockreports.HashAnswer;
import io.warren.blockreports.HashReport;
import io.warren.blockreports.ReportEnd;
import io.warren.blockreports.SummaryAnswer;
import io.warren.blockreports.SummaryReport;
import io.warren.blockreports.Turn;
import io.warren.blockreports.TurnRequest;
import java.io.IOException;

/** Block reports of datanodes that send hashes. */
final class BlockReportCalls implements BlockReportProtocol {
  private final BlockReportProtocol reports;

  BlockReportCalls(BlockReportProtocol reports) {
    this.reports = reports;
  }

  @Override
  public SummaryAnswer reportSummary(SummaryReport report) throws IOException {
    return reports.reportSummary(report);
  }

  @Override
  public Turn askTurn(TurnRequest request) throws IOException {
    return reports.askTurn(request);
  }

  @Override
  public HashAnswer reportHashes(HashReport report) throws IOException {
    return reports.reportHashes(report);
  }

  @Override
  public void reportBuckets(BucketReport report) throws IOException {
    reports.reportBuckets(report);
  }

  @Override
  public void endReport(ReportEnd end) throws IOException {
    reports.endReport(end);
  }
}
