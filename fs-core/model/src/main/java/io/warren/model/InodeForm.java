package io.warren.model;

/**
 * An inode row as it was, kept for snapshots when it was changed, moved or deleted. It belongs to
 * the snapshots numbered above the row's {@link Inode#sinceSnapshot()} up to untilSnapshot. Only
 * what readers of a snapshot see of the row is kept: not its partition, logical time, lease, locks,
 * quota mark and other features than attributes.
 */
public record InodeForm(Inode row, long untilSnapshot) {
  private static final int ATTRIBUTES = Inode.ACCESS_ACL | Inode.DEFAULT_ACL | Inode.XATTRS;

  /**
   * The form of a present row.
   *
   * @param attributesId under which copies of its ACL and extended attributes are kept; 0 when it
   *     has none
   */
  public static InodeForm of(Inode row, long untilSnapshot, long attributesId) {
    Inode former =
        row.toBuilder()
            .features(row.features() & ATTRIBUTES)
            .formAttributesId(attributesId)
            .build();
    return new InodeForm(former, untilSnapshot);
  }

  /** Whether a present row has an ACL or extended attributes. */
  public static boolean hasAttributes(Inode row) {
    return row.has(ATTRIBUTES);
  }

  public InodeFormKey key() {
    return new InodeFormKey(row.parentId(), row.name(), untilSnapshot);
  }

  /** Whether a snapshot holds this form. */
  public boolean isIn(long snapshotId) {
    return row.sinceSnapshot() < snapshotId && snapshotId <= untilSnapshot;
  }
}
