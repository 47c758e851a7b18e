package io.warren.migrate.load;

import io.warren.migrate.image.ImageException;
import io.warren.migrate.image.ImageFile;
import io.warren.migrate.image.ImageHeader;
import io.warren.migrate.image.ImageInodes;
import io.warren.migrate.image.ImageReferences;
import io.warren.migrate.image.ImageSnapshots;
import io.warren.migrate.image.ImageTree;
import io.warren.namespace.SnapshotRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;

/**
 * A first look at the whole image: what Warren can't take is found before anything is written, and
 * what directories say of all that is below them is known before their files come.
 *
 * @param snapshots none when they are left out
 * @param directories what those say that say something
 */
record ImageSurvey(
    ImageHeader header,
    ImageReferences references,
    ImageTree tree,
    ImageSnapshots snapshots,
    FormerPlaces former,
    Map<Long, DirectoryFacts> directories,
    long lastInodeId) {
  /** Looks through an image. */
  private static final class Look {
    private final ImageTree tree;
    private final FormerPlaces former;
    private final boolean withoutSnapshots;
    private final Attributes attributes;
    private final Map<Long, DirectoryFacts> directories = new HashMap<>();
    private long placed;

    Look(ImageTree tree, FormerPlaces former, boolean withoutSnapshots, Attributes attributes) {
      this.tree = tree;
      this.former = former;
      this.withoutSnapshots = withoutSnapshots;
      this.attributes = attributes;
    }

    void visit(INode inode) {
      placed += tree.parentOf(inode.getId()) == 0 ? 0 : 1;
      if (withoutSnapshots && tree.depth(inode.getId(), ImageInodes.ROOT_ID) < 0) {
        return;
      }
      String name = inode.getId() == ImageInodes.ROOT_ID ? "/" : requireName(inode);
      if (inode.getType() == INode.Type.DIRECTORY) {
        former.meet(inode);
      }
      switch (inode.getType()) {
        case DIRECTORY -> visitDirectory(inode.getId(), name, inode.getDirectory());
        case FILE -> visitFile(inode.getId(), name, inode.getFile());
        case SYMLINK -> {}
      }
    }

    private void visitDirectory(long id, String name, INodeDirectory directory) {
      SetPolicies policies =
          directory.hasXAttrs()
              ? attributes.policies(directory.getXAttrs(), id, name)
              : SetPolicies.NONE;
      DirectoryFacts facts = DirectoryFacts.of(directory, policies);
      if (!facts.isNothing()) {
        directories.put(id, facts);
      }
    }

    private void visitFile(long id, String name, INodeFile file) {
      Takeable.file(file, id, name, attributes);
      Takeable.blocks(file.getBlocksList(), Takeable.coding(file) != 0, id, name);
      boolean inTree = tree.depth(id, ImageInodes.ROOT_ID) >= 0;
      Takeable.lengths(file.getBlocksList(), inTree, id, name);
    }

    private static String requireName(INode inode) {
      return Takeable.name(inode.getId(), inode.getName());
    }
  }

  /**
   * Looks through an image.
   *
   * @param withoutSnapshots whether what only snapshots hold may be left out
   * @throws ImageException when it holds what Warren can't take
   */
  static ImageSurvey of(
      ImageFile image, Attributes attributes, boolean withoutSnapshots, ImportReport report)
      throws IOException {
    ImageHeader header = ImageHeader.read(image);
    ImageReferences references = ImageReferences.read(image);
    ImageTree tree = ImageTree.read(image, references);
    ImageSnapshots snapshots = withoutSnapshots ? ImageSnapshots.NONE : ImageSnapshots.read(image);
    requireNotTooMany(snapshots);
    FormerPlaces former = FormerPlaces.none(tree, references);
    if (!withoutSnapshots) {
      FormerCheck check = new FormerCheck(attributes, report);
      snapshots.all().forEach(check::snapshot);
      former = FormerPlaces.of(image, tree, references, check);
    }
    Look look = new Look(tree, former, withoutSnapshots, attributes);
    long lastInodeId = ImageInodes.forEach(image, look::visit);
    if (look.placed != tree.size()) {
      throw new ImageException("Directories of the fsimage name inodes that it does not hold")
          .with("named", tree.size())
          .with("held", look.placed);
    }
    return new ImageSurvey(
        header, references, tree, snapshots, former, look.directories, lastInodeId);
  }

  private static void requireNotTooMany(ImageSnapshots snapshots) {
    if (snapshots.directories().size() >= SnapshotRules.DIRECTORIES_MAX) {
      throw new ImageException(
              "The fsimage allows snapshots of more directories than Warren does: disallow some")
          .with("directories", snapshots.directories().size())
          .with("below", SnapshotRules.DIRECTORIES_MAX);
    }
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
