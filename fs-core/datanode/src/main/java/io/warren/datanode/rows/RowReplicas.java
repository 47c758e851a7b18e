package io.warren.datanode.rows;

import io.warren.model.RowBlockIds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.DataNode.ShortCircuitFdsVersionException;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.LengthInputStream;
import org.apache.hadoop.util.DataChecksum;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What {@link RowDataset} answers about blocks that stand for rows, in the place of the methods of
 * the same names of the stock dataset. What is not here, the stock dataset answers: it has no such
 * block, so that nothing is written to one, nor copied, moved, scanned or reported.
 */
public final class RowReplicas {
  private static final Logger LOG = LoggerFactory.getLogger(RowReplicas.class);

  private final FsDatasetSpi<?> stock;
  private final RowCache cache;
  private final ChecksumOpt sums;

  /**
   * The block whose descriptors this thread is asked for: the stock code asks whether a block is in
   * its cache just before it opens it for that, and only then.
   */
  private final ThreadLocal<@Nullable Long> descriptorsOf = new ThreadLocal<>();

  RowReplicas(FsDatasetSpi<?> stock, RowCache cache, Configuration conf) throws IOException {
    this.stock = stock;
    this.cache = cache;
    this.sums = new DfsClientConf(conf).getDefaultChecksumOpt();
  }

  /** Null while the datanode has no volume: then nothing can be read here. */
  public @Nullable Replica getReplica(String poolId, long blockId) throws IOException {
    descriptorsOf.remove();
    FsVolumeSpi volume = anyVolume();
    return volume == null ? null : new RowReplica(poolId, blockId, volume, cache);
  }

  public String getReplicaString(String poolId, long blockId) {
    return "rows of inode " + RowBlockIds.inodeId(blockId) + " in " + poolId;
  }

  /** The stock sender asks for it before anything else, without locks: here the bytes come. */
  public @Nullable FsVolumeSpi getVolume(ExtendedBlock block) throws IOException {
    try {
      bytes(block);
    } catch (IOException e) {
      LOG.info("Block {}, which stands for rows, is not readable here: {}", block, e.toString());
      return null;
    }
    return anyVolume();
  }

  private @Nullable FsVolumeSpi anyVolume() throws IOException {
    try (FsDatasetSpi.FsVolumeReferences volumes = stock.getFsVolumeReferences()) {
      return volumes.size() == 0 ? null : volumes.get(0);
    }
  }

  private byte[] bytes(ExtendedBlock block) throws IOException {
    return cache.read(block.getBlockPoolId(), block.getBlockId());
  }

  public long getLength(ExtendedBlock block) throws IOException {
    return bytes(block).length;
  }

  public long getReplicaVisibleLength(ExtendedBlock block) throws IOException {
    return bytes(block).length;
  }

  /**
   * The bytes from an offset on.
   *
   * @throws ShortCircuitFdsVersionException to a client that asked for descriptors: the one answer
   *     by which it reads this block over its connection and goes on to ask for others
   */
  public InputStream getBlockInputStream(ExtendedBlock block, long offset) throws IOException {
    Long asked = descriptorsOf.get();
    descriptorsOf.remove();
    if (asked != null && asked == block.getBlockId()) {
      throw new ShortCircuitFdsVersionException("The block is in no file: " + block);
    }
    byte[] bytes = bytes(block);
    if (offset < 0 || offset > bytes.length) {
      throw new EOFException("Offset " + offset + " is behind the " + bytes.length + " bytes");
    }
    return new ByteArrayInputStream(bytes, (int) offset, bytes.length - (int) offset);
  }

  /** A header and the checksums, as a file of them would be. */
  public LengthInputStream getMetaDataInputStream(ExtendedBlock block) throws IOException {
    byte[] bytes = bytes(block);
    DataChecksum checksum =
        DataChecksum.newDataChecksum(sums.getChecksumType(), sums.getBytesPerChecksum());
    byte[] all = new byte[checksum.getChecksumSize(bytes.length)];
    checksum.calculateChunkedSums(ByteBuffer.wrap(bytes), ByteBuffer.wrap(all));
    ByteArrayOutputStream file =
        new ByteArrayOutputStream(BlockMetadataHeader.getHeaderSize() + all.length);
    try (DataOutputStream out = new DataOutputStream(file)) {
      BlockMetadataHeader.writeHeader(out, checksum);
      out.write(all);
    }
    byte[] made = file.toByteArray();
    return new LengthInputStream(new ByteArrayInputStream(made), made.length);
  }

  public boolean isCached(String poolId, long blockId) {
    descriptorsOf.set(blockId);
    return false;
  }

  /** There is nothing to forget. */
  public void invalidateMissingBlock(String poolId, Block block) {
    LOG.info("No checksums of block {}, which stands for rows", block);
  }
}
