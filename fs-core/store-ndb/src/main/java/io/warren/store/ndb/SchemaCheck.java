package io.warren.store.ndb;

import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import java.util.List;

/** Whether the cluster's schema is the one that this version works with. */
final class SchemaCheck {
  /** The greatest number in the schema folder. */
  static final int VERSION = 24;

  private SchemaCheck() {}

  /** The scan that finds the applied versions. */
  static Scan<Integer, SchemaVersion> applied() {
    return Scan.prefix(FeedTables.SCHEMA_VERSIONS, 1_000);
  }

  /** The record of versions is not there at all. */
  static StoreException missing(String database) {
    return new StoreException(
            Code.FOREIGN, "The database has no metadata tables: run `bin/warren ndb init`")
        .with("database", database);
  }

  /**
   * Compares.
   *
   * @throws StoreException with code FOREIGN that says which command to run
   */
  static void check(String database, List<SchemaVersion> applied) {
    int found = applied.stream().mapToInt(SchemaVersion::version).max().orElse(0);
    if (found == 0) {
      throw missing(database);
    }
    if (found < VERSION) {
      throw versions(
          "The metadata tables are of an older version: run `bin/warren ndb upgrade`",
          database,
          found);
    }
    if (found > VERSION) {
      throw versions(
          "The metadata tables are of a newer version: start that version of Warren",
          database,
          found);
    }
  }

  private static StoreException versions(String message, String database, int found) {
    return new StoreException(Code.FOREIGN, message)
        .with("database", database)
        .with("found", found)
        .with("needed", VERSION);
  }
}
