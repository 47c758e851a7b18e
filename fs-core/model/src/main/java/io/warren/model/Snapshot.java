package io.warren.model;

/**
 * A snapshot of a directory. Numbers rise over the whole file system and are never given again;
 * names are unique within a directory. Times in milliseconds since the Unix epoch.
 */
public record Snapshot(long directoryId, long id, String name, long createdAtMs) {
  public SnapshotKey key() {
    return new SnapshotKey(directoryId, id);
  }
}
