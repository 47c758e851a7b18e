package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.XattrKey;
import io.warren.model.XattrPart;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of an inode that its features tell of: its ACL and its extended attributes. */
public final class AttributeRows {
  /** No inode has more parts of extended attributes: their number and their lengths are limited. */
  public static final int XATTR_PARTS_MAX = 1_000;

  private AttributeRows() {}

  /** Removes them; the inode's row, or its form's, must be locked exclusively. */
  public static void remove(Tx tx, Inode inode) {
    if (inode.hasAcl()) {
      tx.delete(Tables.ACLS, inode.attributesId());
    }
    for (XattrPart part : xattrs(tx, inode)) {
      tx.delete(Tables.XATTRS, part.key());
    }
  }

  /** Copies them to another id; the inode's row must be locked exclusively. */
  public static void copy(Tx tx, Inode inode, long attributesId) {
    InodeAcl acl = inode.hasAcl() ? tx.get(Tables.ACLS, inode.id(), LockMode.SETTLED) : null;
    if (acl != null) {
      tx.insert(Tables.ACLS, new InodeAcl(attributesId, acl.access(), acl.defaults()));
    }
    for (XattrPart p : xattrs(tx, inode)) {
      tx.insert(
          Tables.XATTRS,
          new XattrPart(attributesId, p.number(), p.part(), p.namespace(), p.name(), p.value()));
    }
  }

  /**
   * Whether two states of an inode have the same ACL and extended attributes. Waits for who keeps
   * one of them just now.
   */
  public static boolean same(Tx tx, Inode one, Inode other) {
    boolean sameKinds =
        one.hasAcl() == other.hasAcl() && one.has(Inode.XATTRS) == other.has(Inode.XATTRS);
    if (!sameKinds || one.attributesId() == other.attributesId()) {
      return sameKinds;
    }
    return (!one.hasAcl() || acl(tx, one).equals(acl(tx, other)))
        && values(tx, one).equals(values(tx, other));
  }

  private static List<String> acl(Tx tx, Inode inode) {
    InodeAcl row = tx.get(Tables.ACLS, inode.attributesId(), LockMode.SETTLED);
    return row == null
        ? List.of()
        : List.of(String.valueOf(row.access()), String.valueOf(row.defaults()));
  }

  /** The parts of each attribute's value, by namespace and name. */
  private static Map<String, List<ByteBuffer>> values(Tx tx, Inode inode) {
    Map<Integer, String> names = new HashMap<>();
    Map<String, List<ByteBuffer>> values = new HashMap<>();
    for (XattrPart part : xattrs(tx, inode, parts(inode).locked(LockMode.SETTLED))) {
      String name = names.computeIfAbsent(part.number(), n -> part.namespace() + "." + part.name());
      values.computeIfAbsent(name, n -> new ArrayList<>()).add(ByteBuffer.wrap(part.value()));
    }
    return values;
  }

  /**
   * Of an inode that is locked: whoever had the lock before may be making them visible just now.
   */
  private static List<XattrPart> xattrs(Tx tx, Inode inode) {
    return xattrs(tx, inode, parts(inode).settledUnderLock());
  }

  private static List<XattrPart> xattrs(Tx tx, Inode inode, Scan<XattrKey, XattrPart> scan) {
    return inode.has(Inode.XATTRS) ? tx.scan(scan) : List.of();
  }

  private static Scan<XattrKey, XattrPart> parts(Inode inode) {
    return Scan.prefix(Tables.XATTRS, XATTR_PARTS_MAX, inode.attributesId());
  }
}
