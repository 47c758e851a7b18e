package io.warren.namenode.admin;

import io.warren.store.Checkpoints;
import io.warren.store.Checkpoints.Checkpoint;
import io.warren.store.FeedIncarnation;
import io.warren.store.Store;
import io.warren.store.StoreException;
import java.time.Clock;
import java.util.List;

/**
 * /store/checkpoints and /store/logs: copies of the metadata store as of one moment, and of all
 * that was written since such a moment, for backups.
 */
final class CheckpointsResource implements AdminServlet.Resource {
  /**
   * A checkpoint that was made.
   *
   * @param folder on the namenode's machine
   * @param feedCursor of the newest change that is in the checkpoint for certain
   */
  record Made(
      String name,
      String folder,
      long feedSequence,
      String feedCursor,
      long logPosition,
      int incarnation,
      String version,
      long asOfMs) {}

  /**
   * A copy of the log that was made.
   *
   * @param file on the namenode's machine
   * @param feedCursor of the newest change that is in it, or before it, for certain
   */
  record Copied(
      String name,
      String file,
      long through,
      long feedSequence,
      String feedCursor,
      int incarnation,
      long asOfMs) {}

  record Dropped(String name) {}

  private final Store store;
  private final String version;
  private final FeedCursors cursors;
  private final Clock clock;

  CheckpointsResource(Store store, String version, FeedCursors cursors, Clock clock) {
    this.store = store;
    this.version = version;
    this.cursors = cursors;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) {
    List<String> path = request.segments();
    String call = request.method() + " " + path.size();
    return switch (call) {
      case "POST 2" -> path.get(1).equals("logs") ? log(request) : take();
      case "DELETE 3" -> drop(path.get(2));
      default -> throw AdminServlet.noSuchCall();
    };
  }

  private Made take() {
    // Before the copy: all that was acknowledged until now is in it.
    long asOfMs = clock.millis();
    Checkpoint made = checkpoints().take();
    List<FeedIncarnation> incarnations = store.feed().incarnations();
    return new Made(
        made.name(),
        made.folder().toString(),
        made.feedSequence(),
        cursors.of(incarnations, made.feedSequence()),
        made.logPosition(),
        made.incarnation(),
        version,
        asOfMs);
  }

  private Copied log(AdminRequest request) {
    request.required("after");
    long after = request.number("after", 0, 0, Long.MAX_VALUE);
    long asOfMs = clock.millis();
    Checkpoints.Log made = kept(after);
    List<FeedIncarnation> incarnations = store.feed().incarnations();
    return new Copied(
        made.name(),
        made.file().toString(),
        made.through(),
        made.feedSequence(),
        cursors.of(incarnations, made.feedSequence()),
        made.incarnation(),
        asOfMs);
  }

  private Checkpoints.Log kept(long after) {
    try {
      return checkpoints().log(after);
    } catch (StoreException e) {
      if (e.code() != StoreException.Code.FEED_TRIMMED) {
        throw e;
      }
      throw new Problem.ProblemException(
          Problem.of(410, "log_trimmed", e.title(), "Nothing was copied"));
    }
  }

  private Dropped drop(String name) {
    if (!checkpoints().drop(name)) {
      throw new Problem.ProblemException(
          Problem.of(404, "not_found", "There is no such copy", "Another one replaced it"));
    }
    return new Dropped(name);
  }

  private Checkpoints checkpoints() {
    Checkpoints found = store.checkpoints();
    if (found == null) {
      throw new Problem.ProblemException(
          Problem.of(
              400,
              "unsupported",
              "This metadata store makes no checkpoints",
              "MySQL NDB Cluster is backed up by its own START BACKUP"));
    }
    return found;
  }
}
