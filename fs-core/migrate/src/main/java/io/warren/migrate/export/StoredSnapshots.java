package io.warren.migrate.export;

import io.warren.model.Snapshot;
import io.warren.model.SnapshottableDirectory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DFSUtilClient;

/** The snapshots of a store. Held in memory: some hundred bytes each. */
final class StoredSnapshots {
  private final List<Long> directories = new ArrayList<>();
  private final Map<Long, Numbers> numbers = new HashMap<>();
  private final Map<Long, List<Snapshot>> byDirectory = new HashMap<>();
  private final Map<Long, Snapshot> byNumber = new HashMap<>();

  /** Snapshots of one directory come oldest first. */
  StoredSnapshots(List<SnapshottableDirectory> allowed, List<Snapshot> all) {
    allowed.forEach(each -> directories.add(each.inodeId()));
    for (Snapshot each : all) {
      byDirectory.computeIfAbsent(each.directoryId(), id -> new ArrayList<>()).add(each);
      byNumber.put(each.id(), each);
    }
    byDirectory.forEach(
        (id, own) ->
            numbers.put(id, Numbers.of(own.stream().mapToLong(Snapshot::id).sorted().toArray())));
  }

  /** The directories of which snapshots may be taken. */
  List<Long> directories() {
    return directories;
  }

  int size() {
    return byNumber.size();
  }

  /** The numbers of a directory's own snapshots. */
  Numbers of(long directoryId) {
    return numbers.getOrDefault(directoryId, Numbers.NONE);
  }

  /** A directory's own snapshots in the order of their names, as a stock NameNode has them. */
  List<Snapshot> named(long directoryId) {
    List<Snapshot> named = new ArrayList<>(byDirectory.getOrDefault(directoryId, List.of()));
    named.sort((one, other) -> DFSUtilClient.compareBytes(bytes(one), bytes(other)));
    return named;
  }

  private static byte[] bytes(Snapshot snapshot) {
    return DFSUtil.string2Bytes(snapshot.name());
  }

  /** The snapshot of a number; there is one. */
  Snapshot at(long number) {
    Snapshot found = byNumber.get(number);
    if (found == null) {
      throw new ExportException("The store has lost a snapshot").with("number", number);
    }
    return found;
  }
}
