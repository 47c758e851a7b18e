package io.warren.namespace.totals;

import io.warren.model.DirectoryTotals;
import io.warren.model.DirectoryTotalsChange;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.namespace.IdKind;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.Partitioning;
import io.warren.namespace.TotalsState;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the directories of a store that had inodes before it had totals, while it is in use; when
 * all are counted, it counts some again all the time and mends what is not right, which should
 * never be anything. A task of the leader, by one thread.
 *
 * <p>The first pass follows the inodes' keys, and gives every directory totals. Only a directory
 * that is renamed meanwhile can be missed, and gets uncounted totals by that. The second pass
 * follows the totals, whose keys never change.
 */
public final class TotalsCounter {
  private static final Logger LOG = LoggerFactory.getLogger(TotalsCounter.class);
  private static final int ROWS_PER_PAGE = 1_000;
  private static final int DIRECTORIES_PER_TRANSACTION = 50;
  private static final int SAMPLES_PER_TURN = 20;

  private static final Comparator<DirectoryCount> IN_ORDER_OF_LOCKS =
      Comparator.comparing((DirectoryCount count) -> count.directory().parentId())
          .thenComparing(count -> count.directory().name());

  private enum Phase {
    INODES,
    TOTALS,
    SAMPLES
  }

  private final Namespace namespace;
  private Phase phase = Phase.INODES;
  private @Nullable InodeKey afterInode;
  private @Nullable Long afterTotals;

  public TotalsCounter(Namespace namespace) {
    this.namespace = namespace;
  }

  /**
   * Goes on for a bounded time.
   *
   * @return directories counted for the first time, or mended
   */
  public long count(LeaderFence fence, long nanosMax) {
    long deadlineNanos = System.nanoTime() + nanosMax;
    boolean counted = isCounted();
    if (counted != (phase == Phase.SAMPLES)) {
      begin(counted ? Phase.SAMPLES : Phase.INODES);
    }
    if (counted) {
      return sample(fence);
    }
    long done = 0;
    while (phase != Phase.SAMPLES && System.nanoTime() - deadlineNanos < 0) {
      done += phase == Phase.INODES ? inodes(fence) : totals(fence);
    }
    return done;
  }

  private void begin(Phase next) {
    phase = next;
    afterInode = null;
    afterTotals = null;
  }

  private boolean isCounted() {
    return namespace
        .runner()
        .run(
            TxOptions.read("read_totals_state"),
            tx ->
                TotalsState.isCounted(
                    tx.get(
                        Tables.CLUSTER_VARIABLES, TotalsState.VARIABLE, LockMode.READ_COMMITTED)));
  }

  /** A page of all inodes. */
  private long inodes(LeaderFence fence) {
    InodeKey after = afterInode;
    List<Inode> page =
        namespace
            .runner()
            .run(
                TxOptions.read("find_directories"),
                tx -> tx.scan(Scan.prefix(Tables.INODES, ROWS_PER_PAGE).after(after)));
    long done =
        count(
            page.stream().filter(i -> i.isDirectory() && !Partitioning.isAway(i)).toList(), fence);
    if (page.size() < ROWS_PER_PAGE) {
      begin(Phase.TOTALS);
    } else {
      afterInode = page.get(page.size() - 1).key();
    }
    return done;
  }

  /** A page of all totals: those that the first pass has missed. */
  private long totals(LeaderFence fence) {
    List<DirectoryTotals> page = totalsPage(ROWS_PER_PAGE);
    long done = count(directories(page.stream().filter(row -> !row.counted()).toList()), fence);
    if (page.size() < ROWS_PER_PAGE) {
      namespace
          .runner()
          .run(
              TxOptions.write("totals_counted"),
              tx -> {
                fence.check(tx);
                TotalsState.counted(tx);
                return true;
              });
      LOG.info("All directories are counted: their totals answer from now on");
      begin(Phase.SAMPLES);
    } else {
      afterTotals = page.get(page.size() - 1).directoryId();
    }
    return done;
  }

  private List<DirectoryTotals> totalsPage(int rows) {
    Long after = afterTotals;
    return namespace
        .runner()
        .run(
            TxOptions.read("read_totals"),
            tx -> tx.scan(Scan.prefix(Tables.DIRECTORY_TOTALS, rows).after(after)));
  }

  private List<Inode> directories(List<DirectoryTotals> rows) {
    return namespace
        .runner()
        .run(
            TxOptions.read("find_directories"),
            tx ->
                rows.stream()
                    .map(row -> InodeRows.find(tx, row.directoryId()))
                    .filter(Objects::nonNull)
                    .filter(row -> !Partitioning.isAway(row))
                    .toList());
  }

  private long sample(LeaderFence fence) {
    List<DirectoryTotals> page = totalsPage(SAMPLES_PER_TURN);
    afterTotals = page.size() < SAMPLES_PER_TURN ? null : page.get(page.size() - 1).directoryId();
    return count(directories(page), fence);
  }

  private long count(List<Inode> directories, LeaderFence fence) {
    long done = 0;
    for (int from = 0; from < directories.size(); from += DIRECTORIES_PER_TRANSACTION) {
      int to = Math.min(directories.size(), from + DIRECTORIES_PER_TRANSACTION);
      done += countSome(directories.subList(from, to), fence);
    }
    return done;
  }

  private long countSome(List<Inode> directories, LeaderFence fence) {
    boolean snapshots = namespace.runner().store().snapshotReads();
    List<DirectoryCount> lacking =
        namespace
            .runner()
            .run(
                TxOptions.read("count_directories"),
                tx ->
                    directories.stream()
                        .map(directory -> DirectoryCount.of(tx, directory, snapshots))
                        .filter(Objects::nonNull)
                        .filter(count -> !count.counted() || !count.isRight())
                        .toList());
    if (lacking.isEmpty()) {
      return 0;
    }
    List<DirectoryCount> written =
        namespace
            .runner()
            .run(
                TxOptions.write("count_directories"),
                tx -> {
                  fence.check(tx);
                  return write(tx, lacking);
                });
    for (DirectoryCount count : written) {
      if (phase == Phase.SAMPLES) {
        namespace.noteDrift();
        LOG.warn(
            "The totals of directory {} were wrong and are mended; they lacked {} in it and {}"
                + " below it",
            count.directory().id(),
            count.own(),
            count.below());
      }
    }
    return written.size();
  }

  /** Locks all inodes before any totals, and each directory before those in it. */
  private List<DirectoryCount> write(Tx tx, List<DirectoryCount> counts) {
    Map<DirectoryCount, Inode> rows = new LinkedHashMap<>();
    InTree tree = new InTree(tx);
    for (DirectoryCount count : topFirst(counts)) {
      Inode row = tx.get(Tables.INODES, count.directory().key(), LockMode.SHARED);
      // What was deleted loses its rows one by one, and no sum needs to follow that.
      if (row != null && row.id() == count.directory().id() && tree.holds(row.parentId())) {
        rows.put(count, row);
      }
    }
    List<DirectoryCount> written = new ArrayList<>(rows.keySet());
    Collections.reverse(written);
    written.forEach(count -> write(tx, count, Objects.requireNonNull(rows.get(count))));
    return written;
  }

  private void write(Tx tx, DirectoryCount count, Inode directory) {
    DirectoryTotals row = TotalsFolder.lockTotals(tx, directory);
    tx.upsert(
        Tables.DIRECTORY_TOTALS,
        new DirectoryTotals(
            directory.id(),
            directory.parentId(),
            directory.storagePolicy(),
            true,
            row.own(),
            row.below()));
    if (!count.isRight()) {
      tx.insert(
          Tables.DIRECTORY_TOTALS_CHANGES,
          new DirectoryTotalsChange(
              directory.id(),
              0,
              namespace.ids().next(IdKind.QUOTA_UPDATE),
              count.own().encoded(),
              count.below().minus(count.own()).encoded()));
    }
  }

  private static List<DirectoryCount> topFirst(List<DirectoryCount> counts) {
    Map<Long, DirectoryCount> left = new LinkedHashMap<>();
    counts.forEach(count -> left.put(count.directory().id(), count));
    List<DirectoryCount> sorted = new ArrayList<>();
    while (!left.isEmpty()) {
      List<DirectoryCount> level =
          left.values().stream()
              .filter(count -> !left.containsKey(count.directory().parentId()))
              .sorted(IN_ORDER_OF_LOCKS)
              .toList();
      sorted.addAll(level);
      // Rows of several moments may name each other as parents.
      boolean circle = level.isEmpty();
      level.forEach(count -> left.remove(count.directory().id()));
      if (circle) {
        sorted.addAll(left.values());
        left.clear();
      }
    }
    return sorted;
  }
}
