package io.warren.blockreports;

import java.io.IOException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.security.KerberosInfo;

/**
 * What a datanode asks of a namenode to report its blocks: first whether its storages match as
 * wholes, which any namenode can say. For those that don't a turn, then for each of them its hashes
 * and the buckets that the answer names, then the end. Every call may be repeated.
 *
 * <p>Service authorization looks for the principals of callers here, under the protocol's name; the
 * client's side looks for the server's at the interface that it calls.
 */
@KerberosInfo(
    serverPrincipal = DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
    clientPrincipal = DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY)
public interface BlockReportProtocol {
  /**
   * Compares storages as wholes. The report of those that match ends with this call; any namenode
   * may be asked.
   *
   * @throws IOException when the datanode is not registered at this namenode
   */
  SummaryAnswer reportSummary(SummaryReport report) throws IOException;

  /**
   * Asks which namenode takes this datanode's report; any namenode may be asked.
   *
   * @throws IOException when the datanode is not registered at this namenode
   */
  Turn askTurn(TurnRequest request) throws IOException;

  /**
   * Compares a storage's buckets.
   *
   * @throws StaleTurnException when this namenode does not take the report, or no longer
   */
  HashAnswer reportHashes(HashReport report) throws IOException;

  /**
   * Compares the replicas of some buckets of a storage.
   *
   * @throws StaleTurnException as with reportHashes
   */
  void reportBuckets(BucketReport report) throws IOException;

  /**
   * Ends the report, and with it the turn.
   *
   * @throws StaleTurnException as with reportHashes
   */
  void endReport(ReportEnd end) throws IOException;
}
