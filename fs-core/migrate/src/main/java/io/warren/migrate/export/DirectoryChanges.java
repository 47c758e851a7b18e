package io.warren.migrate.export;

import io.warren.migrate.export.History.Moment;
import io.warren.model.Name;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.CreatedListEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.DiffEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.DirectoryDiff;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/**
 * What a directory got and lost after each of the snapshots that show it: a NameNode finds what it
 * held in one of them by undoing that from the present on. Held in memory, of one directory at a
 * time. Used by one thread.
 */
final class DirectoryChanges {
  /** What came and went after a snapshot, up to the next one. */
  private static final class After {
    private final List<byte[]> created = new ArrayList<>();
    private final List<Long> deleted = new ArrayList<>();
    private final List<Integer> deletedReferences = new ArrayList<>();
  }

  /** Adds what the directory itself was in a snapshot. */
  @FunctionalInterface
  interface Description {
    void add(DirectoryDiff.Builder diff, Moment moment, long number) throws IOException;
  }

  private final Numbers shown;
  private final NavigableMap<Long, After> changes = new TreeMap<>();

  /** Of a directory that some snapshots show. */
  DirectoryChanges(Numbers shown) {
    this.shown = shown;
  }

  private After after(long number) {
    return changes.computeIfAbsent(number, after -> new After());
  }

  /** A name that the directory got. */
  void created(Name name, long first) {
    long before = shown.upTo(first - 1);
    if (before != 0) {
      after(before).created.add(name.bytes());
    }
  }

  /** An inode that it lost after a snapshot. */
  void deleted(long inodeId, long number) {
    after(number).deleted.add(inodeId);
  }

  /** A reference that it lost after a snapshot. */
  void deletedReference(int place, long number) {
    after(number).deletedReferences.add(place);
  }

  /** The directory became another one after a snapshot, or may have. */
  void touched(long number) {
    after(number);
  }

  boolean isEmpty() {
    return changes.isEmpty();
  }

  /**
   * Writes the changes, the newest first.
   *
   * @param children how many the directory has in the end
   * @return how many were written
   */
  int write(long imageId, History history, int children, Description description, OutputStream out)
      throws IOException {
    DiffEntry.newBuilder()
        .setType(DiffEntry.Type.DIRECTORYDIFF)
        .setInodeId(imageId)
        .setNumOfDiff(changes.size())
        .build()
        .writeDelimitedTo(out);
    int size = children;
    for (var each : changes.descendingMap().entrySet()) {
      long number = each.getKey();
      After after = each.getValue();
      size += after.deleted.size() + after.deletedReferences.size() - after.created.size();
      DirectoryDiff.Builder diff =
          DirectoryDiff.newBuilder()
              .setSnapshotId(InodeMessages.imageNumber(number))
              .setChildrenSize(size)
              .setCreatedListSize(after.created.size())
              .addAllDeletedINode(after.deleted)
              .addAllDeletedINodeRef(after.deletedReferences);
      description.add(diff, history.at(number), number);
      diff.build().writeDelimitedTo(out);
      after.created.sort(DFSUtilClient::compareBytes);
      for (byte[] name : after.created) {
        CreatedListEntry.newBuilder()
            .setName(ByteString.copyFrom(name))
            .build()
            .writeDelimitedTo(out);
      }
    }
    return changes.size();
  }
}
