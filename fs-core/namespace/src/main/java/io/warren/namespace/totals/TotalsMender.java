package io.warren.namespace.totals;

import io.warren.model.DirectoryTotals;
import io.warren.model.DirectoryTotalsChange;
import io.warren.model.Inode;
import io.warren.namespace.IdKind;
import io.warren.namespace.LeaderFence;
import io.warren.namespace.Namespace;
import io.warren.namespace.TotalsState;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts directories, and adds to their totals what these lack. What a directory lacks stays the
 * same whatever operations do meanwhile, but not when somebody else mends it: whoever writes has
 * the number of all mendings locked, and it must be that from before the count.
 */
final class TotalsMender {
  static final int DIRECTORIES_MAX = 50;
  private static final int ATTEMPTS_MAX = 3;

  private static final Comparator<DirectoryCount> IN_ORDER_OF_LOCKS =
      Comparator.comparing((DirectoryCount count) -> count.directory().parentId())
          .thenComparing(count -> count.directory().name());

  private final Namespace namespace;

  TotalsMender(Namespace namespace) {
    this.namespace = namespace;
  }

  /**
   * Directories as they were counted.
   *
   * @param mendings how many there had been before
   * @param unsure directories that were changing too fast to be counted
   */
  record Counted(long mendings, List<DirectoryCount> counts, List<Inode> unsure) {
    List<DirectoryCount> wrong() {
      return counts.stream().filter(count -> !count.isRight()).toList();
    }

    private List<DirectoryCount> lacking() {
      return counts.stream().filter(count -> !count.counted() || !count.isRight()).toList();
    }
  }

  /** Counts at most {@link #DIRECTORIES_MAX} directories, each as of one moment. */
  Counted count(List<Inode> directories) {
    boolean snapshots = namespace.runner().store().snapshotReads();
    Counted counted =
        namespace
            .runner()
            .run(
                TxOptions.read("count_directories"),
                tx -> {
                  long mendings = TotalsState.mendings(tx, LockMode.SETTLED);
                  List<DirectoryCount> counts = new ArrayList<>();
                  List<Inode> unsure = new ArrayList<>();
                  for (Inode directory : directories) {
                    DirectoryCount count = DirectoryCount.of(tx, directory, snapshots);
                    if (count == null) {
                      unsure.add(directory);
                    } else {
                      counts.add(count);
                    }
                  }
                  return new Counted(mendings, counts, unsure);
                });
    namespace.totalsStats().noteChecked(counted.counts().size());
    return counted;
  }

  /**
   * Those of some directories that are in the tree. What was deleted loses its rows one by one, and
   * never comes back: what is there now was there when it was counted.
   */
  List<DirectoryCount> inTree(List<DirectoryCount> counts) {
    if (counts.isEmpty()) {
      return counts;
    }
    return namespace
        .runner()
        .run(
            TxOptions.read("find_directories"),
            tx -> {
              InTree tree = new InTree(tx);
              return counts.stream()
                  .filter(count -> isIn(tree, InodeRows.find(tx, count.directory().id())))
                  .toList();
            });
  }

  private static boolean isIn(InTree tree, @Nullable Inode row) {
    return row != null && (row.isRoot() || tree.holds(row.parentId()));
  }

  /**
   * Counts directories, and writes what was wrong or not counted before.
   *
   * @return what it wrote; nothing when others went on mending meanwhile
   */
  List<DirectoryCount> mend(List<Inode> directories, LeaderFence fence) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      Counted counted = count(directories);
      if (counted.lacking().isEmpty()) {
        return List.of();
      }
      Optional<List<DirectoryCount>> written =
          namespace.runner().run(TxOptions.write("mend_totals"), tx -> write(tx, counted, fence));
      if (written.isPresent()) {
        return written.get();
      }
    }
    return List.of();
  }

  /** Locks all inodes before any totals, and each directory before those in it. */
  private Optional<List<DirectoryCount>> write(Tx tx, Counted counted, LeaderFence fence) {
    fence.check(tx);
    long mendings = TotalsState.mendings(tx, LockMode.EXCLUSIVE);
    if (mendings != counted.mendings()) {
      return Optional.empty();
    }
    TotalsState.mended(tx, mendings + 1);
    Map<DirectoryCount, Inode> rows = new LinkedHashMap<>();
    InTree tree = new InTree(tx);
    for (DirectoryCount count : topFirst(counted.lacking())) {
      Inode row = tx.get(Tables.INODES, count.directory().key(), LockMode.SHARED);
      // What was deleted loses its rows one by one, and no sum needs to follow that.
      if (row != null && row.id() == count.directory().id() && tree.holds(row.parentId())) {
        rows.put(count, row);
      }
    }
    List<DirectoryCount> written = new ArrayList<>(rows.keySet());
    Collections.reverse(written);
    written.forEach(count -> write(tx, count, Objects.requireNonNull(rows.get(count))));
    return Optional.of(written);
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
