package io.warren.namenode.inotify;

import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.ChangedFacts;
import io.warren.model.InodeKind;
import io.warren.model.Name;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.Event.CreateEvent.INodeType;
import org.apache.hadoop.hdfs.inotify.Event.MetadataUpdateEvent;
import org.apache.hadoop.hdfs.inotify.Event.MetadataUpdateEvent.MetadataType;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.jspecify.annotations.Nullable;

/** Turns changes of the feed into the events that stock clients of inotify read. */
final class EventTranslator {
  /** How HDFS names an inode whose path is not known. */
  private static final String BY_ID = "/.reserved/.inodes/";

  /** Facts that are events; a new size alone comes with the close. */
  private static final int TOLD =
      ChangedFacts.MODE
          | ChangedFacts.OWNER
          | ChangedFacts.TIMES
          | ChangedFacts.REPLICATION
          | ChangedFacts.SHRANK
          | ChangedFacts.OPENED
          | ChangedFacts.CLOSED
          | ChangedFacts.ACL
          | ChangedFacts.XATTRS;

  private final EventPaths paths;
  private final boolean complete;

  /**
   * @param complete whether the paths know all later changes: then what had no path was already
   *     deleted with a directory above it, which was an event of its own
   */
  EventTranslator(EventPaths paths, boolean complete) {
    this.paths = paths;
    this.complete = complete;
  }

  /** Events of changes in their order; the transaction id of each is its sequence in the feed. */
  List<EventBatch> translate(List<Change> changes) {
    List<Change> telling = changes.stream().filter(EventTranslator::tells).toList();
    List<EventBatch> batches = new ArrayList<>();
    for (int i = 0; i < telling.size(); i++) {
      Change change = telling.get(i);
      Change next = i + 1 < telling.size() ? telling.get(i + 1) : null;
      if (next != null && replaces(next, change)) {
        continue;
      }
      boolean overwrites = i > 0 && replaces(change, telling.get(i - 1));
      List<Event> events = events(change, overwrites);
      if (!events.isEmpty()) {
        batches.add(new EventBatch(change.commitSequence(), events.toArray(Event[]::new)));
      }
    }
    return batches;
  }

  private static boolean tells(Change change) {
    return change.operation() != ChangeOperation.UPDATE || has(change, TOLD);
  }

  /** Whether one commit deleted an inode and put another into its place: one event then. */
  private static boolean replaces(Change change, Change deleted) {
    return deleted.operation() == ChangeOperation.DELETE
        && (change.operation() == ChangeOperation.CREATE
            || change.operation() == ChangeOperation.RENAME)
        && change.committedAtMs() == deleted.committedAtMs()
        && change.parentId() == deleted.parentId()
        && change.name().equals(deleted.name());
  }

  private List<Event> events(Change change, boolean overwrites) {
    String path = path(change, change.parentId(), change.name());
    if (path == null) {
      return List.of();
    }
    return switch (change.operation()) {
      case CREATE -> created(change, path, overwrites);
      case UPDATE -> updated(change, path);
      case RENAME -> renamed(change, path);
      case DELETE ->
          List.of(
              new Event.UnlinkEvent.Builder().path(path).timestamp(change.committedAtMs()).build());
    };
  }

  private @Nullable String path(Change change, long parentId, Name name) {
    String path = paths.of(parentId, name, change.commitSequence());
    if (path != null || (complete && change.operation() == ChangeOperation.DELETE)) {
      return path;
    }
    return BY_ID + parentId + "/" + name;
  }

  private static List<Event> created(Change change, String path, boolean overwrites) {
    List<Event> events = new ArrayList<>();
    events.add(
        new Event.CreateEvent.Builder()
            .iNodeType(type(change.kind()))
            .path(path)
            .ctime(change.mtimeMs())
            .replication(change.replication())
            .ownerName(change.owner())
            .groupName(change.group())
            .perms(new FsPermission((short) change.mode()))
            .overwrite(overwrites)
            .defaultBlockSize(change.blockSizeBytes())
            .erasureCoded(change.kind() == InodeKind.FILE && change.erasureCodingPolicy() > 0)
            .build());
    if (change.kind() == InodeKind.FILE && has(change, ChangedFacts.CLOSED)) {
      events.add(closed(change, path));
    }
    return events;
  }

  private static INodeType type(InodeKind kind) {
    return switch (kind) {
      case FILE -> INodeType.FILE;
      case DIRECTORY -> INodeType.DIRECTORY;
      case SYMLINK -> INodeType.SYMLINK;
    };
  }

  private static Event closed(Change change, String path) {
    return new Event.CloseEvent(path, change.sizeBytes(), change.mtimeMs());
  }

  private List<Event> renamed(Change change, String path) {
    Name beforeName = change.beforeName();
    String from = beforeName == null ? null : path(change, change.beforeParentId(), beforeName);
    return from == null
        ? List.of()
        : List.of(
            new Event.RenameEvent.Builder()
                .srcPath(from)
                .dstPath(path)
                .timestamp(change.committedAtMs())
                .build());
  }

  private static List<Event> updated(Change change, String path) {
    List<Event> events = new ArrayList<>();
    if (has(change, ChangedFacts.SHRANK) && !has(change, ChangedFacts.CLOSED)) {
      events.add(new Event.TruncateEvent(path, change.sizeBytes(), change.mtimeMs()));
    } else if (has(change, ChangedFacts.OPENED)) {
      events.add(new Event.AppendEvent.Builder().path(path).build());
    }
    addMetadata(events, change, path);
    if (has(change, ChangedFacts.CLOSED)) {
      events.add(closed(change, path));
    }
    return events;
  }

  private static void addMetadata(List<Event> events, Change change, String path) {
    if (has(change, ChangedFacts.TIMES)) {
      events.add(
          metadata(path, MetadataType.TIMES)
              .mtime(change.mtimeMs())
              .atime(change.atimeMs())
              .build());
    }
    if (has(change, ChangedFacts.REPLICATION)) {
      events.add(
          metadata(path, MetadataType.REPLICATION).replication(change.replication()).build());
    }
    if (has(change, ChangedFacts.OWNER)) {
      events.add(
          metadata(path, MetadataType.OWNER)
              .ownerName(change.owner())
              .groupName(change.group())
              .build());
    }
    if (has(change, ChangedFacts.MODE)) {
      events.add(
          metadata(path, MetadataType.PERMS)
              .perms(new FsPermission((short) change.mode()))
              .build());
    }
    if (has(change, ChangedFacts.ACL)) {
      // Without the entries: the feed tells only that they changed, getAclStatus what they are.
      events.add(metadata(path, MetadataType.ACLS).build());
    }
    if (has(change, ChangedFacts.XATTRS)) {
      events.add(metadata(path, MetadataType.XATTRS).build());
    }
  }

  private static MetadataUpdateEvent.Builder metadata(String path, MetadataType type) {
    return new MetadataUpdateEvent.Builder().path(path).metadataType(type);
  }

  private static boolean has(Change change, int fact) {
    return (change.changedFacts() & fact) != 0;
  }
}
