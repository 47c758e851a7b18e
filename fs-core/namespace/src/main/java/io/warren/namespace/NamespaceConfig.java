package io.warren.namespace;

import java.time.Duration;

/**
 * Settings of the namespace.
 *
 * @param superuserName owner of a newly formatted root directory
 * @param supergroupName group of a newly formatted root directory
 * @param retryCacheTtl how long an at-most-once answer is kept
 * @param hintsMax greatest number of entries in the hint cache
 * @param viewsBytesMax what remembered directories may take in memory; 0 to remember none
 * @param parentMtimeGranularity a directory's modification time is at most this much older than the
 *     last change of its children: it is written at most once in this time, so that a busy
 *     directory is neither a lock convoy nor a flood of changes
 * @param hashedLevels levels of directories from the root on whose children are spread over
 *     partitions by their names; the root's level is always among them. Decides for directories
 *     made from now on
 */
public record NamespaceConfig(
    String superuserName,
    String supergroupName,
    Duration retryCacheTtl,
    long hintsMax,
    long viewsBytesMax,
    Duration parentMtimeGranularity,
    int hashedLevels) {
  /** The root and the directories in it. */
  public static final int HASHED_LEVELS_DEFAULT = 2;

  /** Some 150,000 directories. */
  public static final long VIEWS_BYTES_MAX_DEFAULT = 64L << 20;

  public static NamespaceConfig defaults(String superuserName) {
    return new NamespaceConfig(
        superuserName,
        "supergroup",
        Duration.ofMinutes(10),
        500_000,
        VIEWS_BYTES_MAX_DEFAULT,
        Duration.ofSeconds(1),
        HASHED_LEVELS_DEFAULT);
  }
}
