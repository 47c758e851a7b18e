package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.OperationTx;
import io.warren.namespace.acl.AclRows;
import io.warren.namespace.rights.Acl;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.rights.AclEntry.Scope;
import io.warren.namespace.rights.AclText;
import io.warren.namespace.xattr.Xattr;
import io.warren.namespace.xattr.XattrLimits;
import io.warren.namespace.xattr.XattrName;
import io.warren.namespace.xattr.XattrRows;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What steps change of what stands beside an inode's row, as text. Each has a bit in the records of
 * jobs, above those of {@link Attribute}.
 */
public enum TextAttribute {
  /** All entries, as {@code setfacl --set} takes them; the mode follows from them. */
  ACL(0x40) {
    @Override
    String of(InodeBeside inode, String like) {
      return acl(inode.acl());
    }

    @Override
    void write(OperationTx tx, InodeBeside inode, String text) {
      AclRows.write(tx, inode.inode(), parsedAcl(text), inode.aclRow());
    }
  },
  /** One extended attribute, with its name; see {@link #xattr}. */
  XATTR(0x80) {
    @Override
    String of(InodeBeside inode, String like) {
      XattrName name = xattrName(like);
      return xattr(name, inode.xattr(name));
    }

    @Override
    void write(OperationTx tx, InodeBeside beside, String text) {
      XattrName name = xattrName(text);
      byte[] value = xattrValue(text);
      Inode inode = beside.inode();
      XattrRows rows = beside.xattrRows();
      tx.inodes().keep(inode);
      if (value == null) {
        rows.remove(name);
      } else {
        rows.put(new Xattr(name, value));
        XattrLimits.requireHolding(rows.attributes().size());
      }
      tx.inodes().update(inode, inode.toBuilder().feature(Inode.XATTRS, !rows.isEmpty()).build());
    }
  };

  /** A text that is longer than this is not kept, so nothing is put into its place. */
  public static final int MAX_BYTES = 700;

  private static final String ABSENT = "-";
  private static final String DEFAULT_ENTRY = "default:";

  private final int bit;

  TextAttribute(int bit) {
    this.bit = bit;
  }

  int bit() {
    return bit;
  }

  /**
   * The text of an inode.
   *
   * @param like another text of the same attribute
   */
  abstract String of(InodeBeside inode, String like);

  /** Makes the text that of an inode whose row is locked. */
  abstract void write(OperationTx tx, InodeBeside inode, String text);

  static boolean fits(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
  }

  /** The entries, separated by commas. */
  public static String acl(Acl acl) {
    return acl.entries().stream().map(Object::toString).collect(Collectors.joining(","));
  }

  /** Of a text as {@link #acl} makes it. */
  private static Acl parsedAcl(String text) {
    List<AclEntry> entries = new ArrayList<>();
    for (String entry : text.split(",")) {
      boolean ofDefaults = entry.startsWith(DEFAULT_ENTRY);
      entries.addAll(
          ofDefaults
              ? AclText.decode(entry.substring(DEFAULT_ENTRY.length()), Scope.DEFAULT)
              : AclText.decode(entry, Scope.ACCESS));
    }
    return Acl.of(entries);
  }

  /** The value in Base64, or a hyphen where there is none, a colon, and the full name. */
  public static String xattr(XattrName name, byte @Nullable [] value) {
    return (value == null ? ABSENT : Base64.getEncoder().encodeToString(value)) + ":" + name;
  }

  /** The name in a text of an extended attribute. */
  public static XattrName xattrName(String text) {
    return named(text.substring(text.indexOf(':') + 1));
  }

  /** An extended attribute's name with its namespace. */
  public static XattrName named(String full) {
    int dot = full.indexOf('.');
    try {
      String namespace = full.substring(0, Math.max(0, dot)).toUpperCase(Locale.ROOT);
      return new XattrName(XattrName.Namespace.valueOf(namespace), full.substring(dot + 1));
    } catch (IllegalArgumentException e) {
      throw new NamespaceException(
              NamespaceException.Code.INVALID_ARGUMENT,
              "An extended attribute's name begins with user. or trusted.")
          .with("xattr", full);
    }
  }

  /** The value in a text of an extended attribute; null where there is none. */
  public static byte @Nullable [] xattrValue(String text) {
    String value = text.substring(0, text.indexOf(':'));
    return value.equals(ABSENT) ? null : Base64.getDecoder().decode(value);
  }
}
