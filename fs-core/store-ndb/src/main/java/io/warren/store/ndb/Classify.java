package io.warren.store.ndb;

import com.mysql.ndbjtie.ndbapi.NdbErrorConst;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;

/**
 * One mapping from errors of the NDB API to store errors. The API classifies its errors itself; the
 * numbers are for those whose class says too little (ndb_perror lists them).
 */
final class Classify {
  /** The fact with the API's error number. */
  static final String ERROR_FACT = "ndbError";

  /** The row to insert exists. */
  static final int ROW_EXISTS = 630;

  /** Another row has this value of a unique index. */
  static final int UNIQUE_EXISTS = 893;

  /** There is no such row. */
  static final int NO_ROW = 626;

  private static final int SHUTTING_DOWN = 281;
  private static final int CLUSTER_FAILURE = 4009;
  private static final int CLUSTER_UNAVAILABLE = 4035;

  private Classify() {}

  /** The store error for an error of the API outside of a commit. */
  static StoreException error(NdbErrorConst error) {
    return exception(code(error, false), error);
  }

  /** The store error for an error during a commit. */
  static StoreException commitError(NdbErrorConst error) {
    return exception(code(error, true), error);
  }

  /**
   * Whether a connection that saw this error must be replaced. Once no data node is left, the API
   * connects again only after its tables and sessions are freed.
   */
  static boolean needsNewConnection(StoreException e) {
    // The tables were made anew, or the cluster was: the catalog must be read again.
    return e.code() == Code.FOREIGN
        || Integer.valueOf(CLUSTER_FAILURE).equals(e.facts().get(ERROR_FACT))
        || Integer.valueOf(CLUSTER_UNAVAILABLE).equals(e.facts().get(ERROR_FACT));
  }

  private static Code code(NdbErrorConst error, boolean committing) {
    switch (error.code()) {
      case ROW_EXISTS, UNIQUE_EXISTS:
        return Code.ROW_EXISTS;
      case NO_ROW:
        return Code.ROW_MISSING;
      case SHUTTING_DOWN, CLUSTER_FAILURE, CLUSTER_UNAVAILABLE:
        return committing ? Code.COMMIT_UNKNOWN : Code.UNAVAILABLE;
      default:
        break;
    }
    if (error.status() == NdbErrorConst.Status.UnknownResult) {
      return committing ? Code.COMMIT_UNKNOWN : Code.UNAVAILABLE;
    }
    return switch (error.classification()) {
      case NdbErrorConst.Classification.TimeoutExpired -> Code.LOCK_TIMEOUT;
      case NdbErrorConst.Classification.InsufficientSpace -> Code.FULL;
      case NdbErrorConst.Classification.SchemaError,
          NdbErrorConst.Classification.SchemaObjectExists ->
          Code.FOREIGN;
      case NdbErrorConst.Classification.ConstraintViolation -> Code.ROW_EXISTS;
      case NdbErrorConst.Classification.NoDataFound -> Code.ROW_MISSING;
      default ->
          error.status() == NdbErrorConst.Status.TemporaryError ? Code.UNAVAILABLE : Code.CORRUPT;
    };
  }

  private static StoreException exception(Code code, NdbErrorConst error) {
    String title =
        switch (code) {
          case LOCK_TIMEOUT -> "A row lock was not granted in time";
          case UNAVAILABLE -> "The NDB cluster did not answer, or is busy";
          case COMMIT_UNKNOWN -> "The NDB cluster was lost during a commit";
          case ROW_EXISTS -> "The row to insert exists";
          case ROW_MISSING -> "The row to update does not exist";
          case FULL -> "The NDB cluster is full: give it more DataMemory or disk, or delete";
          case FOREIGN -> "The tables in the NDB cluster have changed: run `bin/warren ndb status`";
          default -> "The NDB cluster refused an operation";
        };
    return new StoreException(code, title)
        .with(ERROR_FACT, error.code())
        .with("ndbMessage", String.valueOf(error.message()));
  }
}
