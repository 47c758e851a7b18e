package io.warren.migrate.load;

import io.warren.migrate.image.ImageDiffs.DirectoryChange;
import io.warren.migrate.image.ImageSnapshots;
import io.warren.model.BlockIds;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.FileDiff;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** Looks for what Warren can't take of what snapshots hold, before anything is written. */
final class FormerCheck implements FormerPlaces.Check {
  private static final String LIMITS = "limits that directories had in snapshots";

  private final Attributes attributes;
  private final ImportReport report;

  FormerCheck(Attributes attributes, ImportReport report) {
    this.attributes = attributes;
    this.report = report;
  }

  void snapshot(ImageSnapshots.Taken snapshot) {
    Takeable.name(snapshot.directoryId(), ByteString.copyFromUtf8(snapshot.name()));
    directory(snapshot.directoryId(), ".snapshot/" + snapshot.name(), snapshot.root());
  }

  @Override
  public void directory(long inodeId, List<DirectoryChange> changes) {
    for (DirectoryChange change : changes) {
      for (ByteString name : change.created()) {
        Takeable.name(inodeId, name);
      }
      if (change.diff().hasSnapshotCopy()) {
        String name = change.diff().getName().toStringUtf8();
        directory(inodeId, name, change.diff().getSnapshotCopy());
      }
    }
  }

  private void directory(long inodeId, String name, INodeDirectory copy) {
    if (copy.hasXAttrs()) {
      attributes.policies(copy.getXAttrs(), inodeId, name);
    }
    DirectoryFacts facts = DirectoryFacts.of(copy, SetPolicies.NONE);
    if (facts.hasQuota()) {
      report.leftOut(LIMITS, inodeId, name);
    }
  }

  @Override
  public void file(long inodeId, List<FileDiff> changes) {
    for (FileDiff change : changes) {
      String name = change.getName().toStringUtf8();
      if (change.hasSnapshotCopy()) {
        Takeable.file(change.getSnapshotCopy(), inodeId, name, attributes);
      }
      List<BlockProto> blocks = change.getBlocksList();
      // Whether the file is a coded one is known when its blocks are written.
      boolean coded = !blocks.isEmpty() && BlockIds.isStriped(blocks.get(0).getBlockId());
      Takeable.blocks(blocks, coded, inodeId, name);
      Takeable.lengths(blocks, false, inodeId, name);
    }
  }

  @Override
  public void tooManyNames(long directoryId) {
    report.took("directories that HDFS lists in part in a snapshot", 1);
  }

  @Override
  public void formerName(long inodeId, ByteString name) {
    Takeable.name(inodeId, name);
  }
}
