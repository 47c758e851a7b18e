package io.warren.checker;

import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.XattrPart;
import io.warren.namespace.rights.Acl;
import io.warren.namespace.rights.AclEntry;
import io.warren.store.schema.Tables;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The attributes of stored inodes, in the model's words. */
final class StoredAttributes {
  private final Map<Long, InodeAcl> acls = new HashMap<>();
  private final Map<Long, Map<String, Long>> xattrs = new HashMap<>();

  StoredAttributes(Rows rows) {
    rows.all(Tables.ACLS).forEach(acl -> acls.put(acl.inodeId(), acl));
    for (XattrPart part : rows.all(Tables.XATTRS)) {
      xattrs
          .computeIfAbsent(part.inodeId(), id -> new HashMap<>())
          .put(part.name(), ByteBuffer.wrap(part.value()).getLong());
    }
  }

  String describe(Inode inode) {
    Attributes attributes = new Attributes();
    fill(attributes, Acl.of(inode, acls.get(inode.id())).beyondMode());
    attributes.xattrs.putAll(xattrs.getOrDefault(inode.id(), Map.of()));
    attributes.policy = inode.storagePolicy();
    attributes.erasureCoding = inode.erasureCodingPolicy();
    return attributes.describe();
  }

  /** An ACL as {@link Attributes#acl} says it. */
  static String acl(List<AclEntry> beyondMode) {
    Attributes attributes = new Attributes();
    fill(attributes, beyondMode);
    return attributes.acl();
  }

  private static void fill(Attributes attributes, List<AclEntry> entries) {
    for (AclEntry entry : entries) {
      int rights = entry.access().bits();
      String name = entry.name();
      String type = entry.type().name().toLowerCase(Locale.ROOT);
      if (entry.scope() == AclEntry.Scope.DEFAULT) {
        attributes.defaults.put(name == null ? word(entry) : type + ":" + name, rights);
      } else if (name == null) {
        attributes.masked = true;
        attributes.groupRights = rights;
      } else {
        attributes.named.put(type + ":" + name, rights);
      }
    }
  }

  private static String word(AclEntry entry) {
    return switch (entry.type()) {
      case USER -> "owner";
      case GROUP -> "own-group";
      case MASK -> "mask";
      case OTHER -> "other";
    };
  }
}
