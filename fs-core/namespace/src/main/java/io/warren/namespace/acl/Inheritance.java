package io.warren.namespace.acl;

import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.namespace.CreateMode;
import io.warren.namespace.OperationTx;
import io.warren.namespace.rights.Access;
import io.warren.namespace.rights.Acl;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.rights.AclEntry.Scope;
import io.warren.namespace.rights.AclEntry.Type;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;

/**
 * The ACLs of new inodes. A directory's default entries become the access entries of its children,
 * limited by the mode that the caller asked for before the umask, and the default entries of its
 * directories. Children of a directory without a default ACL take the masked mode.
 */
public final class Inheritance {
  private static final int MINIMAL_ENTRIES = 3;

  private final List<AclEntry> defaults;

  private Inheritance(List<AclEntry> defaults) {
    this.defaults = defaults;
  }

  /** What a directory gives to its children; its row must be locked. */
  public static Inheritance from(OperationTx tx, Inode directory) {
    if (!directory.has(Inode.DEFAULT_ACL)) {
      return new Inheritance(List.of());
    }
    InodeAcl row = tx.store().get(Tables.ACLS, directory.id(), LockMode.SETTLED);
    if (row == null || row.defaults() == null) {
      throw tx.restart();
    }
    return new Inheritance(Acl.of(directory, row).defaults());
  }

  /** Adds a new inode with what it inherits; its mode is set here. Returns it as written. */
  public Inode insert(OperationTx tx, Inode child, CreateMode mode) {
    if (defaults.isEmpty() || child.isSymlink()) {
      return tx.inodes().insert(child.toBuilder().mode(mode.masked()).build());
    }
    Acl acl = inherited(child.isDirectory(), mode.unmasked());
    Inode written =
        tx.inodes().insert(acl.applyTo(child.toBuilder().mode(mode.unmasked()).build()));
    InodeAcl row = acl.row(child.id());
    if (row != null) {
      tx.store().insert(Tables.ACLS, row);
    }
    return written;
  }

  Acl inherited(boolean directory, int mode) {
    List<AclEntry> entries = new ArrayList<>();
    boolean minimal = defaults.size() == MINIMAL_ENTRIES;
    for (AclEntry entry : defaults) {
      entries.add(limited(entry.in(Scope.ACCESS), mode, minimal));
    }
    if (directory) {
      entries.addAll(defaults);
    }
    return Acl.of(entries);
  }

  private static AclEntry limited(AclEntry entry, int mode, boolean minimal) {
    boolean owner = entry.type() == Type.USER && entry.name() == null;
    boolean group = entry.type() == Type.GROUP && entry.name() == null && minimal;
    if (owner) {
      return entry.with(and(entry, mode >> 6));
    }
    if (group || entry.type() == Type.MASK) {
      return entry.with(and(entry, mode >> 3));
    }
    return entry.type() == Type.OTHER ? entry.with(and(entry, mode)) : entry;
  }

  private static Access and(AclEntry entry, int bits) {
    return Access.ofBits(entry.access().bits() & bits);
  }
}
