package io.warren.namespace.xattr;

import io.warren.model.NamespaceException;
import java.util.Collection;
import java.util.Set;

/**
 * Limits of extended attributes.
 *
 * @param countMax greatest number of USER and TRUSTED attributes of an inode
 * @param sizeBytesMax greatest length of a name and its value together
 */
public record XattrLimits(int countMax, int sizeBytesMax) {
  private static final Set<XattrName.Namespace> COUNTED =
      Set.of(XattrName.Namespace.USER, XattrName.Namespace.TRUSTED);
  private static final int COUNT_HARD_MAX = 64;
  private static final int SIZE_HARD_MAX_BYTES = 32_768;

  /** What stock HDFS has by default. */
  public static final XattrLimits DEFAULT = new XattrLimits(32, 16_384);

  /** Refuses more attributes of an inode than can be read. */
  public static void requireHolding(int count) {
    requireAtMost(count, COUNT_HARD_MAX);
  }

  /** Refuses more attributes of USER and TRUSTED than an inode may have, by all its names. */
  public void requireFor(Collection<XattrName> names) {
    requireAtMost(names.stream().filter(n -> COUNTED.contains(n.namespace())).count(), countMax);
  }

  private static void requireAtMost(long count, int countMax) {
    if (count > countMax) {
      throw new NamespaceException(
              NamespaceException.Code.XATTR_REFUSED,
              "Cannot add additional XAttr to inode, would exceed limit")
          .with("countMax", countMax);
    }
  }

  public XattrLimits {
    if (countMax < 0 || countMax > COUNT_HARD_MAX) {
      throw new IllegalArgumentException("An inode has at most 64 extended attributes");
    }
    if (sizeBytesMax < 0 || sizeBytesMax > SIZE_HARD_MAX_BYTES) {
      throw new IllegalArgumentException("An extended attribute has at most 32768 bytes");
    }
  }
}
