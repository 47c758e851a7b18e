package io.warren.migrate.load;

import io.warren.migrate.image.ImageSnapshots;
import io.warren.model.Snapshot;
import io.warren.model.SnapshottableDirectory;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.Map;

/** The snapshots of an image as rows, under numbers that are one greater than the image's. */
final class SnapshotRows {
  private final ImageSnapshots snapshots;
  private final ImportReport report;

  SnapshotRows(ImageSnapshots snapshots, ImportReport report) {
    this.snapshots = snapshots;
    this.report = report;
  }

  void write(RowWriter writer) {
    Map<Long, SnapshottableDirectory> directories = new HashMap<>();
    for (long imageId : snapshots.directories()) {
      long id = InodeRows.ourId(imageId);
      directories.put(id, new SnapshottableDirectory(id, 0, 0));
    }
    for (ImageSnapshots.Taken taken : snapshots.all()) {
      long id = InodeRows.ourId(taken.directoryId());
      long number = FormerPlaces.ourNumber(taken.number());
      writer.insert(
          Tables.SNAPSHOTS,
          new Snapshot(id, number, taken.name(), taken.root().getModificationTime()));
      directories.computeIfPresent(
          id,
          (key, row) ->
              new SnapshottableDirectory(
                  id, Math.max(number, row.newestId()), row.snapshots() + 1));
    }
    directories.values().forEach(row -> writer.insert(Tables.SNAPSHOTTABLE_DIRECTORIES, row));
    report.took("snapshots", snapshots.all().size());
    report.took("directories of which snapshots may be taken", directories.size());
  }
}
