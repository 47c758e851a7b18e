package io.warren.migrate;

import io.warren.model.Inode;
import io.warren.model.Snapshot;
import io.warren.namespace.CallContext;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.GetBlockLocations;
import io.warren.namespace.operation.GetListing;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.snapshot.ListSnapshots;
import io.warren.namespace.snapshot.ListSnapshottable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.SnapshotStatus;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;

/** All that is in snapshots as text, one line an attribute; see {@link SameTree#differences}. */
final class SameSnapshots {
  private static final CallContext ROOT = CallContext.system("root");
  private static final int CHILDREN_MAX = 1_000;

  private SameSnapshots() {}

  /** What a stock NameNode tells of its snapshots. */
  static Map<String, String> of(StockFileSystem stock) throws IOException {
    Map<String, String> told = new TreeMap<>();
    DistributedFileSystem files = stock.files();
    SnapshottableDirectoryStatus[] directories = files.getSnapshottableDirListing();
    for (SnapshottableDirectoryStatus each :
        directories == null ? new SnapshottableDirectoryStatus[0] : directories) {
      String path = each.getFullPath().toString();
      told.put(path + " snapshots", String.valueOf(each.getSnapshotNumber()));
      for (SnapshotStatus taken : files.getSnapshotListing(each.getFullPath())) {
        String name = taken.getDirStatus().getLocalName();
        told.put(
            path + " snapshot " + (taken.getSnapshotID() + 1),
            name + " " + taken.getDirStatus().getModificationTime());
        tell(files, (path.equals("/") ? "" : path) + "/.snapshot/" + name, told);
      }
    }
    return told;
  }

  private static void tell(DistributedFileSystem files, String name, Map<String, String> told)
      throws IOException {
    HdfsFileStatus status = files.getClient().getFileLinkInfo(name);
    told.put(
        name,
        String.join(
            " ",
            String.valueOf(status.getFileId() == 16_385 ? 1 : status.getFileId()),
            status.isDirectory() ? "directory" : status.isSymlink() ? "symlink" : "file",
            status.getOwner(),
            status.getGroup(),
            String.valueOf(status.isSymlink() ? 0777 : status.getPermission().toShort()),
            String.valueOf(status.getModificationTime()),
            String.valueOf(status.getAccessTime()),
            String.valueOf(status.isFile() ? status.getReplication() : 0),
            String.valueOf(status.isFile() ? status.getBlockSize() : 0),
            String.valueOf(status.isFile() ? status.getLen() : 0)));
    if (status.isSymlink()) {
      told.put(name + " to", status.getSymlink().toString());
      return;
    }
    SameTree.tellAttributes(files, name, told);
    if (status.isFile()) {
      tellBlocks(files, name, status.getLen(), told);
      return;
    }
    for (HdfsFileStatus child : SameTree.children(files, name)) {
      tell(files, name + "/" + child.getLocalName(), told);
    }
  }

  private static void tellBlocks(
      DistributedFileSystem files, String name, long length, Map<String, String> told)
      throws IOException {
    List<String> blocks = new ArrayList<>();
    for (LocatedBlock block :
        files.getClient().getLocatedBlocks(name, 0, Long.MAX_VALUE).getLocatedBlocks()) {
      long reach = Math.min(block.getBlockSize(), length - block.getStartOffset());
      if (reach > 0) {
        blocks.add(
            block.getBlock().getBlockId()
                + "_"
                + block.getBlock().getGenerationStamp()
                + ":"
                + reach);
      }
    }
    told.put(name + " blocks", blocks.toString());
  }

  /** What Warren tells of its snapshots. */
  static Map<String, String> of(Namespace namespace) {
    Map<String, String> told = new TreeMap<>();
    for (ListSnapshottable.Entry each : namespace.run(new ListSnapshottable(), ROOT)) {
      String path = each.path().toString();
      List<Snapshot> all =
          namespace.run(new ListSnapshots(each.path()), ROOT).stream()
              .map(ListSnapshots.Entry::snapshot)
              .toList();
      told.put(path + " snapshots", String.valueOf(all.size()));
      for (Snapshot taken : all) {
        told.put(path + " snapshot " + taken.id(), taken.name() + " " + taken.createdAtMs());
        tell(
            namespace,
            FsPath.parse((path.equals("/") ? "" : path) + "/.snapshot/" + taken.name()),
            told);
      }
    }
    return told;
  }

  private static void tell(Namespace namespace, FsPath path, Map<String, String> told) {
    EntryStatus entry = namespace.run(new GetStatus(path), ROOT).orElseThrow();
    Inode inode = entry.inode();
    String name = path.toString();
    told.put(
        name,
        String.join(
            " ",
            String.valueOf(inode.id()),
            inode.isDirectory() ? "directory" : inode.isSymlink() ? "symlink" : "file",
            entry.owner(),
            entry.group(),
            String.valueOf(inode.mode()),
            String.valueOf(inode.mtimeMs()),
            String.valueOf(inode.atimeMs()),
            String.valueOf(inode.replication()),
            String.valueOf(inode.blockSizeBytes()),
            String.valueOf(inode.sizeBytes())));
    if (inode.isSymlink()) {
      told.put(name + " to", String.valueOf(inode.symlinkTarget()));
      return;
    }
    SameTree.tellAttributes(namespace, path, told);
    if (inode.isFile()) {
      List<FileBlock> blocks =
          namespace
              .run(new GetBlockLocations(path, 0, Long.MAX_VALUE, FileSettings.defaults()), ROOT)
              .blocks();
      told.put(
          name + " blocks",
          blocks.stream()
              .map(FileBlock::block)
              .map(b -> b.blockId() + "_" + b.generationStamp() + ":" + b.lengthBytes())
              .toList()
              .toString());
      return;
    }
    for (EntryStatus child :
        namespace.run(new GetListing(path, null, CHILDREN_MAX), ROOT).orElseThrow().entries()) {
      tell(namespace, path.child(child.inode().name()), told);
    }
  }

  /**
   * Without what a store that follows tells better: a stock NameNode lets the time of a directory
   * in a snapshot rise when a child is added to it later, sets that of a snapshot when it is
   * renamed, and keeps former times of reading.
   */
  static Map<String, String> comparable(Map<String, String> told) {
    Map<String, String> comparable = new TreeMap<>();
    told.forEach(
        (what, value) ->
            comparable.put(
                what,
                value.matches("r\\d+ \\d+")
                    ? "renamed"
                    : value
                        .replaceAll("^(\\d+ \\w+ \\S+ \\S+ \\d+ \\d+) \\d+", "$1 0")
                        .replaceAll("^(\\d+ directory \\S+ \\S+ \\d+) \\d+", "$1 0")));
    return comparable;
  }
}
