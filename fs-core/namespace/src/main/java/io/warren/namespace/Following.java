package io.warren.namespace;

import io.warren.model.ClusterVariable;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the store knows of the file system that it was imported from: how far it has that one's
 * changes, and, while it follows it, where they are read. The position is written in the
 * transactions that apply changes, so each is applied exactly once, whatever dies when.
 */
public final class Following {
  private static final String POSITION = "followed_position";
  private static final String SOURCE = "followed_source";
  private static final String PASSED = "followed_passing";
  private static final String PAUSED = "followed_paused";
  private static final String TAKEN_OVER = "taken_over";
  private static final String TAKEN_OVER_SOURCE = "taken_over_source";
  private static final String TAKEN_OVER_PASSED = "taken_over_passing";

  /**
   * Namenodes number changes before these are on any disk, and tell datanodes the number; what is
   * lost with its namenode was acknowledged to nobody, and is no more than calls go on at once.
   */
  private static final long UNWRITTEN_MAX = 1_000;

  /** More leaders than a file system ever has; each claims datanodes with a number of its own. */
  private static final long LEADERS_MAX = 1_000_000;

  private static final int FIELDS = 3;
  private static final int TAKEN_OVER_FIELDS = 4;

  private Following() {}

  /**
   * How far the changes are in the store.
   *
   * @param transactionId of the last one
   * @param segmentStart the first transaction of the segment that it was read from; 0 when it came
   *     with an image
   * @param feedHead the newest change of this store's own feed when it was imported
   */
  public record Position(long transactionId, long segmentStart, long feedHead) {
    /** The same, further on. */
    public Position at(long transaction, long segment) {
      return new Position(transaction, segment, feedHead);
    }
  }

  /**
   * Where changes are read.
   *
   * @param location as the operator gave it
   * @param passing names of kinds of changes that are passed over
   */
  public record Source(String location, Set<String> passing) {
    public Source {
      passing = Set.copyOf(passing);
    }
  }

  /**
   * Where a file system has become one of its own that was taken over from another one.
   *
   * @param position the other one's last change, and this store's own newest one then
   * @param importedFeedHead this store's newest change when it was imported
   * @param source where changes were read
   */
  public record TakenOver(Position position, long importedFeedHead, Source source) {}

  /** The position; none in a store that was not imported. */
  public static Optional<Position> position(Tx tx, LockMode lock) {
    ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, POSITION, lock);
    if (row == null) {
      return Optional.empty();
    }
    List<String> fields = List.of(row.value().split(" ", FIELDS));
    return Optional.of(
        new Position(
            Long.parseLong(fields.get(0)),
            Long.parseLong(fields.get(1)),
            Long.parseLong(fields.get(2))));
  }

  /** Sets the position. */
  public static void moveTo(Tx tx, Position position) {
    tx.upsert(
        Tables.CLUSTER_VARIABLES,
        new ClusterVariable(
            POSITION,
            position.transactionId() + " " + position.segmentStart() + " " + position.feedHead()));
  }

  /** What is followed; none when nothing is. */
  public static Optional<Source> source(Tx tx) {
    return source(tx, SOURCE, PASSED);
  }

  private static Optional<Source> source(Tx tx, String locationName, String passedName) {
    ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, locationName, LockMode.READ_COMMITTED);
    if (row == null) {
      return Optional.empty();
    }
    ClusterVariable passed = tx.get(Tables.CLUSTER_VARIABLES, passedName, LockMode.READ_COMMITTED);
    String passing = passed == null ? "" : passed.value();
    return Optional.of(
        new Source(row.value(), passing.isEmpty() ? Set.of() : Set.of(passing.split(","))));
  }

  /** From the next start on the file system follows another one and is read only. */
  public static void begin(Tx tx, Source source) {
    tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(SOURCE, source.location()));
    tx.upsert(
        Tables.CLUSTER_VARIABLES,
        new ClusterVariable(PASSED, String.join(",", new TreeSet<>(source.passing()))));
    tx.delete(Tables.CLUSTER_VARIABLES, PAUSED);
  }

  /** Whether changes are left where they are, for the time being. */
  public static boolean isPaused(Tx tx) {
    return tx.get(Tables.CLUSTER_VARIABLES, PAUSED, LockMode.READ_COMMITTED) != null;
  }

  /** Leaves changes where they are, or goes on with them. Without effect where that is so. */
  public static void pause(Tx tx, boolean paused) {
    if (paused) {
      tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(PAUSED, ""));
    } else {
      tx.delete(Tables.CLUSTER_VARIABLES, PAUSED);
    }
  }

  /** From the next start on the file system is one of its own; it can't follow any more. */
  public static void end(Tx tx) {
    tx.delete(Tables.CLUSTER_VARIABLES, SOURCE);
    tx.delete(Tables.CLUSTER_VARIABLES, PASSED);
    tx.delete(Tables.CLUSTER_VARIABLES, PAUSED);
    tx.delete(Tables.CLUSTER_VARIABLES, POSITION);
  }

  /** As {@link #end}, and can be taken back. */
  public static void takeOver(Tx tx, TakenOver from) {
    end(tx);
    Position position = from.position();
    set(
        tx,
        TAKEN_OVER,
        position.transactionId()
            + " "
            + position.segmentStart()
            + " "
            + position.feedHead()
            + " "
            + from.importedFeedHead());
    set(tx, TAKEN_OVER_SOURCE, from.source().location());
    set(tx, TAKEN_OVER_PASSED, String.join(",", new TreeSet<>(from.source().passing())));
  }

  private static void set(Tx tx, String name, String value) {
    tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(name, value));
  }

  /** Where it was taken over; none of a file system that was not. */
  public static Optional<TakenOver> takenOver(Tx tx) {
    ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, TAKEN_OVER, LockMode.READ_COMMITTED);
    Optional<Source> source = source(tx, TAKEN_OVER_SOURCE, TAKEN_OVER_PASSED);
    if (row == null || source.isEmpty()) {
      return Optional.empty();
    }
    List<String> fields = List.of(row.value().split(" ", TAKEN_OVER_FIELDS));
    Position position =
        new Position(
            Long.parseLong(fields.get(0)),
            Long.parseLong(fields.get(1)),
            Long.parseLong(fields.get(2)));
    return Optional.of(new TakenOver(position, Long.parseLong(fields.get(3)), source.get()));
  }

  /**
   * A datanode obeys whoever claims it with the greatest number it has heard, and keeps that until
   * it is restarted. A stock namenode's is that of its last change.
   *
   * @return no less than any by which the old namenodes can have claimed it; 0 of a file system
   *     that was not taken over
   */
  public static long claimsBehind(Tx tx) {
    return takenOver(tx).map(each -> each.position().transactionId() + UNWRITTEN_MAX).orElse(0L);
  }

  /** No less than any by which datanodes can have been claimed for what was taken over. */
  public static long claimsMax(TakenOver from) {
    return from.position().transactionId() + UNWRITTEN_MAX + LEADERS_MAX;
  }

  /** From the next start on the file system follows the other one again. */
  public static void takeBack(Tx tx, TakenOver from) {
    Position position = from.position();
    moveTo(
        tx,
        new Position(position.transactionId(), position.segmentStart(), from.importedFeedHead()));
    begin(tx, from.source());
    tx.delete(Tables.CLUSTER_VARIABLES, TAKEN_OVER);
    tx.delete(Tables.CLUSTER_VARIABLES, TAKEN_OVER_SOURCE);
    tx.delete(Tables.CLUSTER_VARIABLES, TAKEN_OVER_PASSED);
  }
}
