package io.warren.namespace.snapshot;

import io.warren.model.Inode;
import io.warren.model.SnapshottableDirectory;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotRules;
import io.warren.namespace.SnapshotView;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Takes a snapshot of a directory in constant time; its owner may. Answers the snapshot's name.
 *
 * @param snapshot null for a name made of the time
 * @param snapshotsMax most snapshots that the directory may have
 */
public record CreateSnapshot(FsPath path, @Nullable String snapshot, int snapshotsMax)
    implements InodeOperation<String> {
  private static final DateTimeFormatter DEFAULT_NAME =
      DateTimeFormatter.ofPattern("'s'yyyyMMdd-HHmmss.SSS").withZone(ZoneId.systemDefault());

  /** As many as stock HDFS allows. */
  public CreateSnapshot(FsPath path, @Nullable String snapshot) {
    this(path, snapshot, SnapshotRules.SNAPSHOTS_MAX);
  }

  @Override
  public String name() {
    return "create_snapshot";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public boolean atMostOnce() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public byte[] encode(String result) {
    return result.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String decode(byte @Nullable [] payload, OperationTx tx) {
    return payload == null ? "" : new String(payload, StandardCharsets.UTF_8);
  }

  @Override
  public String execute(OperationTx tx) {
    ResolvedPath found = tx.lock(PathLock.last(path));
    tx.permissions().traverse(found);
    Inode directory = found.requireDirectory();
    tx.permissions().owner(found);
    SnapshottableDirectory row = SnapshotRules.require(tx, path, directory);
    String name =
        snapshot == null ? DEFAULT_NAME.format(Instant.ofEpochMilli(tx.nowMs())) : snapshot;
    SnapshotRules.checkName(path, name);
    if (row.snapshots() >= snapshotsMax) {
      throw SnapshotRules.refused(
          "Failed to create snapshot: there are already "
              + row.snapshots()
              + " snapshot(s) and the per directory snapshot limit is "
              + snapshotsMax,
          path);
    }
    if (SnapshotView.findHeld(tx.store(), directory.id(), name) != null) {
      throw SnapshotRules.refused(
          "Failed to add snapshot: there is already a snapshot with the same name \""
              + name
              + "\".",
          path);
    }
    SnapshotWrites.take(tx.store(), row, name, tx.nowMs());
    return name;
  }
}
