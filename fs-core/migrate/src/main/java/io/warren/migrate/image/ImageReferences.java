package io.warren.migrate.image;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeReferenceSection.INodeReference;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * What directories of an image hold by reference: inodes that were renamed while a snapshot held
 * them. One is in the directory that it left under the name that it had there, for the snapshots,
 * and in the one that it is in now. Held in memory.
 */
public final class ImageReferences {
  /**
   * Stands for an inode in a directory.
   *
   * @param formerName that it had there; null where it has its present one
   */
  public record Reference(long inodeId, @Nullable ByteString formerName) {}

  private final List<Reference> all = new ArrayList<>();
  private final LongMap inodes = new LongMap();

  private ImageReferences() {}

  /** Reads the references of an image. */
  public static ImageReferences read(ImageFile image) throws IOException {
    ImageReferences references = new ImageReferences();
    try (InputStream in = image.open(SectionName.INODE_REFERENCE)) {
      INodeReference each = in == null ? null : INodeReference.parseDelimitedFrom(in);
      while (in != null && each != null) {
        references.all.add(
            new Reference(each.getReferredId(), each.hasName() ? each.getName() : null));
        references.inodes.put(each.getReferredId(), 1);
        each = INodeReference.parseDelimitedFrom(in);
      }
    }
    return references;
  }

  /**
   * The reference at a place of the image's list.
   *
   * @param directoryId that names it
   * @throws ImageException when there is none
   */
  public Reference at(int place, long directoryId) {
    if (place < 0 || place >= all.size()) {
      throw new ImageException("A directory of the fsimage names a reference that is missing")
          .with("directoryId", directoryId)
          .with("reference", place);
    }
    return all.get(place);
  }

  /** Whether some directory holds or held an inode by reference. */
  public boolean contains(long inodeId) {
    return inodes.get(inodeId) != 0;
  }

  /** Visits each inode of which there is a reference once, in no order. */
  public void forEachInode(LongConsumer visitor) {
    inodes.forEachKey(visitor);
  }
}
