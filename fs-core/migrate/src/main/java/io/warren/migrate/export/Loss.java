package io.warren.migrate.export;

/** What a stock NameNode can't be given, or not as it is. */
public enum Loss {
  SMALL_FILE(
      "small files",
      "Its bytes are rows of the database and no blocks: the file is missing in the image"),
  LENGTH(
      "lengths of files",
      "The store has no blocks for all of its bytes: it will be as long as its blocks"),
  SYMLINK(
      "former symbolic links",
      "A stock NameNode does not hold what a link was: in the snapshot it is another link, with an"
          + " id of its own"),
  SNAPSHOT_TIME(
      "times of directories in their own snapshots",
      "A stock NameNode has one time for both: it will be the one when the snapshot was taken"),
  STORAGE_POLICY(
      "storage policies", "Only Warren has this storage policy: it is not set in the image"),
  TRUNCATION(
      "truncations",
      "Datanodes have not cut its last block yet: the file will have its former length again"),
  COPY_OF_BLOCK(
      "copies of blocks",
      "Datanodes have not made its last block from the one that was truncated: the block will be"
          + " missing"),
  DIRECTORY_ACCESS_TIME(
      "access times of directories", "An image keeps access times of files alone: it will be 0"),
  DELEGATION_TOKEN(
      "delegation tokens", "Tokens and their keys are not taken: their holders need new ones");

  private final String what;
  private final String reason;

  Loss(String what, String reason) {
    this.what = what;
    this.reason = reason;
  }

  /** The kind in words, of which there may be many. */
  public String what() {
    return what;
  }

  /** Why, and what becomes of it. */
  public String reason() {
    return reason;
  }
}
