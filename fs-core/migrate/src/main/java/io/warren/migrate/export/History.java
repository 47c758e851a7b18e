package io.warren.migrate.export;

import io.warren.model.Inode;
import io.warren.model.Name;
import java.util.ArrayList;
import java.util.List;

/**
 * What an inode was and where, as far as snapshots that are left show it.
 *
 * @param moments what it was, oldest first; the last one is what the image says of the inode itself
 * @param stays where it was, oldest first
 * @param inTree whether it is in the present tree, where its last stay goes on
 * @param inDatabase whether the bytes of the file are rows of the database
 */
record History(List<Moment> moments, List<Stay> stays, boolean inTree, boolean inDatabase) {
  /**
   * An inode as some snapshots show it.
   *
   * @param numbers of these snapshots; none when it is like that since the last one
   */
  record Moment(Inode row, Numbers numbers) {
    boolean covers(long number) {
      return !numbers.isEmpty() && numbers.first() <= number && number <= numbers.last();
    }
  }

  /**
   * An inode at one place, all the time from one snapshot to another one.
   *
   * @param first the oldest snapshot that has it there; {@link #NEVER} for none
   * @param last the newest one; 0 for none
   * @param came after which snapshot of its directories it got there, at the latest
   */
  record Stay(long parentId, Name name, long first, long last, long came) {
    static final long NEVER = Long.MAX_VALUE;
  }

  History {
    moments = List.copyOf(moments);
    stays = List.copyOf(stays);
  }

  /** Of an inode that was one thing at one place. */
  static History alone(Moment moment, boolean inTree) {
    Inode row = moment.row();
    Numbers numbers = moment.numbers();
    boolean seen = !numbers.isEmpty();
    Stay stay =
        new Stay(
            row.parentId(),
            row.name(),
            seen ? numbers.first() : Stay.NEVER,
            seen ? numbers.last() : 0,
            row.sinceSnapshot());
    return new History(List.of(moment), List.of(stay), inTree, false);
  }

  /** Whether no snapshot shows it, and it is not there. */
  boolean isNowhere() {
    return moments.isEmpty();
  }

  /** Whether it was at several places, so that directories hold it by reference. */
  boolean isMoved() {
    return stays.size() > 1;
  }

  Moment lastMoment() {
    return moments.get(moments.size() - 1);
  }

  Stay lastStay() {
    return stays.get(stays.size() - 1);
  }

  /**
   * The newest snapshot that shows it; {@link SnapshotPaths#PRESENT} when the present tree does.
   */
  long lastNumber() {
    return inTree ? SnapshotPaths.PRESENT : lastStay().last();
  }

  boolean isLast(Stay stay) {
    return stay.equals(lastStay());
  }

  /** What the inode was in a snapshot that shows it. */
  Moment at(long number) {
    for (Moment moment : moments) {
      if (moment.covers(number)) {
        return moment;
      }
    }
    throw new ExportException("A snapshot of the store shows an inode of which it has no row")
        .with("inodeId", lastMoment().row().id())
        .with("snapshot", number);
  }

  /** The snapshots after which it became another one, oldest first. */
  List<Long> changes() {
    List<Long> changes = new ArrayList<>();
    for (Moment moment : moments.subList(0, moments.size() - 1)) {
      changes.add(moment.numbers().last());
    }
    return changes;
  }
}
