package io.warren.namenode.service;

import io.warren.namespace.rights.Access;
import io.warren.namespace.rights.AclEntry;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.FsAction;

/** Entries of ACLs between Hadoop's classes and the namespace's. */
public final class AclEntries {
  private AclEntries() {}

  /** Entries without rights, as those to be removed are, get none. */
  @SuppressWarnings("EnumOrdinal") // the three bits of both sides have the same order
  public static List<AclEntry> of(List<org.apache.hadoop.fs.permission.AclEntry> spec) {
    List<AclEntry> entries = new ArrayList<>();
    for (org.apache.hadoop.fs.permission.AclEntry entry : spec) {
      FsAction rights = entry.getPermission();
      entries.add(
          new AclEntry(
              AclEntry.Scope.valueOf(entry.getScope().name()),
              AclEntry.Type.valueOf(entry.getType().name()),
              entry.getName(),
              rights == null ? Access.NONE : Access.ofBits(rights.ordinal())));
    }
    return entries;
  }

  /** An entry as clients know it. */
  public static org.apache.hadoop.fs.permission.AclEntry toHadoop(AclEntry entry) {
    return new org.apache.hadoop.fs.permission.AclEntry.Builder()
        .setScope(AclEntryScope.valueOf(entry.scope().name()))
        .setType(AclEntryType.valueOf(entry.type().name()))
        .setName(entry.name())
        .setPermission(FsAction.values()[entry.access().bits()])
        .build();
  }
}
