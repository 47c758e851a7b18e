package io.warren.namespace.totals;

import io.warren.model.DirectoryTotals;
import io.warren.model.Inode;
import io.warren.namespace.OperationTx;
import io.warren.namespace.Tally;
import io.warren.store.ReadBatch;
import io.warren.store.schema.Tables;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where directories are, as their totals and those of all above them say. */
public final class Ancestry {
  private static final int LEVELS_MAX = 5_000;

  private final Map<Long, @Nullable DirectoryTotals> rows = new HashMap<>();
  private final Set<Long> ends;

  private Ancestry(Set<Long> ends) {
    this.ends = ends;
  }

  /**
   * Reads a level in each batch.
   *
   * @param ends directories above which nothing is looked at
   * @param alongside adds reads to the first batch
   */
  static Ancestry read(
      OperationTx tx, Collection<Long> directories, Set<Long> ends, Consumer<ReadBatch> alongside) {
    Ancestry ancestry = new Ancestry(ends);
    Set<Long> level = new HashSet<>(directories);
    level.removeAll(ends);
    ReadBatch batch = tx.store().batch();
    alongside.accept(batch);
    do {
      level = ancestry.readLevel(batch, level);
      batch = tx.store().batch();
    } while (!level.isEmpty());
    return ancestry;
  }

  /** As the other one, up to the root. */
  public static Ancestry read(OperationTx tx, Collection<Long> directories) {
    return read(tx, directories, Set.of(), batch -> {});
  }

  private Set<Long> readLevel(ReadBatch batch, Set<Long> level) {
    Map<Long, ReadBatch.Row<DirectoryTotals>> read = new HashMap<>();
    for (long id : level) {
      read.put(id, batch.get(Tables.DIRECTORY_TOTALS, id));
    }
    batch.execute();
    Set<Long> next = new HashSet<>();
    read.forEach(
        (id, found) -> {
          DirectoryTotals row = found.get();
          rows.put(id, row);
          if (row != null && id != Inode.ROOT_ID) {
            next.add(row.parentId());
          }
        });
    next.removeAll(rows.keySet());
    next.removeAll(ends);
    return next;
  }

  /** Whether a directory is another one or below it. */
  public boolean isWithin(long directoryId, long aboveId) {
    boolean[] within = new boolean[1];
    climb(directoryId, Tally.NOTHING, (id, seen) -> within[0] |= id == aboveId);
    return within[0];
  }

  /**
   * Shows something in a directory to the directory and to all above it, up to the first that was
   * an end of the reading, or to the root.
   *
   * @param tally as seen from within the directory
   * @param visitor gets each directory's id with the tally as seen from within that one
   */
  public void climb(long directoryId, Tally tally, BiConsumer<Long, Tally> visitor) {
    Tally seen = tally;
    long id = directoryId;
    for (int level = 0; level < LEVELS_MAX; level++) {
      visitor.accept(id, seen);
      DirectoryTotals row = rows.get(id);
      if (row == null || id == Inode.ROOT_ID) {
        return;
      }
      seen = seen.inheriting(row.storagePolicy());
      id = row.parentId();
    }
  }
}
