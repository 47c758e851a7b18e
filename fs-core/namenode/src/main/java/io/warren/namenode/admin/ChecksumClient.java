package io.warren.namenode.admin;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * The stock client's file checksums, asked for inside the namenode: of the namenode itself without
 * a connection, and of the datanodes as that client does, with the namenode's block tokens and
 * encryption. Datanodes read the checksums that lie beside the blocks, not the data.
 *
 * <p>It is never closed: what it would close are files being written and the connection to a
 * namenode, and it has neither.
 */
final class ChecksumClient extends DFSClient {
  private static final int DATANODE_TIMEOUT_MS = 5_000;

  private final ClientProtocol namenode;

  ChecksumClient(ClientProtocol namenode, Configuration conf) throws IOException {
    super(null, namenode, quick(conf), null);
    this.namenode = namenode;
  }

  /** A block has other datanodes to ask, and a caller waits. */
  private static Configuration quick(Configuration conf) {
    Configuration quick = new Configuration(conf);
    quick.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, DATANODE_TIMEOUT_MS);
    return quick;
  }

  /**
   * Where a file's blocks are. A stock reader would ask in a way that changes the access time: a
   * file would look read because it was compared.
   */
  @Override
  protected LocatedBlocks getBlockLocations(String src, long lengthBytes) throws IOException {
    HdfsLocatedFileStatus status = namenode.getLocatedFileInfo(src, true);
    if (status == null || status.getLocatedBlocks() == null) {
      throw new FileNotFoundException(src);
    }
    return status.getLocatedBlocks();
  }
}
