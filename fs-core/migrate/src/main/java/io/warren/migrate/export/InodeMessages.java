package io.warren.migrate.export;

import io.warren.model.Block;
import io.warren.model.Inode;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaType;
import io.warren.model.TypeSpace;
import io.warren.namespace.Principals;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.protocol.BlockType;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.namenode.AclFeature;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatPBINode;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SaverContext;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.FileUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeSymlink;
import org.apache.hadoop.hdfs.server.namenode.INodeDirectoryAttributes;
import org.apache.hadoop.hdfs.server.namenode.INodeFileAttributes;
import org.apache.hadoop.hdfs.server.namenode.INodeId;
import org.apache.hadoop.hdfs.server.namenode.XAttrFeature;
import org.apache.hadoop.hdfs.util.EnumCounters;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/** Rows of inodes as the messages of an fsimage. Used by one thread. */
final class InodeMessages {
  private static final byte[] NO_NAME = new byte[0];

  private final Principals principals;
  private final Attributes attributes;
  private final SaverContext context = new SaverContext();
  private final BlockStoragePolicySuite policies = BlockStoragePolicySuite.createDefaultSuite();

  InodeMessages(Principals principals, Attributes attributes) {
    this.principals = principals;
    this.attributes = attributes;
  }

  /** The id that an inode has in an image: only the root's differs. */
  static long imageId(long ourId) {
    return ourId == Inode.ROOT_ID ? INodeId.ROOT_INODE_ID : ourId;
  }

  /** The number that a snapshot has in an image, which counts from 0. */
  static int imageNumber(long ourNumber) {
    return Math.toIntExact(ourNumber - 1);
  }

  /** The storage policy that an inode gets; 0 when it has none or one that is Warren's alone. */
  int storagePolicy(Inode inode) {
    return isOurs(inode) ? 0 : inode.storagePolicy();
  }

  /** Whether an inode has a storage policy that a stock NameNode does not know. */
  boolean isOurs(Inode inode) {
    return inode.storagePolicy() != 0 && policies.getPolicy((byte) inode.storagePolicy()) == null;
  }

  /**
   * The message of an inode.
   *
   * @param blocks of a file, in its order
   */
  INode of(StoredInode stored, List<Block> blocks) throws IOException {
    Inode inode = stored.inode();
    INode.Builder message =
        INode.newBuilder()
            .setId(imageId(inode.id()))
            .setName(ByteString.copyFrom(inode.name().bytes()));
    switch (inode.kind()) {
      case DIRECTORY -> message.setType(INode.Type.DIRECTORY).setDirectory(directory(stored));
      case FILE -> message.setType(INode.Type.FILE).setFile(file(stored, blocks));
      case SYMLINK -> message.setType(INode.Type.SYMLINK).setSymlink(symlink(stored));
    }
    return message.build();
  }

  private PermissionStatus permission(Inode inode) {
    return new PermissionStatus(
        principals.userName(inode.ownerId()),
        principals.groupName(inode.groupId()),
        new FsPermission((short) inode.mode()));
  }

  /** What an image says of a directory. */
  INodeDirectory.Builder directory(StoredInode stored) throws IOException {
    return FSImageFormatPBINode.Saver.buildINodeDirectory(directoryAttributes(stored), context);
  }

  private INodeDirectoryAttributes directoryAttributes(StoredInode stored) throws IOException {
    Inode inode = stored.inode();
    AclFeature acl = attributes.acl(stored);
    XAttrFeature xattrs = attributes.xattrs(stored, storagePolicy(inode));
    QuotaDirectory quota = stored.quota();
    long namesMax = quota == null ? HdfsConstants.QUOTA_RESET : quota.namespaceQuota();
    if (inode.isRoot() && namesMax == HdfsConstants.QUOTA_RESET) {
      // A stock root has the greatest number for a limit that it has not.
      namesMax = HdfsConstants.QUOTA_DONT_SET;
    }
    return new INodeDirectoryAttributes.CopyWithQuota(
        NO_NAME,
        permission(inode),
        acl,
        inode.mtimeMs(),
        namesMax,
        quota == null ? HdfsConstants.QUOTA_RESET : quota.spaceQuotaBytes(),
        typeLimits(quota),
        xattrs);
  }

  private static EnumCounters<StorageType> typeLimits(@Nullable QuotaDirectory quota) {
    EnumCounters<StorageType> limits =
        new EnumCounters<>(StorageType.class, HdfsConstants.QUOTA_RESET);
    TypeSpace ours = quota == null ? TypeSpace.NONE : quota.typeQuotas();
    for (QuotaType type : QuotaType.values()) {
      if (ours.get(type) > 0) {
        limits.set(StorageType.valueOf(type.name()), ours.get(type));
      }
    }
    return limits;
  }

  private INodeFileAttributes attributes(StoredInode stored) throws IOException {
    Inode inode = stored.inode();
    return new INodeFileAttributes.SnapshotCopy(
        NO_NAME,
        permission(inode),
        attributes.acl(stored),
        inode.mtimeMs(),
        inode.atimeMs(),
        (short) inode.replication(),
        null,
        inode.blockSizeBytes(),
        (byte) storagePolicy(inode),
        attributes.xattrs(stored, 0),
        BlockType.CONTIGUOUS);
  }

  /** What an image says of a file. */
  INodeFile.Builder file(StoredInode stored, List<Block> blocks) throws IOException {
    Inode inode = stored.inode();
    INodeFile.Builder file = FSImageFormatPBINode.Saver.buildINodeFile(attributes(stored), context);
    if (inode.striping() != null) {
      // Said here, since the attributes of such a file need a NameNode's policies in this process.
      file.clearReplication()
          .setErasureCodingPolicyID(inode.erasureCodingPolicy())
          .setBlockType(PBHelperClient.convert(BlockType.STRIPED));
    }
    blocks.forEach(block -> file.addBlocks(block(block)));
    String holder = inode.leaseHolder();
    if (holder != null) {
      file.setFileUC(
          FileUnderConstructionFeature.newBuilder()
              .setClientName(holder)
              .setClientMachine(Optional.ofNullable(inode.leaseMachine()).orElse("")));
    }
    return file;
  }

  /** What an image says of a block. */
  static BlockProto.Builder block(Block block) {
    return BlockProto.newBuilder()
        .setBlockId(block.blockId())
        .setGenStamp(block.generationStamp())
        .setNumBytes(block.lengthBytes());
  }

  private INodeSymlink.Builder symlink(StoredInode stored) throws IOException {
    Inode inode = stored.inode();
    return INodeSymlink.newBuilder()
        .setPermission(attributes(stored).getPermissionLong())
        .setTarget(ByteString.copyFromUtf8(Optional.ofNullable(inode.symlinkTarget()).orElse("")))
        .setModificationTime(inode.mtimeMs())
        .setAccessTime(inode.atimeMs());
  }
}
