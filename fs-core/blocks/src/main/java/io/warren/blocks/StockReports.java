package io.warren.blocks;

import io.warren.model.BlockReport;
import io.warren.model.BlockReportKind;
import java.time.Clock;
import org.apache.hadoop.hdfs.protocol.BlockListAsLongs;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.StorageBlockReport;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes the full reports of stock datanodes. Thread-safe. */
public final class StockReports {
  private static final Logger LOG = LoggerFactory.getLogger(StockReports.class);

  private final Datanodes datanodes;
  private final FullReports fullReports;
  private final ReportHistory history;
  private final ReportCounts counts;
  private final LiveNamenodes namenodes;
  private final Clock clock;

  public StockReports(
      Datanodes datanodes,
      FullReports fullReports,
      ReportHistory history,
      ReportCounts counts,
      LiveNamenodes namenodes,
      Clock clock) {
    this.datanodes = datanodes;
    this.fullReports = fullReports;
    this.history = history;
    this.counts = counts;
    this.namenodes = namenodes;
    this.clock = clock;
  }

  /** Applies the report of one storage. */
  void apply(DatanodeRegistration datanode, StorageBlockReport report) {
    int storageId =
        datanodes
            .storageIds()
            .idOf(
                report.getStorage().getStorageID(),
                datanode.getDatanodeUuid(),
                report.getStorage().getStorageType().name());
    long startedAtMs = clock.millis();
    FullReports.Outcome outcome = fullReports.apply(storageId, report.getBlocks());
    BlockReport done =
        new BlockReport(
            storageId,
            startedAtMs,
            BlockReportKind.FULL,
            clock.millis() - startedAtMs,
            0,
            0,
            0,
            outcome.reported(),
            outcome.changed() + outcome.invalidated(),
            lengthBytes(report.getBlocks()),
            0,
            namenodes.selfId().getAsLong(),
            0,
            0);
    history.add(done);
    counts.finished(done);
    LOG.info(
        "Full report of storage {} from {}: {}",
        report.getStorage().getStorageID(),
        datanode,
        outcome);
  }

  /** What a list takes on the wire. */
  static long lengthBytes(BlockListAsLongs blocks) {
    return blocks.getBlocksBuffers().stream().mapToLong(ByteString::size).sum();
  }
}
