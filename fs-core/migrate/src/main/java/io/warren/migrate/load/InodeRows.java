package io.warren.migrate.load;

import io.warren.migrate.image.ImageInodes;
import io.warren.migrate.image.ImageStrings;
import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.InodeKey;
import io.warren.model.InodeKind;
import io.warren.model.LeasePath;
import io.warren.model.Name;
import io.warren.model.XattrPart;
import io.warren.namespace.Namespace;
import io.warren.namespace.Partitioning;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.file.FileBlocks;
import io.warren.namespace.rights.Acl;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.permission.PermissionStatus;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.AclFeatureProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.FileUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeSymlink;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.XAttrFeatureProto;
import org.jspecify.annotations.Nullable;

/** Makes rows of the inodes of an image, and counts them for quotas. Used by one thread. */
final class InodeRows {
  private static final int SYMLINK_MODE = 0777;

  private final ImageSurvey survey;
  private final ImageStrings strings;
  private final Attributes attributes;
  private final Namespace namespace;
  private final ImportReport report;

  InodeRows(ImageSurvey survey, ImageStrings strings, Namespace namespace, ImportReport report) {
    this.survey = survey;
    this.strings = strings;
    this.attributes = new Attributes(strings);
    this.namespace = namespace;
    this.report = report;
  }

  /** The id that an inode has here: only the root's differs. */
  static long ourId(long imageId) {
    return imageId == ImageInodes.ROOT_ID ? Inode.ROOT_ID : imageId;
  }

  /** What all kinds have in common, as the image keeps it. */
  private record Common(
      long permission,
      long mtimeMs,
      long atimeMs,
      @Nullable AclFeatureProto acl,
      @Nullable XAttrFeatureProto xattrs) {}

  /**
   * The rows of an inode in the tree.
   *
   * @param depth how many directories are above it
   */
  ImportedInode of(INode stored, int depth) {
    return switch (stored.getType()) {
      case DIRECTORY -> directory(stored, stored.getDirectory(), depth);
      case FILE -> file(stored, stored.getFile(), depth);
      case SYMLINK -> symlink(stored, stored.getSymlink(), depth);
    };
  }

  private ImportedInode directory(INode stored, INodeDirectory directory, int depth) {
    Common common =
        new Common(
            directory.getPermission(),
            directory.getModificationTime(),
            0,
            directory.hasAcl() ? directory.getAcl() : null,
            directory.hasXAttrs() ? directory.getXAttrs() : null);
    DirectoryFacts facts = survey.directories().get(stored.getId());
    Inode inode =
        inode(stored, InodeKind.DIRECTORY, common, depth).toBuilder()
            .storagePolicy(facts == null ? 0 : facts.storagePolicy())
            .hasQuota(facts != null && facts.hasQuota())
            .childrenPartitioning(partitioning(depth))
            .build();
    count(stored.getId(), inode, PolicySpace.NONE);
    report.took("directories", 1);
    return with(inode, common, List.of(), null);
  }

  private ImportedInode file(INode stored, INodeFile file, int depth) {
    Common common =
        new Common(
            file.getPermission(),
            file.getModificationTime(),
            file.getAccessTime(),
            file.hasAcl() ? file.getAcl() : null,
            file.hasXAttrs() ? file.getXAttrs() : null);
    FileUnderConstructionFeature open = file.hasFileUC() ? file.getFileUC() : null;
    List<Block> blocks = blocks(stored.getId(), file, open != null);
    Inode.Builder builder =
        inode(stored, InodeKind.FILE, common, depth).toBuilder()
            .sizeBytes(blocks.stream().mapToLong(Block::lengthBytes).sum())
            .replication(file.getReplication())
            .blockSizeBytes(file.getPreferredBlockSize())
            .storagePolicy(file.getStoragePolicyID());
    if (open != null) {
      builder.leaseHolder(open.getClientName()).leaseMachine(open.getClientMachine());
      report.took("files open for writing", 1);
    }
    Inode inode = builder.build();
    PolicySpace space = PolicySpace.NONE;
    for (Block block : blocks) {
      space = space.plus(FileBlocks.charged(inode, block));
    }
    count(stored.getId(), inode, space);
    report.took("files", 1);
    report.took("blocks", blocks.size());
    report.took("bytes", inode.sizeBytes());
    return with(
        inode,
        common,
        blocks,
        open == null ? null : new LeasePath(open.getClientName(), inode.id()));
  }

  private static List<Block> blocks(long inodeId, INodeFile file, boolean open) {
    List<Block> blocks = new ArrayList<>(file.getBlocksCount());
    for (BlockProto block : file.getBlocksList()) {
      boolean written = open && blocks.size() == file.getBlocksCount() - 1;
      blocks.add(
          new Block(
              inodeId,
              block.getBlockId(),
              blocks.size(),
              block.getGenStamp(),
              block.getNumBytes(),
              written ? BlockState.UNDER_CONSTRUCTION : BlockState.COMPLETE,
              0));
    }
    return blocks;
  }

  private ImportedInode symlink(INode stored, INodeSymlink symlink, int depth) {
    Common common =
        new Common(
            symlink.getPermission(),
            symlink.getModificationTime(),
            symlink.getAccessTime(),
            null,
            null);
    Inode inode =
        inode(stored, InodeKind.SYMLINK, common, depth).toBuilder()
            .mode(SYMLINK_MODE)
            .symlinkTarget(symlink.getTarget().toStringUtf8())
            .build();
    count(stored.getId(), inode, PolicySpace.NONE);
    report.took("symbolic links", 1);
    return with(inode, common, List.of(), null);
  }

  /** An inode with what all kinds have; the sizes and settings of its kind are not there yet. */
  private Inode inode(INode stored, InodeKind kind, Common common, int depth) {
    PermissionStatus permission = strings.permission(common.permission());
    InodeKey key = key(stored, depth);
    return new Inode(
        key.partitionId(),
        key.parentId(),
        key.name(),
        ourId(stored.getId()),
        kind,
        1,
        namespace.principals().userId(permission.getUserName()),
        namespace.principals().groupId(permission.getGroupName()),
        permission.getPermission().toShort(),
        common.mtimeMs(),
        common.atimeMs(),
        0,
        0,
        0,
        0,
        ChildrenPartitioning.BY_PARENT,
        false,
        0,
        null,
        null,
        null,
        Inode.CHILDREN_NEVER_MOVED,
        0,
        0,
        0,
        0,
        0);
  }

  private InodeKey key(INode stored, int depth) {
    if (depth == 0) {
      return Partitioning.ROOT_KEY;
    }
    long parentId = ourId(survey.tree().parentOf(stored.getId()));
    Name name = Name.of(stored.getName().toStringUtf8());
    return Partitioning.childKey(parentId, partitioning(depth - 1), name);
  }

  private ChildrenPartitioning partitioning(int depth) {
    return depth == 0
        ? ChildrenPartitioning.HASHED
        : Partitioning.forNewDirectory(depth, namespace.config().hashedLevels());
  }

  private ImportedInode with(
      Inode inode, Common common, List<Block> blocks, @Nullable LeasePath lease) {
    InodeAcl row = null;
    Inode made = inode;
    if (common.acl() != null) {
      Acl acl = attributes.acl(common.acl(), inode.mode());
      made = acl.applyTo(made);
      row = acl.row(inode.id());
      report.took("ACLs", 1);
    }
    List<XattrPart> xattrs =
        common.xattrs() == null ? List.of() : attributes.xattrs(common.xattrs(), inode, report);
    if (!xattrs.isEmpty()) {
      made = made.toBuilder().feature(Inode.XATTRS, true).build();
      report.took("extended attributes", xattrs.stream().filter(x -> x.part() == 0).count());
    }
    return new ImportedInode(made, blocks, row, xattrs, lease);
  }

  private void count(long imageId, Inode inode, PolicySpace space) {
    List<DirectoryFacts> above = survey.factsAt(imageId);
    int policyId = inode.storagePolicy();
    for (DirectoryFacts facts : above) {
      policyId = policyId == 0 ? facts.storagePolicy() : policyId;
    }
    for (DirectoryFacts facts : above) {
      if (facts.hasQuota()) {
        facts.count(space, policyId);
      }
    }
  }
}
