package io.warren.bench.mix;

/**
 * An operation of the mix with its share, in hundredths of a percent, of the operations that a
 * Spotify cluster's namenode served (HopsFS, FAST'17, table 1, as hammer-bench splits it).
 */
public enum MixOperation {
  READ("read", 6873),
  STAT_FILE("stat_file", 1304),
  LIST_DIRECTORY("list_directory", 852),
  STAT_DIRECTORY("stat_directory", 396),
  CREATE("create", 270),
  RENAME("rename", 130),
  DELETE("delete", 75),
  LIST_FILE("list_file", 49),
  CHOWN_DIRECTORY("chown_directory", 32),
  SET_REPLICATION("set_replication", 14),
  CHMOD_FILE("chmod_file", 2),
  MKDIR("mkdir", 2),
  CHMOD_DIRECTORY("chmod_directory", 1);

  /** What the shares add up to. */
  static final int SHARES = 10_000;

  private final String label;
  private final int share;

  MixOperation(String label, int share) {
    this.label = label;
    this.share = share;
  }

  /** Name in reports. */
  public String label() {
    return label;
  }

  int share() {
    return share;
  }
}
