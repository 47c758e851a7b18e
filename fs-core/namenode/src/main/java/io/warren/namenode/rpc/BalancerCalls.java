package io.warren.namenode.rpc;

import io.warren.blocks.Datanodes;
import io.warren.blocks.StoredBlocks;
import io.warren.namenode.service.Callers;
import java.io.IOException;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations.BlockWithLocations;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/** NamenodeProtocol: what the stock balancer and mover ask. */
final class BalancerCalls {
  private final StoredBlocks stored;
  private final Datanodes datanodes;
  private final Callers callers;

  BalancerCalls(StoredBlocks stored, Datanodes datanodes, Callers callers) {
    this.stored = stored;
    this.datanodes = datanodes;
    this.callers = callers;
  }

  /** Blocks of a datanode for a balancer to move; other ones at each call, as far as there are. */
  public BlocksWithLocations getBlocks(
      DatanodeInfo datanode,
      long sizeBytes,
      long blockBytesMin,
      long quietMs,
      @Nullable StorageType type)
      throws IOException {
    requireSuperuser();
    if (sizeBytes <= 0 || blockBytesMin < 0) {
      throw new HadoopIllegalArgumentException(
          "Sizes must be positive: " + sizeBytes + ", " + blockBytesMin);
    }
    DatanodeDescriptor known = datanodes.find(datanode.getDatanodeUuid());
    if (known == null) {
      throw new HadoopIllegalArgumentException("Datanode " + datanode + " not found.");
    }
    return new BlocksWithLocations(
        stored
            .of(known, new StoredBlocks.Wanted(sizeBytes, blockBytesMin, quietMs, type))
            .toArray(BlockWithLocations[]::new));
  }

  public ExportedBlockKeys getBlockKeys() throws IOException {
    requireSuperuser();
    return datanodes.tokens().exported();
  }

  private void requireSuperuser() throws IOException {
    var caller = callers.current();
    if (!caller.superuser()) {
      throw new AccessControlException(
          "Access denied for user " + caller.user() + ". Superuser privilege is required");
    }
  }
}
