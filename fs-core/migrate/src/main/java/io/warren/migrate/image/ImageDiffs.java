package io.warren.migrate.image;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.CreatedListEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.DiffEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.DirectoryDiff;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.FileDiff;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** What changed of the inodes of an image since snapshots were taken, one inode after the other. */
public final class ImageDiffs {
  /**
   * What changed of a directory between a snapshot and the next change that is known.
   *
   * @param created names that the snapshot has not, or has for something else
   */
  public record DirectoryChange(DirectoryDiff diff, List<ByteString> created) {}

  /** What is done with each inode that changed. The newest change is the first. */
  public interface Visitor {
    void directory(long inodeId, List<DirectoryChange> changes) throws IOException;

    void file(long inodeId, List<FileDiff> changes) throws IOException;
  }

  private ImageDiffs() {}

  /** Visits all inodes of which something changed, in the image's order, which is none. */
  public static void forEach(ImageFile image, Visitor visitor) throws IOException {
    try (InputStream in = image.open(SectionName.SNAPSHOT_DIFF)) {
      DiffEntry entry = in == null ? null : DiffEntry.parseDelimitedFrom(in);
      while (in != null && entry != null) {
        if (entry.getType() == DiffEntry.Type.FILEDIFF) {
          List<FileDiff> changes = new ArrayList<>();
          for (int i = 0; i < entry.getNumOfDiff(); i++) {
            changes.add(require(FileDiff.parseDelimitedFrom(in), entry));
          }
          visitor.file(entry.getInodeId(), changes);
        } else {
          List<DirectoryChange> changes = new ArrayList<>();
          for (int i = 0; i < entry.getNumOfDiff(); i++) {
            changes.add(directoryChange(in, entry));
          }
          visitor.directory(entry.getInodeId(), changes);
        }
        entry = DiffEntry.parseDelimitedFrom(in);
      }
    }
  }

  private static DirectoryChange directoryChange(InputStream in, DiffEntry entry)
      throws IOException {
    DirectoryDiff diff = require(DirectoryDiff.parseDelimitedFrom(in), entry);
    List<ByteString> created = new ArrayList<>();
    for (int i = 0; i < diff.getCreatedListSize(); i++) {
      created.add(require(CreatedListEntry.parseDelimitedFrom(in), entry).getName());
    }
    return new DirectoryChange(diff, created);
  }

  private static <M> M require(M message, DiffEntry entry) {
    if (message == null) {
      throw new ImageException("The fsimage ends within what changed of an inode")
          .with("inodeId", entry.getInodeId());
    }
    return message;
  }
}
