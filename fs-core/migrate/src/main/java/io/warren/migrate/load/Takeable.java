package io.warren.migrate.load;

import io.warren.migrate.image.ImageException;
import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.model.Striping;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** What Warren can take of an image; what it can't is refused by name. */
final class Takeable {
  /** Ids from here on stand for rows of small files, not for blocks. */
  private static final long BLOCK_ID_END = 1L << 62;

  /** No block of HDFS is longer: 48 bits for one, as many for each unit of a coded group. */
  private static final long BLOCK_BYTES_END = 1L << 52;

  /** A NameNode says so of blocks that it has freed, in its images, too. */
  private static final long FREED_BYTES = Long.MAX_VALUE;

  private Takeable() {}

  /**
   * The name of an inode, or one that it had.
   *
   * @throws ImageException when it can't be one here
   */
  static String name(long inodeId, ByteString stored) {
    if (!stored.isValidUtf8()) {
      throw new ImageException("A name in the fsimage is not UTF-8: rename it in HDFS first")
          .with("inodeId", inodeId);
    }
    String name = stored.toStringUtf8();
    try {
      return Name.of(name).toString();
    } catch (NamespaceException e) {
      throw new ImageException("A name in the fsimage can't be one in Warren: rename it first", e)
          .with("inodeId", inodeId)
          .with("name", name)
          .with("reason", e.title());
    }
  }

  /** Checks the attributes of a file, or those that it had. */
  static void file(INodeFile file, long inodeId, String name, Attributes attributes) {
    int policyId = coding(file);
    if (policyId != 0 && Striping.of(policyId) == null) {
      throw new ImageException(
              "The fsimage holds a file under an erasure-coding policy that is not a built-in one,"
                  + " which Warren can't read: copy the file within HDFS under another policy")
          .with("inodeId", inodeId)
          .with("name", name)
          .with("policyId", policyId);
    }
    if (file.hasXAttrs()) {
      attributes.policies(file.getXAttrs(), inodeId, name);
    }
  }

  /** The erasure-coding policy of a file, 0 for none. */
  static int coding(INodeFile file) {
    return file.hasErasureCodingPolicyID() ? file.getErasureCodingPolicyID() : 0;
  }

  /**
   * Checks the lengths of blocks that a file has, or had.
   *
   * @param inTree whether it has them now: what snapshots alone hold, a NameNode may have freed
   * @throws ImageException when they are none, or more together than a file can have
   */
  static void lengths(List<BlockProto> blocks, boolean inTree, long inodeId, String name) {
    long bytes = 0;
    for (BlockProto block : blocks) {
      long length = block.getNumBytes();
      if (length == FREED_BYTES && !inTree) {
        continue;
      }
      if (length < 0 || length >= BLOCK_BYTES_END || length > Long.MAX_VALUE - bytes) {
        throw new ImageException(
                "The fsimage says of a file's block that it is longer than one can be: delete the"
                    + " file in HDFS, or the snapshots that hold it")
            .with("inodeId", inodeId)
            .with("name", name)
            .with("blockId", block.getBlockId())
            .with("lengthBytes", length);
      }
      bytes += length;
    }
  }

  /** The bytes of blocks whose lengths were checked; those that HDFS has freed have none. */
  static long bytes(List<Block> blocks) {
    return blocks.stream()
        .mapToLong(Block::lengthBytes)
        .filter(length -> length != FREED_BYTES)
        .sum();
  }

  /** Checks blocks that a file has, or had; whether they are groups, their ids tell. */
  static void blocks(List<BlockProto> blocks, boolean coded, long inodeId, String name) {
    for (BlockProto block : blocks) {
      long id = block.getBlockId();
      if (coded && BlockIds.isStriped(id) && BlockIds.owner(id) == id) {
        continue;
      }
      if (coded || block.getBlockId() <= 0 || block.getBlockId() >= BLOCK_ID_END) {
        throw new ImageException(
                "A file has a block with an id of another kind, as from before Hadoop 2, which Warren takes for"
                    + " something else: copy the file within HDFS, which gives it new blocks")
            .with("inodeId", inodeId)
            .with("name", name)
            .with("blockId", block.getBlockId());
      }
    }
  }
}
