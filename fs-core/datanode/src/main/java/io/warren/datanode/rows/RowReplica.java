package io.warren.datanode.rows;

import io.warren.model.RowBlockIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * A replica that is on no disk. The stock sender asks for one while it holds the lock of the block
 * pool, so it is made from the id alone: the bytes are asked for later, without the lock.
 */
final class RowReplica implements Replica {
  /** No file in rows is longer. */
  private static final int BYTES_MAX = 64 << 10;

  private final String poolId;
  private final long blockId;
  private final FsVolumeSpi volume;
  private final RowCache cache;

  /**
   * @param volume one of the datanode's, to count the read on
   */
  RowReplica(String poolId, long blockId, FsVolumeSpi volume, RowCache cache) {
    this.poolId = poolId;
    this.blockId = blockId;
    this.volume = volume;
    this.cache = cache;
  }

  @Override
  public long getBlockId() {
    return blockId;
  }

  @Override
  public long getGenerationStamp() {
    return RowBlockIds.generationStamp(blockId);
  }

  @Override
  public ReplicaState getState() {
    return ReplicaState.FINALIZED;
  }

  @Override
  public long getNumBytes() {
    return getBytesOnDisk();
  }

  /** The length to which requests are held. */
  @Override
  public long getBytesOnDisk() {
    try {
      return cache.read(poolId, blockId).length;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** At most so many bytes: asked for with the lock held, and only whether there may be any. */
  @Override
  public long getVisibleLength() {
    return BYTES_MAX;
  }

  @Override
  public String getStorageUuid() {
    return volume.getStorageID();
  }

  @Override
  public boolean isOnTransientStorage() {
    return false;
  }

  @Override
  public FsVolumeSpi getVolume() {
    return volume;
  }

  @Override
  public String toString() {
    return "RowReplica " + poolId + ":" + blockId + ", inode " + RowBlockIds.inodeId(blockId);
  }
}
