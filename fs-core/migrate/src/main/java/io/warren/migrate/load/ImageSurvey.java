package io.warren.migrate.load;

import io.warren.migrate.image.ImageException;
import io.warren.migrate.image.ImageFile;
import io.warren.migrate.image.ImageHeader;
import io.warren.migrate.image.ImageInodes;
import io.warren.migrate.image.ImageStrings;
import io.warren.migrate.image.ImageTree;
import io.warren.model.Name;
import io.warren.model.NamespaceException;
import io.warren.model.QuotaType;
import io.warren.model.TypeSpace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatPBINode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.QuotaByStorageTypeEntry;

/**
 * A first look at the whole image: what Warren can't take is found before anything is written, and
 * what directories say of all that is below them is known before their files come.
 *
 * @param directories what those say that say something
 * @param inodes how many are in the tree
 */
record ImageSurvey(
    ImageHeader header,
    ImageTree tree,
    Map<Long, DirectoryFacts> directories,
    long inodes,
    long lastInodeId) {
  /** Ids from here on stand for rows of small files, not for blocks. */
  private static final long BLOCK_ID_END = 1L << 62;

  /** Looks through an image. */
  private static final class Look {
    private final ImageTree tree;
    private final Attributes attributes;
    private final Map<Long, DirectoryFacts> directories = new HashMap<>();
    private long inodes;

    Look(ImageTree tree, Attributes attributes) {
      this.tree = tree;
      this.attributes = attributes;
    }

    void visit(INode inode) {
      if (tree.depth(inode.getId(), ImageInodes.ROOT_ID) < 0) {
        return;
      }
      inodes++;
      String name = requireName(inode);
      switch (inode.getType()) {
        case DIRECTORY -> visitDirectory(inode.getId(), name, inode.getDirectory());
        case FILE -> visitFile(inode.getId(), name, inode.getFile());
        case SYMLINK -> {}
      }
    }

    private void visitDirectory(long id, String name, INodeDirectory directory) {
      int policyId =
          directory.hasXAttrs() ? attributes.storagePolicy(directory.getXAttrs(), id, name) : 0;
      DirectoryFacts facts =
          new DirectoryFacts(
              policyId,
              limit(directory.hasNsQuota() ? directory.getNsQuota() : -1),
              limit(directory.hasDsQuota() ? directory.getDsQuota() : -1),
              typeLimits(directory));
      if (!facts.isNothing()) {
        directories.put(id, facts);
      }
    }

    /** The root of a stock namespace has the greatest number for a limit that it has not. */
    private static long limit(long stored) {
      return stored < 0 || stored == Long.MAX_VALUE ? DirectoryFacts.NO_LIMIT : stored;
    }

    private static TypeSpace typeLimits(INodeDirectory directory) {
      TypeSpace limits = TypeSpace.NONE;
      if (directory.hasTypeQuotas()) {
        for (QuotaByStorageTypeEntry entry :
            FSImageFormatPBINode.Loader.loadQuotaByStorageTypeEntries(directory.getTypeQuotas())) {
          QuotaType type = QuotaType.valueOf(entry.getStorageType().name());
          limits = limits.with(type, Math.max(0, entry.getQuota()));
        }
      }
      return limits;
    }

    private void visitFile(long id, String name, INodeFile file) {
      if (file.hasErasureCodingPolicyID() && file.getErasureCodingPolicyID() != 0) {
        throw refused("The fsimage holds an erasure-coded file, which an import does not take yet")
            .with("inodeId", id)
            .with("name", name);
      }
      if (file.hasXAttrs()) {
        attributes.storagePolicy(file.getXAttrs(), id, name);
      }
      for (BlockProto block : file.getBlocksList()) {
        if (block.getBlockId() <= 0 || block.getBlockId() >= BLOCK_ID_END) {
          throw refused(
                  "A file has a block with an id from before Hadoop 2, which Warren takes for"
                      + " something else: copy the file within HDFS, which gives it new blocks")
              .with("inodeId", id)
              .with("name", name)
              .with("blockId", block.getBlockId());
        }
      }
    }

    private static String requireName(INode inode) {
      if (inode.getId() == ImageInodes.ROOT_ID) {
        return "/";
      }
      if (!inode.getName().isValidUtf8()) {
        throw refused("A name in the fsimage is not UTF-8: rename it in HDFS first")
            .with("inodeId", inode.getId());
      }
      String name = inode.getName().toStringUtf8();
      try {
        return Name.of(name).toString();
      } catch (NamespaceException e) {
        throw new ImageException("A name in the fsimage can't be one in Warren: rename it first", e)
            .with("inodeId", inode.getId())
            .with("name", name)
            .with("reason", e.title());
      }
    }

    private static ImageException refused(String why) {
      return new ImageException(why);
    }
  }

  /**
   * Looks through an image.
   *
   * @param withoutSnapshots whether what only snapshots hold may be left out
   * @throws ImageException when it holds what Warren can't take
   */
  static ImageSurvey of(ImageFile image, ImageStrings strings, boolean withoutSnapshots)
      throws IOException {
    ImageHeader header = ImageHeader.read(image);
    if (header.snapshots() > 0 && !withoutSnapshots) {
      throw new ImageException(
              "The fsimage holds snapshots, which an import does not take yet: delete them, or leave"
                  + " them out with --without-snapshots")
          .with("snapshots", header.snapshots());
    }
    ImageTree tree = ImageTree.read(image);
    Look look = new Look(tree, new Attributes(strings));
    long lastInodeId = ImageInodes.forEach(image, look::visit);
    if (look.inodes != tree.size() + 1) {
      throw new ImageException("Directories of the fsimage name inodes that it does not hold")
          .with("named", tree.size() + 1)
          .with("held", look.inodes);
    }
    return new ImageSurvey(header, tree, look.directories, look.inodes, lastInodeId);
  }

  /** What the directories above an inode, and it itself if it is one, say: the nearest first. */
  List<DirectoryFacts> factsAt(long inodeId) {
    if (directories.isEmpty()) {
      return List.of();
    }
    List<DirectoryFacts> facts = new ArrayList<>();
    for (long at = inodeId; at != 0; at = tree.parentOf(at)) {
      DirectoryFacts said = directories.get(at);
      if (said != null) {
        facts.add(said);
      }
    }
    return facts;
  }
}
