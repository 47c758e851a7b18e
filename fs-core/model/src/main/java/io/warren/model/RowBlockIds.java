package io.warren.model;

/**
 * Ids of blocks that do not exist: a file whose bytes are rows is told to stock clients as one
 * block that any datanode can make from the rows. The id names the inode and the version of its
 * rows, so that a datanode never takes kept bytes for those of another version. No block has such
 * an id: they are numbered from 2^30.
 */
public final class RowBlockIds {
  private static final long MARK = 1L << 62;
  private static final int VERSION_SHIFT = 44;
  private static final int VERSION_MASK = (1 << (62 - VERSION_SHIFT)) - 1;
  private static final long INODE_MASK = (1L << VERSION_SHIFT) - 1;

  private RowBlockIds() {}

  /** Whether this is such an id. */
  public static boolean isOne(long blockId) {
    return blockId >= MARK;
  }

  /**
   * The id for a version of a file's rows.
   *
   * @param version of the rows, of which the last 18 bits are told
   */
  public static long of(long inodeId, int version) {
    if (inodeId <= 0 || inodeId > INODE_MASK) {
      throw new IllegalArgumentException("An inode's id does not fit into a block's: " + inodeId);
    }
    return MARK | (long) (version & VERSION_MASK) << VERSION_SHIFT | inodeId;
  }

  public static long inodeId(long blockId) {
    return blockId & INODE_MASK;
  }

  /**
   * The generation stamp that goes with an id: it says nothing that the id doesn't, so that who has
   * the id alone can name the block.
   */
  public static long generationStamp(long blockId) {
    return (blockId >>> VERSION_SHIFT & VERSION_MASK) + 1;
  }

  /** Whether a block's id was made for this version. */
  public static boolean isOfVersion(long blockId, int version) {
    return (blockId >>> VERSION_SHIFT & VERSION_MASK) == (version & VERSION_MASK);
  }
}
