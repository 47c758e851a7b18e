package io.warren.namenode.small;

import io.warren.client.small.SmallFile;
import io.warren.client.small.SmallFileProtocol;
import io.warren.namespace.file.BlockRef;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.SmallFileClient;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the blocks of small files inside the namenode: the stock client's code, which
 * calls this namenode without a connection, with its block tokens and encryption, as the user that
 * runs it. Never closed: it has no connection to a namenode, and its files end with the call that
 * opened them.
 */
final class BlockBytes {
  private static final String BY_ID = "/.reserved/.inodes/";

  /** Part of the holder's name, by which other namenodes know it. */
  static final String HOLDER_PART = "warren-moves-out";

  /** What the stock client puts into its name. */
  private static final String TASK_KEY = "mapreduce.task.attempt.id";

  private static final int DATANODE_TIMEOUT_MS = 10_000;

  /** The bytes of a file of one block, and which that was. */
  record Read(BlockRef block, byte[] bytes) {}

  private final ClientProtocol namenode;
  private final SmallFileProtocol smallFiles;
  private final UserGroupInformation self;
  private final SmallFileClient client;

  /**
   * @param conf of the namenode
   */
  BlockBytes(ClientProtocol namenode, SmallFileProtocol smallFiles, Configuration conf)
      throws IOException {
    this.namenode = namenode;
    this.smallFiles = smallFiles;
    this.self = UserGroupInformation.getCurrentUser();
    this.client = new SmallFileClient(namenode, smallFiles, quick(conf));
  }

  /** Somebody may wait, and nothing is lost by giving up. */
  private static Configuration quick(Configuration conf) {
    Configuration quick = new Configuration(conf);
    quick.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, DATANODE_TIMEOUT_MS);
    quick.setInt(HdfsClientConfigKeys.DFS_CLIENT_MAX_BLOCK_ACQUIRE_FAILURES_KEY, 1);
    quick.set(TASK_KEY, HOLDER_PART);
    return quick;
  }

  /** The name under which it holds leases. */
  String holder() {
    return client.getClientName();
  }

  /**
   * Reads a closed file whole, checked by HDFS's sums. Its access time stays.
   *
   * @return null for a file that is gone, open, of several blocks, empty or longer
   */
  @Nullable Read read(long fileId, int bytesMax) throws IOException {
    return asSelf(() -> readById(BY_ID + fileId, bytesMax));
  }

  private @Nullable Read readById(String src, int bytesMax) throws IOException {
    HdfsLocatedFileStatus status = namenode.getLocatedFileInfo(src, true);
    LocatedBlocks blocks = status == null ? null : status.getLocatedBlocks();
    if (blocks == null
        || blocks.isUnderConstruction()
        || blocks.locatedBlockCount() != 1
        || blocks.getFileLength() > bytesMax
        || blocks.getErasureCodingPolicy() != null) {
      return null;
    }
    ExtendedBlock block = blocks.get(0).getBlock();
    byte[] bytes = new byte[(int) block.getNumBytes()];
    try (DFSInputStream in = client.read(src, true, blocks)) {
      in.readFully(0, bytes);
    }
    return new Read(
        new BlockRef(block.getBlockId(), block.getGenerationStamp(), block.getNumBytes()), bytes);
  }

  /**
   * Moves a file from the database into blocks. Until these are complete the rows are the file.
   *
   * @return its length, or -1 for a file whose bytes are not in the database
   */
  long moveOut(String src) throws IOException {
    return asSelf(() -> writeOut(src));
  }

  private long writeOut(String src) throws IOException {
    SmallFile.Reopened small;
    try {
      small = smallFiles.append(src, holder());
    } catch (UnsupportedOperationException e) {
      return -1;
    }
    HdfsFileStatus status = small.status();
    try {
      client.writeBlocks(src, small);
    } catch (IOException | RuntimeException e) {
      giveUp(status, e);
      throw e;
    }
    return small.bytes().length;
  }

  /** Closes the file again with its rows, so that others need not wait for the lease to end. */
  private void giveUp(HdfsFileStatus file, Exception why) {
    try {
      namenode.recoverLease(BY_ID + file.getFileId(), holder());
    } catch (IOException | RuntimeException e) {
      why.addSuppressed(e);
    }
  }

  private <T> T asSelf(PrivilegedExceptionAction<T> action) throws IOException {
    try {
      return self.doAs(action);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while the datanodes were asked", e);
    }
  }
}
