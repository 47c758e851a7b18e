package io.warren.migrate.load;

import io.warren.migrate.image.ImageInodes;
import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.model.InodeKind;
import io.warren.model.LeasePath;
import io.warren.model.Name;
import io.warren.namespace.Namespace;
import io.warren.namespace.Partitioning;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.file.FileBlocks;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.FileUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeSymlink;

/** Makes rows of the inodes of an image, and counts them for quotas. Used by one thread. */
final class InodeRows {
  /** The depth of what is not in the tree. */
  static final int AWAY = -1;

  private static final int SYMLINK_MODE = 0777;

  private final ImageSurvey survey;
  private final Attributes attributes;
  private final Namespace namespace;
  private final ImportReport report;

  InodeRows(ImageSurvey survey, Attributes attributes, Namespace namespace, ImportReport report) {
    this.survey = survey;
    this.attributes = attributes;
    this.namespace = namespace;
    this.report = report;
  }

  /** The id that an inode has here: only the root's differs. */
  static long ourId(long imageId) {
    return imageId == ImageInodes.ROOT_ID ? Inode.ROOT_ID : imageId;
  }

  /**
   * The rows of an inode.
   *
   * @param depth how many directories are above it; {@link #AWAY} when only snapshots hold it
   */
  ImportedInode of(INode stored, int depth) {
    return switch (stored.getType()) {
      case DIRECTORY -> directory(stored, stored.getDirectory(), depth);
      case FILE -> file(stored, stored.getFile(), depth);
      case SYMLINK -> symlink(stored, stored.getSymlink(), depth);
    };
  }

  private ImportedInode directory(INode stored, INodeDirectory directory, int depth) {
    DirectoryFacts facts = survey.directories().get(stored.getId());
    SetPolicies set = facts == null ? SetPolicies.NONE : facts.policies();
    Inode.Builder inode =
        inode(stored, InodeKind.DIRECTORY, depth)
            .storagePolicy(set.storage())
            .erasureCodingPolicy(set.erasureCoding())
            .hasQuota(depth != AWAY && facts != null && facts.hasQuota())
            .feature(Inode.SNAPSHOTTABLE, survey.snapshots().directories().contains(stored.getId()))
            .childrenPartitioning(
                depth == AWAY ? ChildrenPartitioning.BY_PARENT : partitioning(depth));
    AttributedRow row = give(stored, inode, StoredAttributes.of(directory));
    count(stored.getId(), row, depth, PolicySpace.NONE);
    took("directories", depth, 1);
    return new ImportedInode(row, List.of(), null);
  }

  private ImportedInode file(INode stored, INodeFile file, int depth) {
    FileUnderConstructionFeature open = file.hasFileUC() ? file.getFileUC() : null;
    List<Block> blocks = blocks(stored.getId(), file, open != null);
    Inode.Builder builder =
        inode(stored, InodeKind.FILE, depth)
            .sizeBytes(Takeable.bytes(blocks))
            .replication(replication(file))
            .erasureCodingPolicy(Takeable.coding(file))
            .blockSizeBytes(file.getPreferredBlockSize())
            .storagePolicy(file.getStoragePolicyID());
    LeasePath lease = null;
    if (open != null && depth != AWAY) {
      lease = new LeasePath(open.getClientName(), stored.getId());
      builder.leaseHolder(open.getClientName()).leaseMachine(open.getClientMachine());
      report.took("files open for writing", 1);
    }
    AttributedRow row = give(stored, builder, StoredAttributes.of(file));
    count(stored.getId(), row, depth, FileBlocks.charged(row.inode(), blocks));
    took("files", depth, 1);
    took("blocks", depth, blocks.size());
    took("bytes", depth, row.inode().sizeBytes());
    return new ImportedInode(row, blocks, lease);
  }

  /** Files of coded blocks have one copy of each, and the image does not say so. */
  static int replication(INodeFile file) {
    return Takeable.coding(file) == 0 ? file.getReplication() : 1;
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
              0,
              Takeable.coding(file)));
    }
    return blocks;
  }

  private ImportedInode symlink(INode stored, INodeSymlink symlink, int depth) {
    Inode.Builder inode =
        inode(stored, InodeKind.SYMLINK, depth).symlinkTarget(symlink.getTarget().toStringUtf8());
    AttributedRow row = give(stored, inode, StoredAttributes.of(symlink));
    AttributedRow open =
        new AttributedRow(row.inode().toBuilder().mode(SYMLINK_MODE).build(), null, List.of());
    count(stored.getId(), open, depth, PolicySpace.NONE);
    took("symbolic links", depth, 1);
    return new ImportedInode(open, List.of(), null);
  }

  private AttributedRow give(INode stored, Inode.Builder inode, StoredAttributes given) {
    return attributes.give(inode, given, ourId(stored.getId()), report);
  }

  private void took(String what, int depth, long count) {
    report.took(depth == AWAY ? what + " that only snapshots hold" : what, count);
  }

  /** An inode whose attributes, and what its kind has, are not there yet. */
  private Inode.Builder inode(INode stored, InodeKind kind, int depth) {
    InodeKey key = depth == AWAY ? Partitioning.retainedKey(stored.getId()) : key(stored, depth);
    return new Inode(
            key.partitionId(),
            key.parentId(),
            key.name(),
            ourId(stored.getId()),
            kind,
            1,
            0,
            0,
            0,
            0,
            0,
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
            survey.former().sinceOf(stored),
            0,
            0)
        .toBuilder();
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

  private void count(long imageId, AttributedRow row, int depth, PolicySpace space) {
    if (depth == AWAY) {
      return;
    }
    Inode inode = row.inode();
    report.took("ACLs", row.acl() == null ? 0 : 1);
    report.took("extended attributes", row.xattrs().stream().filter(x -> x.part() == 0).count());
    List<DirectoryFacts> above = survey.factsAt(imageId);
    int policyId = inode.storagePolicy();
    for (DirectoryFacts facts : above) {
      policyId = policyId == 0 ? facts.policies().storage() : policyId;
    }
    for (DirectoryFacts facts : above) {
      if (facts.hasQuota()) {
        facts.count(space, policyId);
      }
    }
  }
}
