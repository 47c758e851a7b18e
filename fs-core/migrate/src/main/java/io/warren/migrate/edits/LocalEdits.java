package io.warren.migrate.edits;

import io.warren.namespace.Following.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.FileJournalManager;
import org.apache.hadoop.hdfs.server.namenode.FileJournalManager.EditLogFile;
import org.apache.hadoop.hdfs.server.namenode.SegmentTail;
import org.jspecify.annotations.Nullable;

/**
 * The edits in a folder of a NameNode, or of a JournalNode: segments that are finished, and the one
 * that grows. What is at the end of that one and is not whole yet is waited for.
 */
public final class LocalEdits implements EditsSource {
  private static final String CURRENT = "current";

  private final Path folder;
  private @Nullable SegmentTail tail;
  private long tailStart;
  private long tailNext;

  /**
   * Looks into no file yet.
   *
   * @param folder with the segments, or the one above it
   */
  public LocalEdits(Path folder) {
    Path below = folder.resolve(CURRENT);
    this.folder = Files.isDirectory(below) ? below : folder;
  }

  /** The folder with the segments. */
  public Path folder() {
    return folder;
  }

  @Override
  public EditsPage after(Position position) throws IOException {
    List<EditLogFile> segments = segments();
    if (segments.isEmpty()) {
      throw new IOException("There are no edits in " + folder);
    }
    long next = position.transactionId() + 1;
    requireSameHistory(segments, position);
    EditLogFile segment = segmentOf(segments, next);
    if (segment == null) {
      requireNoGap(next);
      return new EditsPage(List.of(), 0, position.transactionId(), true);
    }
    SegmentTail open = at(segment, next);
    List<Edit> edits = new ArrayList<>();
    boolean whole = read(segment, open, next, edits);
    long last = next + edits.size() - 1;
    long newest = Math.max(last, newestFinished(segments));
    // Behind a finished one is the one that grows, whose edits nobody has counted.
    boolean isLast = segment.isInProgress() || segmentOf(segments, last + 1) == null;
    boolean atEnd = whole && isLast && newest <= last;
    return new EditsPage(edits, edits.isEmpty() ? 0 : segment.getFirstTxId(), newest, atEnd);
  }

  private List<EditLogFile> segments() throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IOException("There is no folder " + folder);
    }
    List<EditLogFile> segments = FileJournalManager.matchEditLogs(folder.toFile());
    segments.sort(Comparator.comparingLong(EditLogFile::getFirstTxId));
    return segments;
  }

  private static long newestFinished(List<EditLogFile> segments) {
    return segments.stream()
        .filter(segment -> !segment.isInProgress())
        .mapToLong(EditLogFile::getLastTxId)
        .max()
        .orElse(0);
  }

  private static boolean holds(EditLogFile segment, long txid) {
    return segment.getFirstTxId() <= txid
        && (segment.isInProgress() || txid <= segment.getLastTxId());
  }

  private static @Nullable EditLogFile segmentOf(List<EditLogFile> segments, long txid) {
    EditLogFile found = null;
    for (EditLogFile segment : segments) {
      // One that was finished was in progress under the same number: what is finished is whole.
      boolean better = found == null || found.isInProgress() || !segment.isInProgress();
      if (holds(segment, txid) && better) {
        found = segment;
      }
    }
    return found;
  }

  /** A look between two renames may miss a segment, so that a gap must be seen twice. */
  private void requireNoGap(long next) throws IOException {
    List<EditLogFile> again = segments();
    long first =
        again.stream()
            .mapToLong(EditLogFile::getFirstTxId)
            .filter(start -> start > next)
            .min()
            .orElse(0);
    if (first != 0 && segmentOf(again, next) == null) {
      throw gap(next, first, folder.toString());
    }
  }

  /** The edits behind a position are not there any more. */
  static EditsException gap(long next, long first, String where) {
    return new EditsException(
            "Edits are missing: the NameNode has purged them, or they are in another folder. Import"
                + " a newer fsimage into a new data folder and follow from there, and have the"
                + " NameNode keep more edits (dfs.namenode.num.extra.edits.retained)")
        .with("nextTransaction", next)
        .with("oldestThere", first)
        .with("where", where);
  }

  /** After a loss of power a NameNode may give ids of transactions a second time. */
  private void requireSameHistory(List<EditLogFile> segments, Position position) {
    if (position.segmentStart() == 0) {
      return;
    }
    EditLogFile around = null;
    for (EditLogFile segment : segments) {
      around = segment.getFirstTxId() <= position.transactionId() ? segment : around;
    }
    if (around == null) {
      return;
    }
    boolean same = around.getFirstTxId() == position.segmentStart();
    if (!same || !holds(around, position.transactionId())) {
      throw new EditsException(
              "The NameNode has taken back edits that were applied already, as after a loss of power"
                  + " or a rollback: import a newer fsimage into a new data folder")
          .with("transaction", position.transactionId())
          .with("readFromSegment", position.segmentStart())
          .with("nowIn", around.getFile().getName());
    }
  }

  private SegmentTail at(EditLogFile segment, long next) throws IOException {
    SegmentTail open = tail;
    if (open != null && tailStart == segment.getFirstTxId() && tailNext <= next) {
      open.renamed(segment.getFile());
      return open;
    }
    close();
    open = new SegmentTail(segment.getFile());
    tail = open;
    tailStart = segment.getFirstTxId();
    tailNext = tailStart;
    return open;
  }

  /**
   * Reads on in a segment.
   *
   * @return whether its present end was reached in good order
   */
  private boolean read(EditLogFile segment, SegmentTail open, long next, List<Edit> edits)
      throws IOException {
    int weight = 0;
    while (weight < PAGE_WEIGHT) {
      Edit edit;
      try {
        edit = open.next();
      } catch (IOException e) {
        if (segment.isInProgress()) {
          // Written just now, or torn by a crash of the NameNode, which mends it at its next start.
          return false;
        }
        throw damaged(segment, tailNext, e);
      }
      if (edit == null) {
        return segment.isInProgress() || requireWhole(segment);
      }
      if (edit.txid() != tailNext) {
        throw damaged(segment, tailNext, null).with("found", edit.txid());
      }
      tailNext++;
      if (edit.txid() >= next) {
        edits.add(edit);
        weight += edit.weight();
      }
    }
    return false;
  }

  private boolean requireWhole(EditLogFile segment) {
    if (tailNext <= segment.getLastTxId()) {
      throw damaged(segment, tailNext, null);
    }
    return true;
  }

  private static EditsException damaged(
      EditLogFile segment, long txid, @Nullable IOException cause) {
    String message =
        "A finished segment of edits is damaged or cut short: restore it from another folder of the"
            + " NameNode, or import a newer fsimage into a new data folder";
    EditsException damage =
        cause == null ? new EditsException(message) : new EditsException(message, cause);
    return damage.with("segment", segment.getFile().getName()).with("transaction", txid);
  }

  @Override
  public long newestSegment(Position position) throws IOException {
    return segments().stream().mapToLong(EditLogFile::getFirstTxId).max().orElse(0);
  }

  /** All that a folder has can be read at any time. */
  @Override
  public void settle() {}

  @Override
  public void close() throws IOException {
    if (tail != null) {
      tail.close();
      tail = null;
    }
  }
}
