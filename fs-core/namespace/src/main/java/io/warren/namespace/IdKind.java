package io.warren.namespace;

import java.util.Locale;

/** What the ranges of {@link IdAllocator} number. */
public enum IdKind {
  /**
   * Above the reserved ids (root 1, detached subtrees 2, retained ones 3), as HDFS numbers its
   * inodes.
   */
  INODE(16_386, 1_000, 1L << 34),
  BLOCK(1_073_741_825L, 1_000, 1L << 40),
  BLOCK_GROUP(1, 1_000, 1L << 40),
  GENERATION_STAMP(1_001, 1_000, 1L << 40),
  QUOTA_UPDATE(1, 10_000),
  STORAGE(1, 1),
  USER(1, 1),
  GROUP(1, 1),
  NAMENODE(1, 1),
  SNAPSHOT(1, 1),
  /** Given inside the event's own transaction, so that events are numbered as they commit. */
  CLUSTER_EVENT(1, 1),
  TOKEN_KEY(1, 1),
  DELEGATION_TOKEN(1, 1);

  private final long firstId;
  private final int rangeSize;
  private final long copyAhead;

  /** Of a kind that nobody outside the store knows. */
  IdKind(long firstId, int rangeSize) {
    this(firstId, rangeSize, 0);
  }

  IdKind(long firstId, int rangeSize, long copyAhead) {
    this.firstId = firstId;
    this.rangeSize = rangeSize;
    this.copyAhead = copyAhead;
  }

  /** Key of the row in id_ranges. */
  public String stored() {
    return name().toLowerCase(Locale.ROOT);
  }

  public long firstId() {
    return firstId;
  }

  /** How many numbers a namenode takes at once. */
  public int rangeSize() {
    return rangeSize;
  }

  /**
   * How many numbers are left out when the store is restored from a backup: more than any cluster
   * takes between the two where datanodes and clients know the numbers, and 0 where all who know
   * them are rows of the same store. Blocks stay below 2^53, which every reader of JSON knows
   * exactly, and inodes below 2^44, the greatest that the id of a small file's block can name, for
   * a thousand restores.
   */
  long copyAhead() {
    return copyAhead;
  }
}
