package io.warren.migrate.image;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeDirectorySection.DirEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeReferenceSection.INodeReference;

/**
 * Which directory each inode of an image is in. An inode that only snapshots hold is in none. Held
 * in memory: 16 to 32 bytes an inode.
 */
public final class ImageTree {
  /** No tree is deeper: HDFS limits paths to 1,000 components. */
  private static final int DEPTH_MAX = 4_096;

  private final LongMap parents = new LongMap();

  private ImageTree() {}

  /** Reads the directories of an image. */
  public static ImageTree read(ImageFile image) throws IOException {
    ImageTree tree = new ImageTree();
    LongMap referred = references(image);
    try (InputStream in = image.open(SectionName.INODE_DIR)) {
      DirEntry entry = in == null ? null : DirEntry.parseDelimitedFrom(in);
      while (in != null && entry != null) {
        for (int i = 0; i < entry.getChildrenCount(); i++) {
          tree.parents.put(entry.getChildren(i), entry.getParent());
        }
        // A file that was renamed while a snapshot held it is in its directory by a reference.
        for (int i = 0; i < entry.getRefChildrenCount(); i++) {
          long child = referred.get(entry.getRefChildren(i) + 1L);
          if (child == 0) {
            throw new ImageException("A directory of the fsimage names a reference that is missing")
                .with("directoryId", entry.getParent())
                .with("reference", entry.getRefChildren(i));
          }
          tree.parents.put(child, entry.getParent());
        }
        entry = DirEntry.parseDelimitedFrom(in);
      }
    }
    return tree;
  }

  /** From the place of each reference, counted from 1, to the inode that it stands for. */
  private static LongMap references(ImageFile image) throws IOException {
    LongMap referred = new LongMap();
    try (InputStream in = image.open(SectionName.INODE_REFERENCE)) {
      INodeReference reference = in == null ? null : INodeReference.parseDelimitedFrom(in);
      for (long place = 1; in != null && reference != null; place++) {
        referred.put(place, reference.getReferredId());
        reference = INodeReference.parseDelimitedFrom(in);
      }
    }
    return referred;
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
    long at = inodeId;
    for (int depth = 0; depth < DEPTH_MAX; depth++) {
      if (at == rootId) {
        return depth;
      }
      at = parents.get(at);
      if (at == 0) {
        return -1;
      }
    }
    throw new ImageException("A directory of the fsimage is within itself")
        .with("inodeId", inodeId);
  }
}
