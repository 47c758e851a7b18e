package io.warren.migrate.image;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeId;

/** The inodes of an image, one after the other. */
public final class ImageInodes {
  /** The id of a stock namespace's root. */
  public static final long ROOT_ID = INodeId.ROOT_INODE_ID;

  /** What is done with each inode. */
  @FunctionalInterface
  public interface Visitor {
    void visit(INode inode) throws IOException;
  }

  private ImageInodes() {}

  /**
   * Visits all inodes in the image's order, which is none.
   *
   * @return the greatest id that was given to an inode
   */
  public static long forEach(ImageFile image, Visitor visitor) throws IOException {
    try (InputStream in = image.require(SectionName.INODE)) {
      INodeSection section = INodeSection.parseDelimitedFrom(in);
      for (long i = 0; i < section.getNumInodes(); i++) {
        INode inode = INode.parseDelimitedFrom(in);
        if (inode == null) {
          throw new ImageException("The fsimage ends before its last inode")
              .with("expected", section.getNumInodes())
              .with("found", i);
        }
        visitor.visit(inode);
      }
      return section.getLastInodeId();
    }
  }
}
