package io.warren.namespace.totals;

import io.warren.model.DirectoryTotals;
import io.warren.model.Inode;
import io.warren.model.InodeKey;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.Partitioning;
import io.warren.namespace.TotalsState;
import io.warren.store.InodeRows;
import io.warren.store.Scan;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.List;
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
  private static final int SAMPLES_PER_TURN = 20;

  private enum Phase {
    INODES,
    TOTALS,
    SAMPLES
  }

  private final Namespace namespace;
  private final TotalsMender mender;
  private Phase phase = Phase.INODES;
  private @Nullable InodeKey afterInode;
  private @Nullable Long afterTotals;
  private long inodesPassed;

  public TotalsCounter(Namespace namespace) {
    this.namespace = namespace;
    this.mender = new TotalsMender(namespace);
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
      namespace.totalsStats().notePassed(0);
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
    if (next != Phase.TOTALS) {
      inodesPassed = 0;
    }
  }

  private boolean isCounted() {
    return namespace.runner().run(TxOptions.read("read_totals_state"), TotalsState::isCounted);
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
    inodesPassed += page.size();
    namespace.totalsStats().notePassed(inodesPassed);
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
    for (int from = 0; from < directories.size(); from += TotalsMender.DIRECTORIES_MAX) {
      int to = Math.min(directories.size(), from + TotalsMender.DIRECTORIES_MAX);
      done += countSome(directories.subList(from, to), fence);
    }
    return done;
  }

  private long countSome(List<Inode> directories, LeaderFence fence) {
    List<DirectoryCount> written = mender.mend(directories, fence);
    for (DirectoryCount count : written) {
      if (phase == Phase.SAMPLES) {
        namespace.totalsStats().noteMended();
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
}
