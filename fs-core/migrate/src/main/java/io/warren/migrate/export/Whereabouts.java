package io.warren.migrate.export;

import io.warren.migrate.export.History.Moment;
import io.warren.migrate.export.History.Stay;
import io.warren.model.Inode;
import io.warren.model.InodeForm;
import io.warren.namespace.Partitioning;
import io.warren.namespace.SnapshotScopes;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells which snapshots show an inode, and what and where it was there. A former row says for which
 * numbers it holds, and numbers are of all directories together: a snapshot shows an inode when it
 * shows all directories above it, up to the one that it is of. Used by one thread.
 */
final class Whereabouts {
  private static final TxOptions READ = TxOptions.read("export_former_rows");
  private static final int DIRECTORIES_MAX = 10_000;

  /** No tree is deeper. */
  private static final int DEPTH_MAX = 4_096;

  /**
   * Where a directory is.
   *
   * @param shown the snapshots that show it
   * @param inTree whether it is in the present tree
   */
  record Where(Numbers shown, boolean inTree) {
    /** In the present tree, and in no snapshot. */
    static final Where PRESENT = new Where(Numbers.NONE, true);

    private static final Where NOWHERE = new Where(Numbers.NONE, false);
  }

  /**
   * The rows of an inode.
   *
   * @param base its row in the present tree or in a deleted one; null when it is kept for former
   *     rows alone
   */
  private record Rows(@Nullable Inode base, List<InodeForm> forms, boolean inDatabase) {}

  private final TransactionRunner runner;
  private final StoredSnapshots snapshots;
  private final Map<Long, Where> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Where> eldest) {
          return size() > DIRECTORIES_MAX;
        }
      };

  Whereabouts(TransactionRunner runner, StoredSnapshots snapshots) {
    this.runner = runner;
    this.snapshots = snapshots;
  }

  /** Notes what is known of a directory. */
  void note(long directoryId, Where where) {
    known.put(directoryId, where);
  }

  /** Where a directory is. */
  Where of(long directoryId) {
    Where found = known.get(directoryId);
    if (found == null) {
      found = reach(directoryId, 0, Long.MAX_VALUE, 0);
      known.put(directoryId, found);
    }
    return found;
  }

  /** As {@link #of}, of the snapshots above a number up to another one. */
  private Where reach(long directoryId, long above, long upTo, int depth) {
    if (directoryId == 0) {
      return Where.NOWHERE;
    }
    Where found = known.get(directoryId);
    if (found != null) {
      return new Where(found.shown().within(above, upTo), found.inTree());
    }
    if (depth > DEPTH_MAX) {
      throw new ExportException("The store's directories do not lead to the root")
          .with("directoryId", directoryId);
    }
    Rows rows = rows(directoryId);
    Numbers shown = snapshots.of(directoryId).within(above, upTo);
    for (InodeForm form : rows.forms()) {
      long begin = Math.max(above, form.row().sinceSnapshot());
      long end = Math.min(upTo, form.untilSnapshot());
      if (begin < end) {
        shown = shown.and(reach(form.row().parentId(), begin, end, depth + 1).shown());
      }
    }
    Inode base = rows.base();
    if (base == null) {
      return new Where(shown, false);
    }
    long begin = Math.max(above, base.sinceSnapshot());
    Where parent = reach(base.parentId(), Math.min(begin, upTo), upTo, depth + 1);
    return new Where(shown.and(parent.shown()), base.isRoot() || parent.inTree());
  }

  private Rows rows(long inodeId) {
    return runner.run(
        READ,
        tx -> {
          Inode found = InodeRows.find(tx, inodeId);
          Inode base = found == null || Partitioning.isAway(found) ? null : found;
          List<InodeForm> forms = SnapshotScopes.forms(tx, inodeId, LockMode.READ_COMMITTED);
          return new Rows(base, forms, found != null && found.inDatabase());
        });
  }

  /** What an inode was and where. */
  History history(long inodeId) {
    Rows rows = rows(inodeId);
    Numbers own = snapshots.of(inodeId);
    List<Moment> moments = new ArrayList<>();
    for (InodeForm form : rows.forms()) {
      Inode row = form.row();
      Numbers shown = of(row.parentId()).shown().and(own);
      add(moments, row, shown.within(row.sinceSnapshot(), form.untilSnapshot()));
    }
    moments.sort(Comparator.comparingLong(moment -> moment.numbers().first()));
    Inode base = rows.base();
    boolean inTree = false;
    if (base != null) {
      Where parent = base.isRoot() ? Where.PRESENT : of(base.parentId());
      Moment last = new Moment(base, parent.shown().and(own).above(base.sinceSnapshot()));
      inTree = parent.inTree();
      if (inTree || !last.numbers().isEmpty()) {
        moments.add(last);
      }
    }
    requireOrder(moments);
    return new History(moments, stays(moments), inTree, rows.inDatabase());
  }

  private static void add(List<Moment> moments, Inode row, Numbers numbers) {
    if (!numbers.isEmpty()) {
      moments.add(new Moment(row, numbers));
    }
  }

  /** An inode that was two at once can't be told to a NameNode. */
  private static void requireOrder(List<Moment> moments) {
    long last = 0;
    for (Moment moment : moments) {
      Numbers numbers = moment.numbers();
      if (!numbers.isEmpty() && numbers.first() <= last) {
        throw new ExportException("A snapshot of the store shows an inode twice")
            .with("inodeId", moment.row().id())
            .with("snapshot", last);
      }
      last = numbers.isEmpty() ? last : numbers.last();
    }
  }

  private List<Stay> stays(List<Moment> moments) {
    List<Stay> stays = new ArrayList<>();
    for (Moment moment : moments) {
      Inode row = moment.row();
      Numbers numbers = moment.numbers();
      long first = numbers.isEmpty() ? Stay.NEVER : numbers.first();
      long last = numbers.isEmpty() ? 0 : numbers.last();
      Stay before = stays.isEmpty() ? null : stays.get(stays.size() - 1);
      if (before != null && goesOn(before, row, first)) {
        stays.set(
            stays.size() - 1,
            new Stay(
                before.parentId(),
                before.name(),
                before.first(),
                Math.max(before.last(), last),
                before.came()));
      } else {
        long came = before == null ? row.sinceSnapshot() : before.last();
        stays.add(
            new Stay(row.parentId(), row.name(), first, last, Math.max(came, row.sinceSnapshot())));
      }
    }
    return stays;
  }

  /** Whether a row is of the same stay: at that place, and no snapshot between has it not there. */
  private boolean goesOn(Stay before, Inode row, long first) {
    return before.parentId() == row.parentId()
        && before.name().equals(row.name())
        && of(row.parentId()).shown().within(before.last(), first - 1).isEmpty();
  }
}
