package io.warren.namenode.rpc;

import io.warren.model.Name;
import io.warren.namenode.service.Callers;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.SnapshotRules;
import io.warren.namespace.snapshot.CreateSnapshot;
import io.warren.namespace.snapshot.DeleteSnapshot;
import io.warren.namespace.snapshot.ListSnapshots;
import io.warren.namespace.snapshot.ListSnapshottable;
import io.warren.namespace.snapshot.RenameSnapshot;
import io.warren.namespace.snapshot.SetSnapshottable;
import io.warren.namespace.snapshot.SnapshotDiff;
import io.warren.namespace.snapshot.SnapshotDiffCursor;
import io.warren.namespace.snapshot.SnapshotDiffPage;
import io.warren.namespace.snapshot.SnapshotDifference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReport;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReport.DiffReportEntry;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReport.DiffType;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReportListing;
import org.apache.hadoop.hdfs.protocol.SnapshotDiffReportListing.DiffReportListingEntry;
import org.apache.hadoop.hdfs.protocol.SnapshotStatus;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;
import org.jspecify.annotations.Nullable;

/** ClientProtocol calls about snapshots. */
final class SnapshotCalls extends NamespaceCalls {
  private final int snapshotsMax;
  private final boolean diffBelowRoots;
  private final int diffPageEntries;

  SnapshotCalls(Namespace namespace, Callers callers, Configuration conf) {
    super(namespace, callers);
    int limit =
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_SNAPSHOT_MAX_LIMIT,
            DFSConfigKeys.DFS_NAMENODE_SNAPSHOT_MAX_LIMIT_DEFAULT);
    this.snapshotsMax = Math.min(limit, SnapshotRules.SNAPSHOTS_MAX);
    this.diffBelowRoots =
        conf.getBoolean(
            DFSConfigKeys.DFS_NAMENODE_SNAPSHOT_DIFF_ALLOW_SNAP_ROOT_DESCENDANT,
            DFSConfigKeys.DFS_NAMENODE_SNAPSHOT_DIFF_ALLOW_SNAP_ROOT_DESCENDANT_DEFAULT);
    this.diffPageEntries =
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_SNAPSHOT_DIFF_LISTING_LIMIT,
            DFSConfigKeys.DFS_NAMENODE_SNAPSHOT_DIFF_LISTING_LIMIT_DEFAULT);
  }

  public void allowSnapshot(String snapshotRoot) throws IOException {
    run(new SetSnapshottable(FsPath.parse(snapshotRoot), true));
  }

  public void disallowSnapshot(String snapshotRoot) throws IOException {
    run(new SetSnapshottable(FsPath.parse(snapshotRoot), false));
  }

  public String createSnapshot(String snapshotRoot, @Nullable String snapshotName)
      throws IOException {
    boolean named = snapshotName != null && !snapshotName.isEmpty();
    FsPath root = FsPath.parse(snapshotRoot);
    String name = run(new CreateSnapshot(root, named ? snapshotName : null, snapshotsMax));
    return (root.isRoot() ? "" : root) + "/.snapshot/" + name;
  }

  public void deleteSnapshot(String snapshotRoot, String snapshotName) throws IOException {
    run(new DeleteSnapshot(FsPath.parse(snapshotRoot), snapshotName));
  }

  public void renameSnapshot(String snapshotRoot, String snapshotOldName, String snapshotNewName)
      throws IOException {
    run(new RenameSnapshot(FsPath.parse(snapshotRoot), snapshotOldName, snapshotNewName));
  }

  /** Null when there are none, as stock namenodes answer. */
  public SnapshottableDirectoryStatus @Nullable [] getSnapshottableDirListing() throws IOException {
    List<SnapshottableDirectoryStatus> statuses = new ArrayList<>();
    for (ListSnapshottable.Entry entry : run(new ListSnapshottable())) {
      FsPath path = entry.path();
      statuses.add(
          new SnapshottableDirectoryStatus(
              Wire.status(entry.directory(), path.last().bytes(), null),
              entry.snapshots(),
              snapshotsMax,
              path.isRoot() ? new byte[0] : bytes(path.parent())));
    }
    return statuses.isEmpty() ? null : statuses.toArray(SnapshottableDirectoryStatus[]::new);
  }

  public SnapshotStatus[] getSnapshotListing(String snapshotRoot) throws IOException {
    FsPath root = FsPath.parse(snapshotRoot);
    List<SnapshotStatus> statuses = new ArrayList<>();
    for (ListSnapshots.Entry entry : run(new ListSnapshots(root))) {
      byte[] name = entry.snapshot().name().getBytes(StandardCharsets.UTF_8);
      statuses.add(
          new SnapshotStatus(
              Wire.status(entry.root(), name, null),
              Math.toIntExact(entry.snapshot().id()),
              false,
              bytes(root)));
    }
    return statuses.toArray(SnapshotStatus[]::new);
  }

  public SnapshotDiffReport getSnapshotDiffReport(
      String snapshotRoot, @Nullable String earlier, @Nullable String later) throws IOException {
    String from = earlier == null ? "" : earlier;
    String to = later == null ? "" : later;
    List<DiffReportEntry> entries = new ArrayList<>();
    SnapshotDiff diff = new SnapshotDiff(FsPath.parse(snapshotRoot), from, to, diffBelowRoots);
    for (SnapshotDiff.Entry entry : run(diff)) {
      List<Name> target = entry.target();
      entries.add(
          new DiffReportEntry(
              type(entry.kind()), bytes(entry.source()), target == null ? null : bytes(target)));
    }
    return new SnapshotDiffReport(snapshotRoot, from, to, entries);
  }

  /**
   * A page of differences, from which the client makes the report: it takes what a directory lost
   * and another one got for a rename.
   */
  public SnapshotDiffReportListing getSnapshotDiffReportListing(
      String snapshotRoot,
      @Nullable String earlier,
      @Nullable String later,
      byte[] startPath,
      int index)
      throws IOException {
    SnapshotDiffPage page =
        new SnapshotDiffPage(
            FsPath.parse(snapshotRoot),
            earlier == null ? "" : earlier,
            later == null ? "" : later,
            diffBelowRoots,
            SnapshotDiffCursor.of(new String(startPath, StandardCharsets.UTF_8), index),
            diffPageEntries);
    SnapshotDiffPage.Answer answer = run(page);
    return new SnapshotDiffReportListing(
        answer.next().pathText().getBytes(StandardCharsets.UTF_8),
        entries(answer, SnapshotDifference.Kind.MODIFIED),
        entries(answer, SnapshotDifference.Kind.CREATED),
        entries(answer, SnapshotDifference.Kind.LOST),
        answer.next().index(),
        true);
  }

  private static List<DiffReportListingEntry> entries(
      SnapshotDiffPage.Answer answer, SnapshotDifference.Kind kind) {
    return answer.differences().stream()
        .filter(each -> each.kind() == kind)
        .map(SnapshotCalls::listingEntry)
        .toList();
  }

  /** The client looks for lost and new children of modified entries that are references. */
  private static DiffReportListingEntry listingEntry(SnapshotDifference of) {
    List<Name> target = of.target();
    boolean reference =
        switch (of.kind()) {
          case MODIFIED -> of.directory();
          case CREATED -> of.moved();
          case LOST -> target != null;
        };
    return new DiffReportListingEntry(
        of.directoryId(),
        of.inodeId(),
        bytes(of.path()),
        reference,
        target == null ? null : bytes(target));
  }

  private static DiffType type(SnapshotDiff.Kind kind) {
    return switch (kind) {
      case CREATE -> DiffType.CREATE;
      case MODIFY -> DiffType.MODIFY;
      case DELETE -> DiffType.DELETE;
      case RENAME -> DiffType.RENAME;
    };
  }

  private static byte[] bytes(List<Name> path) {
    return path.stream()
        .map(Name::toString)
        .collect(Collectors.joining("/"))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(FsPath path) {
    return path.toString().getBytes(StandardCharsets.UTF_8);
  }
}
