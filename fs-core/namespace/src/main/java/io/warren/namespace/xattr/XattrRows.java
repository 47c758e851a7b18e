package io.warren.namespace.xattr;

import io.warren.model.XattrKey;
import io.warren.model.XattrPart;
import io.warren.namespace.AttributeRows;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The attributes of one inode, in the parts that rows can hold. */
public final class XattrRows {
  private final Tx tx;
  private final long inodeId;
  private final Map<XattrName, TreeMap<Integer, XattrPart>> parts = new TreeMap<>();

  private XattrRows(Tx tx, long inodeId) {
    this.tx = tx;
    this.inodeId = inodeId;
  }

  /** Those of an inode that is locked: none that its holder before has written is missed. */
  public static XattrRows locked(Tx tx, long inodeId) {
    return read(tx, inodeId, parts(inodeId).settledUnderLock());
  }

  /** For readers, who wait for whoever makes them visible just now. */
  public static XattrRows read(Tx tx, long attributesId) {
    return read(tx, attributesId, parts(attributesId).locked(LockMode.SETTLED));
  }

  private static Scan<XattrKey, XattrPart> parts(long attributesId) {
    return Scan.prefix(Tables.XATTRS, AttributeRows.XATTR_PARTS_MAX, attributesId);
  }

  private static XattrRows read(Tx tx, long inodeId, Scan<XattrKey, XattrPart> scan) {
    XattrRows rows = new XattrRows(tx, inodeId);
    for (XattrPart part : tx.scan(scan)) {
      rows.parts.computeIfAbsent(name(part), name -> new TreeMap<>()).put(part.part(), part);
    }
    return rows;
  }

  private static XattrName name(XattrPart part) {
    return new XattrName(XattrName.Namespace.fromStored(part.namespace()), part.name());
  }

  /** All of them, by name. */
  public Map<XattrName, Xattr> attributes() {
    Map<XattrName, Xattr> attributes = new TreeMap<>();
    parts.forEach((name, pieces) -> attributes.put(name, new Xattr(name, joined(pieces))));
    return Collections.unmodifiableMap(attributes);
  }

  private static byte[] joined(TreeMap<Integer, XattrPart> pieces) {
    int lengthBytes = pieces.values().stream().mapToInt(piece -> piece.value().length).sum();
    byte[] value = new byte[lengthBytes];
    int at = 0;
    for (XattrPart piece : pieces.values()) {
      System.arraycopy(piece.value(), 0, value, at, piece.value().length);
      at += piece.value().length;
    }
    return value;
  }

  /** Adds an attribute or replaces the one of that name. */
  public void put(Xattr xattr) {
    int number = remove(xattr.name());
    if (number < 0) {
      number = 1 + numbers().reduce(-1, Math::max);
    }
    TreeMap<Integer, XattrPart> pieces = new TreeMap<>();
    byte[] value = xattr.value();
    for (int at = 0; at == 0 || at < value.length; at += XattrPart.VALUE_MAX_BYTES) {
      int end = Math.min(value.length, at + XattrPart.VALUE_MAX_BYTES);
      XattrPart piece =
          new XattrPart(
              inodeId,
              number,
              pieces.size(),
              xattr.name().namespace().ordinal(),
              xattr.name().name(),
              Arrays.copyOfRange(value, at, end));
      tx.upsert(Tables.XATTRS, piece);
      pieces.put(piece.part(), piece);
    }
    parts.put(xattr.name(), pieces);
  }

  private IntStream numbers() {
    return parts.values().stream().mapToInt(pieces -> pieces.firstEntry().getValue().number());
  }

  /** Removes an attribute; returns its number, or -1 when there is none. */
  public int remove(XattrName name) {
    TreeMap<Integer, XattrPart> pieces = parts.remove(name);
    if (pieces == null) {
      return -1;
    }
    pieces.values().forEach(piece -> tx.delete(Tables.XATTRS, piece.key()));
    return pieces.firstEntry().getValue().number();
  }

  /** Whether none is left. */
  public boolean isEmpty() {
    return parts.isEmpty();
  }
}
