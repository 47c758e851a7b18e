package io.warren.migrate.image;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeDirectorySection.DirEntry;

/**
 * Which directory each inode of an image is in. An inode that only snapshots hold is in none, or in
 * one that only they hold. Held in memory: 16 to 32 bytes an inode, and as much for each directory
 * whose depth was asked. Not thread-safe.
 */
public final class ImageTree {
  /** No tree is deeper: HDFS limits paths to 1,000 components. */
  private static final int DEPTH_MAX = 4_096;

  private final LongMap parents = new LongMap();

  /** One more than the depth of directories below the root, since values are positive. */
  private final LongMap depths = new LongMap();

  /** How many children directories have that are held by reference. */
  private final LongMap childrenOfMoved = new LongMap();

  private ImageTree() {}

  /** Reads the directories of an image. */
  public static ImageTree read(ImageFile image, ImageReferences references) throws IOException {
    ImageTree tree = new ImageTree();
    try (InputStream in = image.open(SectionName.INODE_DIR)) {
      DirEntry entry = in == null ? null : DirEntry.parseDelimitedFrom(in);
      while (in != null && entry != null) {
        for (int i = 0; i < entry.getChildrenCount(); i++) {
          tree.parents.put(entry.getChildren(i), entry.getParent());
        }
        // A file that was renamed while a snapshot held it is in its directory by a reference.
        for (int i = 0; i < entry.getRefChildrenCount(); i++) {
          long parentId = entry.getParent();
          tree.parents.put(references.at(entry.getRefChildren(i), parentId).inodeId(), parentId);
        }
        tree.count(entry, references);
        entry = DirEntry.parseDelimitedFrom(in);
      }
    }
    return tree;
  }

  private void count(DirEntry entry, ImageReferences references) {
    long id = entry.getParent();
    int children = entry.getChildrenCount() + entry.getRefChildrenCount();
    if (children > 0 && references.contains(id)) {
      childrenOfMoved.put(id, childrenOfMoved.get(id) + children);
    }
  }

  /** How many children a directory has that some directory holds or held by reference. */
  public long childrenOfMoved(long directoryId) {
    return childrenOfMoved.get(directoryId);
  }

  /** How many inodes are in directories. */
  public long size() {
    return parents.size();
  }

  /** The directory that an inode is in; 0 for the root and for what only snapshots hold. */
  public long parentOf(long inodeId) {
    return parents.get(inodeId);
  }

  /**
   * How many directories are above an inode.
   *
   * @param rootId the image's root
   * @return -1 when they do not lead to the root: only snapshots hold it
   */
  public int depth(long inodeId, long rootId) {
    if (inodeId == rootId) {
      return 0;
    }
    long parentId = parents.get(inodeId);
    if (parentId == 0) {
      return -1;
    }
    long known = depths.get(parentId);
    if (known != 0) {
      return (int) known;
    }
    int above = walked(parentId, rootId);
    if (above >= 0) {
      depths.put(parentId, above + 1L);
    }
    return above < 0 ? -1 : above + 1;
  }

  private int walked(long directoryId, long rootId) {
    long at = directoryId;
    for (int depth = 0; depth < DEPTH_MAX; depth++) {
      if (at == rootId) {
        return depth;
      }
      long known = depths.get(at);
      if (known != 0) {
        return depth + (int) known - 1;
      }
      at = parents.get(at);
      if (at == 0) {
        return -1;
      }
    }
    throw new ImageException("A directory of the fsimage is within itself")
        .with("inodeId", directoryId);
  }
}
