package io.warren.namespace.acl;

import io.warren.model.Inode;
import io.warren.namespace.rights.Acl;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.rights.AclEntry.Scope;
import java.util.List;

/** What to do with an inode's ACL. */
public sealed interface AclChange {
  /** Adds entries, or gives those that are there other rights. */
  record Modify(List<AclEntry> entries) implements AclChange {
    public Modify {
      entries = List.copyOf(entries);
    }
  }

  /** Removes entries; their rights do not matter. */
  record RemoveEntries(List<AclEntry> entries) implements AclChange {
    public RemoveEntries {
      entries = List.copyOf(entries);
    }
  }

  /** Removes the default entries. */
  record RemoveDefaults() implements AclChange {}

  /** Leaves the mode alone, with the owning group's own rights in it. */
  record RemoveAll() implements AclChange {}

  /** Replaces each scope that the entries name. */
  record Replace(List<AclEntry> entries) implements AclChange {
    public Replace {
      entries = List.copyOf(entries);
    }

    /**
     * The ACL of these entries alone.
     *
     * @throws io.warren.model.NamespaceException INVALID_ACL when they are none
     */
    public Acl alone() {
      return AclRules.replaced(Acl.of(List.of()), entries);
    }
  }

  /**
   * The ACL of an inode afterwards.
   *
   * @throws io.warren.model.NamespaceException INVALID_ACL when the result would be none
   */
  default Acl applied(Inode inode, Acl before) {
    if (this instanceof Modify modify) {
      return AclRules.modified(before, modify.entries());
    }
    if (this instanceof RemoveEntries remove) {
      return AclRules.without(before, remove.entries());
    }
    if (this instanceof Replace replace) {
      return AclRules.replaced(before, replace.entries());
    }
    if (this instanceof RemoveDefaults) {
      return AclRules.withoutDefaults(before);
    }
    Inode plain = inode.toBuilder().mode(before.modeWithoutAcl(inode.mode())).build();
    return Acl.of(plain, null);
  }

  /** The part of it that is of files, which have no default entries. */
  default AclChange ofAccess() {
    if (this instanceof Modify modify) {
      return new Modify(access(modify.entries()));
    }
    if (this instanceof RemoveEntries remove) {
      return new RemoveEntries(access(remove.entries()));
    }
    if (this instanceof Replace replace) {
      return new Replace(access(replace.entries()));
    }
    return this;
  }

  private static List<AclEntry> access(List<AclEntry> entries) {
    return entries.stream().filter(entry -> entry.scope() == Scope.ACCESS).toList();
  }
}
