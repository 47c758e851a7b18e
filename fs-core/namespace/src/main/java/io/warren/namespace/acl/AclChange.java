package io.warren.namespace.acl;

import io.warren.namespace.rights.AclEntry;
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
  }
}
