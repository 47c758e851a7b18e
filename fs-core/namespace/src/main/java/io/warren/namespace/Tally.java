package io.warren.namespace;

import io.warren.model.DirectoryTotals;
import io.warren.model.Inode;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * What some inodes count, as a sum that can be added to and taken from; every inode counts what its
 * row tells.
 *
 * @param closed directories that not everybody may list: whoever asks for a sum needs rights to
 *     them
 * @param space lengths, and lengths times replication, by storage policy
 */
public record Tally(long files, long directories, long symlinks, long closed, PolicySpace space) {
  public static final Tally NOTHING = new Tally(0, 0, 0, 0, PolicySpace.NONE);

  private static final int COUNTS_BYTES = 4 * Long.BYTES;
  private static final int POLICY_BYTES = 1 + 2 * Long.BYTES;
  private static final int EVERYBODY = 0555;

  /** Of one inode, without what is below it. */
  public static Tally of(Inode inode) {
    return switch (inode.kind()) {
      case FILE -> new Tally(1, 0, 0, 0, PolicySpace.ofFile(inode, inode.sizeBytes()));
      case DIRECTORY -> new Tally(0, 1, 0, isOpenToAll(inode) ? 0 : 1, PolicySpace.NONE);
      case SYMLINK -> new Tally(0, 0, 1, 0, PolicySpace.NONE);
    };
  }

  private static boolean isOpenToAll(Inode directory) {
    return (directory.mode() & EVERYBODY) == EVERYBODY && !directory.has(Inode.ACCESS_ACL);
  }

  public Tally plus(Tally other) {
    return new Tally(
        files + other.files,
        directories + other.directories,
        symlinks + other.symlinks,
        closed + other.closed,
        space.plus(other.space));
  }

  public Tally minus(Tally other) {
    return plus(other.negated());
  }

  public Tally negated() {
    return new Tally(-files, -directories, -symlinks, -closed, space.negated());
  }

  /** The same seen from above a directory with this storage policy; 0 when it has none. */
  public Tally inheriting(int policyId) {
    return new Tally(files, directories, symlinks, closed, space.inheriting(policyId));
  }

  public boolean isNothing() {
    return equals(NOTHING);
  }

  /** As {@link DirectoryTotals} keeps it; no bytes for nothing. */
  public byte[] encoded() {
    if (isNothing()) {
      return new byte[0];
    }
    ByteBuffer out = ByteBuffer.allocate(COUNTS_BYTES + POLICY_BYTES * space.byPolicy().size());
    out.putLong(files).putLong(directories).putLong(symlinks).putLong(closed);
    space
        .byPolicy()
        .forEach(
            (policy, amount) ->
                out.put(policy.byteValue())
                    .putLong(amount.lengthBytes())
                    .putLong(amount.spaceBytes()));
    return out.array();
  }

  /** The reverse of {@link #encoded}. */
  public static Tally decoded(byte[] bytes) {
    if (bytes.length == 0) {
      return NOTHING;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long files = in.getLong();
    long directories = in.getLong();
    long symlinks = in.getLong();
    long closed = in.getLong();
    Map<Integer, PolicySpace.Amount> byPolicy = new HashMap<>();
    while (in.hasRemaining()) {
      byPolicy.put((int) in.get(), new PolicySpace.Amount(in.getLong(), in.getLong()));
    }
    return new Tally(files, directories, symlinks, closed, new PolicySpace(byPolicy));
  }
}
