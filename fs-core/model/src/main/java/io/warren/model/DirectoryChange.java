package io.warren.model;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Which directories changed for those who pass through them (see {@link Inode#isSameView}) with a
 * version of the tree of directories. Versions are given one after the other; the row of 0 tells
 * which one is the newest.
 *
 * @param directoryIds ids of inodes; none when they were more than fit: any may have changed
 */
public record DirectoryChange(long version, List<Long> directoryIds) {
  /** Key of the row that tells the newest version. */
  public static final long NEWEST = 0;

  /** Ids that one change names at most. */
  public static final int DIRECTORIES_MAX = 1_000;

  /** Length of the longest encoding. */
  public static final int ENCODED_MAX_BYTES = DIRECTORIES_MAX * Long.BYTES;

  public DirectoryChange {
    directoryIds = directoryIds.size() > DIRECTORIES_MAX ? List.of() : List.copyOf(directoryIds);
  }

  /** The row that tells the newest version. */
  public static DirectoryChange newest(long version) {
    return new DirectoryChange(NEWEST, List.of(version));
  }

  /** What the row of {@link #NEWEST} tells. */
  public long newestVersion() {
    return directoryIds.get(0);
  }

  /** As it is stored: eight bytes an id. */
  public static DirectoryChange decoded(long version, byte[] encodedIds) {
    ByteBuffer in = ByteBuffer.wrap(encodedIds);
    List<Long> ids = new ArrayList<>(encodedIds.length / Long.BYTES);
    while (in.remaining() >= Long.BYTES) {
      ids.add(in.getLong());
    }
    return new DirectoryChange(version, ids);
  }

  public byte[] encodedIds() {
    ByteBuffer out = ByteBuffer.allocate(directoryIds.size() * Long.BYTES);
    directoryIds.forEach(out::putLong);
    return out.array();
  }

  /** Whether any directory may have changed. */
  public boolean mayBeOfAny() {
    return directoryIds.isEmpty();
  }
}
