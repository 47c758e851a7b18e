package io.warren.namenode.small;

import io.warren.client.small.SmallFileProtocol;
import io.warren.model.NamespaceException;
import io.warren.namenode.service.Callers;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.file.FileContents;
import io.warren.namespace.file.TakeIn;
import io.warren.store.Store;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.ipc.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * What one namenode does with small files of its own accord: it takes them into the database after
 * stock clients have closed them, and moves them out for calls that need blocks. Both use the calls
 * that this namenode serves, hence it is made before them and begins after them. Thread-safe.
 */
public final class SmallFiles implements AutoCloseable {
  private static final int HANDLERS_PER_WAITING_CALL = 4;
  private static final long TAKE_IN_WAIT_MS = 1_000;

  /** The parts of a namenode that it uses. */
  public record Parts(Namespace namespace, Callers callers, FileSettings fileSettings) {}

  private record Running(BlockBytes blocks, TakeIns takeIns, MoveOuts moveOuts) {}

  private final String namenode;
  private final Parts parts;
  private final SmallFileSettings settings;
  private final SmallFileCounts counts = new SmallFileCounts();
  private final BytesInFlight inFlight;
  private final SmallFileRoom room;
  private volatile @Nullable Running running;

  public SmallFiles(String namenode, Parts parts, SmallFileSettings settings) {
    this.namenode = namenode;
    this.parts = parts;
    this.settings = settings;
    this.inFlight = new BytesInFlight(settings.inFlightBytesMax());
    Store store = parts.namespace().runner().store();
    this.room = new SmallFileRoom(store::room, System::nanoTime);
  }

  /**
   * Begins.
   *
   * @param client what this namenode serves
   * @param handlers that serve it
   * @param conf of the namenode, for its calls of datanodes
   */
  public void start(
      ClientProtocol client, SmallFileProtocol smallFiles, int handlers, Configuration conf)
      throws IOException {
    BlockBytes blocks = new BlockBytes(client, smallFiles, conf);
    int waitingMax = Math.max(1, handlers / HANDLERS_PER_WAITING_CALL);
    running =
        new Running(
            blocks,
            new TakeIns(namenode, settings, this::takeIn),
            new MoveOuts(
                namenode, path -> moveOut(path.toString()), waitingMax, MoveOuts.WAIT_MAX_MS));
  }

  private Running running() {
    return Objects.requireNonNull(running, "Small files are served before they begin");
  }

  public SmallFileSettings settings() {
    return settings;
  }

  public SmallFileCounts counts() {
    return counts;
  }

  public BytesInFlight inFlight() {
    return inFlight;
  }

  /** The store's room for them. */
  public SmallFileRoom room() {
    return room;
  }

  /** A client closed a file whose bytes may be taken in. */
  public void closed(long fileId, String holder) {
    // What was just moved out on purpose is not taken in again for that.
    if (!holder.equals(running().blocks().holder())) {
      running().takeIns().closed(fileId);
    }
  }

  /**
   * Runs a call, and again once the files that it refused are in blocks.
   *
   * @throws RetriableException when that takes longer than a caller may wait
   */
  public <R> R inBlocks(Supplier<R> call) throws IOException {
    try {
      return call.get();
    } catch (NamespaceException e) {
      List<FsPath> inTheWay = FileContents.inTheWay(e);
      if (isBeingMoved(e)) {
        throw new RetriableException("The file is being moved to datanodes; try again");
      }
      if (inTheWay.isEmpty()) {
        throw e;
      }
      running().moveOuts().await(inTheWay);
    }
    return call.get();
  }

  /** Whether another namenode writes the file to datanodes, for the caller's sake or another's. */
  private static boolean isBeingMoved(NamespaceException e) {
    return e.code() == NamespaceException.Code.ALREADY_BEING_CREATED
        && e.facts().get("leaseHolder") instanceof String holder
        && holder.contains(BlockBytes.HOLDER_PART);
  }

  /**
   * Takes a file in. Its bytes are in memory meanwhile.
   *
   * @return false when it is to stay where it is
   */
  boolean takeIn(long fileId) throws IOException {
    try (BytesInFlight.Held held = inFlight.tryHold(settings.bytesMax(), TAKE_IN_WAIT_MS)) {
      if (held == null) {
        throw new IOException("Calls under way hold as many bytes of small files as they may");
      }
      BlockBytes.Read read = running().blocks().read(fileId, settings.bytesMax());
      if (read == null) {
        return false;
      }
      FileSettings rules = parts.fileSettings();
      TakeIn takeIn = new TakeIn(fileId, read.block(), read.bytes(), rules);
      if (!parts.namespace().run(takeIn, parts.callers().system())) {
        return false;
      }
      counts.tookIn(read.bytes().length);
      return true;
    }
  }

  /**
   * Moves a file out.
   *
   * @return its length, or -1 when its bytes are not in the database
   */
  long moveOut(String path) throws IOException {
    long bytes = running().blocks().moveOut(path);
    if (bytes >= 0) {
      counts.movedOut();
    }
    return bytes;
  }

  /** Files that wait to be taken in, and what became of others since the start. */
  public record Queue(int waiting, int max, long dropped, long refused, long failed) {}

  public Queue queue() {
    TakeIns takeIns = running().takeIns();
    return new Queue(
        takeIns.waiting(),
        TakeIns.QUEUE_MAX,
        takeIns.dropped(),
        takeIns.refused(),
        takeIns.failed());
  }

  @Override
  public void close() {
    Running present = running;
    if (present != null) {
      present.takeIns().close();
      present.moveOuts().close();
    }
  }
}
