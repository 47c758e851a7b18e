package io.warren.blockreports;

import java.io.IOException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.security.KerberosInfo;

/**
 * What a datanode asks of a namenode to serve files whose bytes are rows to clients that read
 * blocks alone. Both calls may be repeated.
 *
 * <p>Service authorization looks for the principals of callers here, under the protocol's name; the
 * client's side looks for the server's at the interface that it calls.
 */
@KerberosInfo(
    serverPrincipal = DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
    clientPrincipal = DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY)
public interface RowBlockProtocol {
  /**
   * Says that this datanode can serve such files. It counts for half a minute.
   *
   * @throws IOException when the datanode is not registered at this namenode
   */
  void ready(RowBlockRequest request) throws IOException;

  /**
   * The bytes of a file.
   *
   * @throws java.io.FileNotFoundException when the file is gone, or its bytes are in blocks now
   */
  RowBlock read(RowBlockRequest request) throws IOException;
}
