package io.warren.namespace;

import io.warren.model.ClusterVariable;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.Optional;

/**
 * An import that fills a store which several processes may have open. The row is there from before
 * the first imported row until after the last one: nobody serves a store that has it.
 */
public final class UnfinishedImport {
  private static final String CLAIM = "unfinished_import";
  private static final String BEATS = "unfinished_import_beats";
  private static final int FIELDS = 2;

  private UnfinishedImport() {}

  /**
   * Who fills a store.
   *
   * @param token of this run alone, without spaces
   * @param image as it is told
   */
  public record Claim(String token, String image) {}

  /** Whether a variable is of an import that has not ended. */
  public static boolean isOf(ClusterVariable variable) {
    return variable.name().equals(CLAIM) || variable.name().equals(BEATS);
  }

  /** Who fills the store, or did when it was broken off; none in any other store. */
  public static Optional<Claim> claim(Tx tx, LockMode lock) {
    ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, CLAIM, lock);
    if (row == null) {
      return Optional.empty();
    }
    String[] fields = row.value().split(" ", FIELDS);
    return Optional.of(new Claim(fields[0], fields[1]));
  }

  /**
   * Claims a store that nobody has claimed.
   *
   * @throws io.warren.store.StoreException with code ROW_EXISTS when somebody has
   */
  public static void begin(Tx tx, Claim claim) {
    tx.insert(Tables.CLUSTER_VARIABLES, row(claim));
    beat(tx, 0);
  }

  /** Claims a store in place of another import, whose row the transaction has locked. */
  public static void takeOver(Tx tx, Claim claim) {
    tx.update(Tables.CLUSTER_VARIABLES, row(claim));
    beat(tx, 0);
  }

  private static ClusterVariable row(Claim claim) {
    return new ClusterVariable(CLAIM, claim.token() + " " + claim.image());
  }

  /** Tells others that the import goes on: the number rises while it does. */
  public static void beat(Tx tx, long beats) {
    tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(BEATS, Long.toString(beats)));
  }

  /** What {@link #beat} told last. */
  public static long beats(Tx tx) {
    ClusterVariable row = tx.get(Tables.CLUSTER_VARIABLES, BEATS, LockMode.READ_COMMITTED);
    return row == null ? 0 : Long.parseLong(row.value());
  }

  /** The store is whole, or has nothing of an import. */
  public static void end(Tx tx) {
    tx.delete(Tables.CLUSTER_VARIABLES, CLAIM);
  }

  /** Forgets what {@link #beat} told, once nobody needs it. */
  public static void still(Tx tx) {
    tx.delete(Tables.CLUSTER_VARIABLES, BEATS);
  }
}
