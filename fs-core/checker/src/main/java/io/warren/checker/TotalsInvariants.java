package io.warren.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.DirectoryTotals;
import io.warren.model.Inode;
import io.warren.namespace.Tally;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The totals of every directory are what the rows in it and below it count. */
final class TotalsInvariants {
  private final Rows rows;
  private final Map<Long, DirectoryTotals> kept = new HashMap<>();

  private TotalsInvariants(Rows rows) {
    this.rows = rows;
    rows.all(Tables.DIRECTORY_TOTALS).forEach(row -> kept.put(row.directoryId(), row));
  }

  /** Checks; all changes must have been added. */
  static void check(Rows rows) {
    assertThat(rows.all(Tables.DIRECTORY_TOTALS_CHANGES)).as("changes to add to totals").isEmpty();
    TotalsInvariants now = new TotalsInvariants(rows);
    now.below(Objects.requireNonNull(rows.byId.get(Inode.ROOT_ID)));
    now.kept.values().removeIf(row -> now.isKeptBySnapshots(row.directoryId()));
    assertThat(now.kept.keySet()).as("totals of directories that are not there").isEmpty();
  }

  /** Directories below one that only snapshots hold keep totals until they are freed. */
  private boolean isKeptBySnapshots(long directoryId) {
    Inode inode = rows.byId.get(directoryId);
    while (inode != null && !inode.isRoot()) {
      if (inode.parentId() == Inode.RETAINED_ID) {
        return true;
      }
      inode = rows.byId.get(inode.parentId());
    }
    return false;
  }

  private Tally below(Inode directory) {
    Tally own = Tally.NOTHING;
    Tally below = Tally.NOTHING;
    for (Inode child : rows.children.getOrDefault(directory.id(), new TreeMap<>()).values()) {
      own = own.plus(Tally.of(child));
      if (child.isDirectory()) {
        below = below.plus(below(child).inheriting(child.storagePolicy()));
      }
    }
    below = below.plus(own);
    DirectoryTotals row = kept.remove(directory.id());
    assertThat(row).as("totals of %s", directory).isNotNull();
    if (row != null) {
      assertThat(row.counted()).as("totals of %s are counted", directory).isTrue();
      assertThat(row.parentId())
          .as("parent in totals of %s", directory)
          .isEqualTo(directory.parentId());
      assertThat(row.storagePolicy())
          .as("policy in totals of %s", directory)
          .isEqualTo(directory.storagePolicy());
      assertThat(Tally.decoded(row.own())).as("in %s", directory).isEqualTo(own);
      assertThat(Tally.decoded(row.below())).as("below %s", directory).isEqualTo(below);
    }
    return below;
  }
}
