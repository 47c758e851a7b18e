package io.warren.migrate.image;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.server.namenode.FSImageFormatProtobuf.SectionName;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotSection;

/**
 * The snapshots of an image, and the directories of which they may be taken. Held in memory, with
 * what each directory was when its snapshots were taken: some hundred bytes a snapshot.
 *
 * @param directories by their ids
 * @param all in the image's order
 * @param given how many numbers were given to snapshots: the next one is this
 */
public record ImageSnapshots(Set<Long> directories, List<Taken> all, long given) {
  /**
   * A snapshot.
   *
   * @param number the image's, from 0
   * @param root the directory when it was taken; its time is that of the snapshot
   */
  public record Taken(int number, long directoryId, String name, INodeDirectory root) {}

  /** No snapshots, and none may be taken. */
  public static final ImageSnapshots NONE = new ImageSnapshots(Set.of(), List.of(), 0);

  /**
   * Reads the snapshots of an image.
   *
   * @throws ImageException when a name is not UTF-8
   */
  public static ImageSnapshots read(ImageFile image) throws IOException {
    try (InputStream in = image.open(SectionName.SNAPSHOT)) {
      if (in == null) {
        return NONE;
      }
      SnapshotSection section = SnapshotSection.parseDelimitedFrom(in);
      List<Taken> all = new ArrayList<>();
      for (int i = 0; i < section.getNumSnapshots(); i++) {
        SnapshotSection.Snapshot each = SnapshotSection.Snapshot.parseDelimitedFrom(in);
        if (each == null) {
          throw new ImageException("The fsimage ends before its last snapshot")
              .with("expected", section.getNumSnapshots())
              .with("found", i);
        }
        if (!each.getRoot().getName().isValidUtf8()) {
          throw new ImageException("The name of a snapshot is not UTF-8: rename it in HDFS first")
              .with("directoryId", each.getRoot().getId());
        }
        all.add(
            new Taken(
                each.getSnapshotId(),
                each.getRoot().getId(),
                each.getRoot().getName().toStringUtf8(),
                each.getRoot().getDirectory()));
      }
      return new ImageSnapshots(
          new LinkedHashSet<>(section.getSnapshottableDirList()),
          all,
          section.getSnapshotCounter());
    }
  }

  /** What directories were when snapshots of them were taken, by the snapshots' numbers. */
  public Map<Integer, INodeDirectory> roots() {
    Map<Integer, INodeDirectory> roots = new HashMap<>();
    all.forEach(each -> roots.put(each.number(), each.root()));
    return roots;
  }
}
