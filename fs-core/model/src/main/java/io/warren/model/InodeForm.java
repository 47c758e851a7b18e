package io.warren.model;

/**
 * An inode row as it was, kept for snapshots when it was changed, moved or deleted. It belongs to
 * the snapshots numbered above the row's {@link Inode#sinceSnapshot()} up to untilSnapshot. Only
 * what readers of a snapshot see of the row is kept: not its partition, logical time, lease, locks,
 * quota mark and other features.
 */
public record InodeForm(Inode row, long untilSnapshot) {
  private static final int GROUP_RIGHTS = 070;

  /**
   * The form of a present row. Where an ACL decided, the mode's rights of the group are its mask:
   * without the ACL they would say too much, so they are left out.
   */
  public static InodeForm of(Inode row, long untilSnapshot) {
    int mode = row.has(Inode.ACCESS_ACL) ? row.mode() & ~GROUP_RIGHTS : row.mode();
    return new InodeForm(row.toBuilder().mode(mode).build(), untilSnapshot);
  }

  public InodeFormKey key() {
    return new InodeFormKey(row.parentId(), row.name(), untilSnapshot);
  }

  /** Whether a snapshot holds this form. */
  public boolean isIn(long snapshotId) {
    return row.sinceSnapshot() < snapshotId && snapshotId <= untilSnapshot;
  }
}
