package io.warren.migrate.image;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.INodeId;

/** The inodes of an image, one after the other. */
public final class ImageInodes {
  /** The id of a stock namespace's root. */
  public static final long ROOT_ID = INodeId.ROOT_INODE_ID;

  private static final int BATCH_INODES = 500;

  /** What is done with each inode. */
  @FunctionalInterface
  public interface Visitor {
    void visit(INode inode) throws IOException;
  }

  private ImageInodes() {}

  /**
   * Visits all inodes in the image's order, which is none, in the caller's thread. Another one
   * reads ahead, at most {@value ReadAhead#BATCHES_MAX} times {@value #BATCH_INODES} inodes.
   *
   * @return the greatest id that was given to an inode
   */
  public static long forEach(ImageFile image, Visitor visitor) throws IOException {
    try (InputStream in = image.require(SectionName.INODE)) {
      INodeSection section = INodeSection.parseDelimitedFrom(in);
      long count = section.getNumInodes();
      try (ReadAhead<INode> ahead = new ReadAhead<>(() -> batch(in))) {
        long visited = 0;
        while (visited < count) {
          List<INode> batch = ahead.next();
          if (batch.isEmpty()) {
            throw new ImageException("The fsimage ends before its last inode")
                .with("expected", count)
                .with("found", visited);
          }
          for (int i = 0; i < batch.size() && visited < count; i++, visited++) {
            visitor.visit(batch.get(i));
          }
        }
      }
      return section.getLastInodeId();
    }
  }

  private static List<INode> batch(InputStream in) throws IOException {
    List<INode> batch = new ArrayList<>(BATCH_INODES);
    while (batch.size() < BATCH_INODES) {
      INode inode = INode.parseDelimitedFrom(in);
      if (inode == null) {
        break;
      }
      batch.add(inode);
    }
    return batch;
  }
}
