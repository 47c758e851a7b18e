package io.warren.namenode.admin;

import io.warren.namenode.small.BytesInFlight;
import io.warren.namenode.small.SmallFileCounts;
import io.warren.namenode.small.SmallFileCounts.Fallback;
import io.warren.namenode.small.SmallFileSettings;
import io.warren.namenode.small.SmallFileSteps;
import io.warren.namenode.small.SmallFileSteps.Direction;
import io.warren.namenode.small.SmallFiles;
import io.warren.namespace.FsPath;
import io.warren.store.StoreRoom;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** /smallfiles: what is known of small files, and moving the files of a tree in or out. */
final class SmallFilesResource implements AdminServlet.Resource {
  private static final long LIMIT_MAX = 1_000;
  private static final long LIMIT_DEFAULT = 100;

  /** Each holds a thread, and waits for datanodes. */
  private static final int STEPS_AT_ONCE = 2;

  record Overview(
      String namenode,
      long limitBytes,
      TakeIn takeIn,
      InFlight inFlight,
      Counts counts,
      @Nullable Room store,
      long asOfMs) {}

  record TakeIn(
      long delayMs,
      long filesPerS,
      long queue,
      long queueMax,
      long dropped,
      long refused,
      long failed) {}

  record InFlight(long bytes, long maxBytes) {}

  record Counts(
      long written,
      long read,
      long fallbacksFull,
      long fallbacksMemory,
      long takenIn,
      long takenInBytes,
      long movedOut) {}

  record Room(long usedBytes, long sizeBytes) {}

  private final String namenode;
  private final SmallFiles smallFiles;
  private final SmallFileSteps steps;
  private final Clock clock;
  private final Semaphore atOnce = new Semaphore(STEPS_AT_ONCE);

  SmallFilesResource(String namenode, SmallFiles smallFiles, SmallFileSteps steps, Clock clock) {
    this.namenode = namenode;
    this.smallFiles = smallFiles;
    this.steps = steps;
    this.clock = clock;
  }

  @Override
  public Object handle(AdminRequest request) throws IOException {
    List<String> path = request.segments();
    String call = request.method() + (path.size() == 2 ? " " + path.get(1) : "");
    return switch (call) {
      case "GET" -> overview();
      case "POST take-in" -> step(request, Direction.IN);
      case "POST move-out" -> step(request, Direction.OUT);
      default -> throw AdminServlet.noSuchCall();
    };
  }

  private Overview overview() {
    SmallFileSettings settings = smallFiles.settings();
    SmallFiles.Queue queue = smallFiles.queue();
    BytesInFlight inFlight = smallFiles.inFlight();
    SmallFileCounts counts = smallFiles.counts();
    StoreRoom room = smallFiles.room().now();
    return new Overview(
        namenode,
        settings.bytesMax(),
        new TakeIn(
            settings.takeInDelayMs(),
            settings.takesIn() ? settings.takeInFilesPerS() : 0,
            queue.waiting(),
            queue.max(),
            queue.dropped(),
            queue.refused(),
            queue.failed()),
        new InFlight(inFlight.bytes(), inFlight.maxBytes()),
        new Counts(
            counts.written(),
            counts.read(),
            counts.fallbacks(Fallback.FULL),
            counts.fallbacks(Fallback.MEMORY),
            counts.takenIn(),
            counts.takenInBytes(),
            counts.filesMovedOut()),
        room == null ? null : new Room(room.usedBytes(), room.sizeBytes()),
        clock.millis());
  }

  private SmallFileSteps.Result step(AdminRequest request, Direction direction) throws IOException {
    AdminRequest.Body body = request.body("path", "cursor", "limit");
    FsPath path = FsPath.parse(body.requiredText("path"));
    long limit = Objects.requireNonNullElse(body.number("limit", 1, LIMIT_MAX), LIMIT_DEFAULT);
    if (!atOnce.tryAcquire()) {
      throw new Problem.ProblemException(
          Problem.of(
              503,
              "unavailable",
              "Other calls move small files at this namenode",
              "Try again in some seconds"));
    }
    try {
      return steps.run(direction, path, body.text("cursor"), (int) limit);
    } finally {
      atOnce.release();
    }
  }
}
