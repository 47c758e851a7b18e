package io.warren.migrate.export;

import io.warren.model.Inode;
import io.warren.model.Snapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotSection;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** Writes which snapshots there are, with what their directories were. Used by one thread. */
final class SnapshotSections {
  private final StoredSnapshots snapshots;
  private final Whereabouts whereabouts;
  private final StoredTree tree;
  private final InodeMessages messages;
  private final InodeExport inodes;

  SnapshotSections(
      StoredSnapshots snapshots,
      Whereabouts whereabouts,
      StoredTree tree,
      InodeMessages messages,
      InodeExport inodes) {
    this.snapshots = snapshots;
    this.whereabouts = whereabouts;
    this.tree = tree;
    this.messages = messages;
    this.inodes = inodes;
  }

  /**
   * Writes the section.
   *
   * @param given how many numbers were given
   */
  void write(OutputStream out, int given) throws IOException {
    SnapshotSection.Builder section =
        SnapshotSection.newBuilder().setSnapshotCounter(given).setNumSnapshots(snapshots.size());
    // One that was deleted without snapshots may still have its row.
    List<Long> directories =
        snapshots.directories().stream().filter(id -> whereabouts.of(id).inTree()).toList();
    directories.forEach(id -> section.addSnapshottableDir(InodeMessages.imageId(id)));
    section.build().writeDelimitedTo(out);
    inodes.took("directories of which snapshots may be taken", directories.size());
    for (long id : directories) {
      History history = whereabouts.history(id);
      for (Snapshot snapshot : snapshots.named(id)) {
        write(snapshot, history.at(snapshot.id()).row(), out);
      }
    }
    inodes.took("snapshots", snapshots.size());
  }

  private void write(Snapshot snapshot, Inode row, OutputStream out) throws IOException {
    if (row.mtimeMs() != snapshot.createdAtMs()) {
      inodes.lost(Loss.SNAPSHOT_TIME, row, snapshot.id());
    }
    Inode then = row.toBuilder().mtimeMs(snapshot.createdAtMs()).build();
    SnapshotSection.Snapshot.newBuilder()
        .setSnapshotId(InodeMessages.imageNumber(snapshot.id()))
        .setRoot(
            INode.newBuilder()
                .setId(InodeMessages.imageId(row.id()))
                .setType(INode.Type.DIRECTORY)
                .setName(ByteString.copyFromUtf8(snapshot.name()))
                .setDirectory(messages.directory(tree.former(then))))
        .build()
        .writeDelimitedTo(out);
  }
}
