package io.warren.model;

/**
 * Which facts of an inode a change altered, as bits. They are stored: never give one another
 * meaning.
 */
public final class ChangedFacts {
  public static final int MODE = 1;

  /** Owner or group. */
  public static final int OWNER = 1 << 1;

  /** Modification or access time, for its own sake. */
  public static final int TIMES = 1 << 2;

  public static final int REPLICATION = 1 << 3;

  /** A file grew, or its known size did. */
  public static final int GREW = 1 << 4;

  /** A file became shorter. */
  public static final int SHRANK = 1 << 5;

  /** A writer took a file that was closed. */
  public static final int OPENED = 1 << 6;

  /** A file is complete; also of one that is made so. */
  public static final int CLOSED = 1 << 7;

  public static final int ACL = 1 << 8;
  public static final int XATTRS = 1 << 9;
  public static final int STORAGE_POLICY = 1 << 10;

  /** A directory's modification time, because its children changed. */
  public static final int CHILDREN = 1 << 11;

  private ChangedFacts() {}

  /** What differs between two states of an inode, apart from its place. */
  public static int between(Inode before, Inode after) {
    int facts = 0;
    facts |= before.mode() == after.mode() ? 0 : MODE;
    facts |= before.ownerId() == after.ownerId() && before.groupId() == after.groupId() ? 0 : OWNER;
    facts |= before.replication() == after.replication() ? 0 : REPLICATION;
    facts |= before.storagePolicy() == after.storagePolicy() ? 0 : STORAGE_POLICY;
    facts |= after.sizeBytes() > before.sizeBytes() ? GREW : 0;
    facts |= after.sizeBytes() < before.sizeBytes() ? SHRANK : 0;
    facts |= before.leaseHolder() == null && after.leaseHolder() != null ? OPENED : 0;
    facts |= before.leaseHolder() != null && after.leaseHolder() == null ? CLOSED : 0;
    int features = before.features() ^ after.features();
    facts |= (features & (Inode.ACCESS_ACL | Inode.DEFAULT_ACL)) == 0 ? 0 : ACL;
    facts |= (features & Inode.XATTRS) == 0 ? 0 : XATTRS;
    boolean sameTimes = before.mtimeMs() == after.mtimeMs() && before.atimeMs() == after.atimeMs();
    // A close and the like set the time by the way.
    return facts == 0 && !sameTimes ? TIMES : facts;
  }
}
