package io.warren.namenode.rpc;

import io.warren.blockreports.RowBlock;
import io.warren.blockreports.RowBlockProtocol;
import io.warren.blockreports.RowBlockRequest;
import io.warren.blocks.Datanodes;
import io.warren.blocks.RowBlockPlaces;
import io.warren.model.Inode;
import io.warren.namespace.file.FileContents;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Datanodes that serve files whose bytes are rows. A datanode checks a client's block token itself,
 * so the bytes go to datanodes alone: with Kerberos to their principal, whether or not service
 * authorization is on.
 */
final class RowBlockCalls implements RowBlockProtocol {
  private static final int READS_MAX = 5;

  /** No version is 0. */
  private static final RowBlock GONE = new RowBlock(0, new byte[0]);

  private final TransactionRunner runner;
  private final Datanodes datanodes;
  private final RowBlockPlaces places;
  private final Configuration conf;

  RowBlockCalls(
      TransactionRunner runner, Datanodes datanodes, RowBlockPlaces places, Configuration conf) {
    this.runner = runner;
    this.datanodes = datanodes;
    this.places = places;
    this.conf = conf;
  }

  @Override
  public void ready(RowBlockRequest request) throws IOException {
    requireDatanode(request);
    if (!datanodes.isLive(request.datanodeUuid())) {
      throw new RetriableException("The datanode is not registered at this namenode yet");
    }
    places.ready(request.datanodeUuid());
  }

  @Override
  public RowBlock read(RowBlockRequest request) throws IOException {
    requireDatanode(request);
    for (int read = 0; read < READS_MAX; read++) {
      Optional<RowBlock> found =
          runner.run(
              TxOptions.read("read_row_block"),
              tx -> {
                Inode file = InodeRows.find(tx, request.inodeId());
                if (file == null || !file.inDatabase()) {
                  return Optional.of(GONE);
                }
                return Optional.ofNullable(FileContents.read(tx, file, LockMode.READ_COMMITTED))
                    .map(contents -> new RowBlock(contents.version(), contents.bytes()));
              });
      if (found.isPresent()) {
        return present(found.get(), request);
      }
    }
    throw new RetriableException("The file kept changing while it was read");
  }

  private static RowBlock present(RowBlock found, RowBlockRequest request)
      throws FileNotFoundException {
    if (found.version() == GONE.version()) {
      throw new FileNotFoundException(
          "The bytes of inode " + request.inodeId() + " are not in the database, or not any more");
    }
    return found;
  }

  private void requireDatanode(RowBlockRequest request) throws IOException {
    if (!request.blockPoolId().equals(datanodes.blockPoolId())) {
      throw new IOException(
          "The datanode's block pool is " + request.blockPoolId() + ", not this file system's");
    }
    UserGroupInformation caller = Server.getRemoteUser();
    if (!UserGroupInformation.isSecurityEnabled() || caller == null) {
      return;
    }
    InetAddress address = Server.getRemoteIp();
    String pattern = conf.get(DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY, "");
    String expected = SecurityUtil.getServerPrincipal(pattern, address);
    if (pattern.isEmpty() || !caller.getUserName().equals(expected)) {
      throw new AccessControlException(
          "Only datanodes may read rows of files; "
              + DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY
              + " names their principal");
    }
  }
}
