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
  private static final int FIELDS = 3;

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
    ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, SOURCE, LockMode.READ_COMMITTED);
    if (row == null) {
      return Optional.empty();
    }
    ClusterVariable passed = tx.get(Tables.CLUSTER_VARIABLES, PASSED, LockMode.READ_COMMITTED);
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
  }

  /** From the next start on the file system is one of its own; it can't follow any more. */
  public static void end(Tx tx) {
    tx.delete(Tables.CLUSTER_VARIABLES, SOURCE);
    tx.delete(Tables.CLUSTER_VARIABLES, PASSED);
    tx.delete(Tables.CLUSTER_VARIABLES, POSITION);
  }
}
