package io.warren.namespace.xattr;

import java.util.Locale;

/** Name of an extended attribute, without its namespace's prefix. */
public record XattrName(Namespace namespace, String name) implements Comparable<XattrName> {
  /** Who may use an attribute; stored as the ordinal, so the order never changes. */
  public enum Namespace {
    /** Whoever may read or write the inode. */
    USER,
    /** The superuser. */
    TRUSTED,
    /** The file system itself. */
    SECURITY,
    /** The file system itself. */
    SYSTEM,
    /** Administrators, through paths that this file system does not have. */
    RAW;

    private static final Namespace[] VALUES = values();

    public static Namespace fromStored(int stored) {
      return VALUES[stored];
    }
  }

  @Override
  public int compareTo(XattrName other) {
    int byNamespace = namespace.compareTo(other.namespace);
    return byNamespace == 0 ? name.compareTo(other.name) : byNamespace;
  }

  /** With its prefix, as users write it. */
  @Override
  public String toString() {
    return namespace.name().toLowerCase(Locale.ROOT) + "." + name;
  }
}
