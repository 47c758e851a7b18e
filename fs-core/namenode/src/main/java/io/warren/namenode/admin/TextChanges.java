package io.warren.namenode.admin;

import io.warren.namenode.service.AclEntries;
import io.warren.namenode.service.AttributeLimits;
import io.warren.namespace.acl.AclChange;
import io.warren.namespace.rights.AclEntry;
import io.warren.namespace.subtree.AclSetting;
import io.warren.namespace.subtree.TextAttribute;
import io.warren.namespace.subtree.XattrSetting;
import java.util.Base64;
import java.util.List;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.jspecify.annotations.Nullable;

/** Changes of ACLs and extended attributes as bodies ask for them. */
final class TextChanges {
  private TextChanges() {}

  /** From `acl_change` and, where that takes entries, `acl` as setfacl takes it. */
  static AclSetting acl(AdminRequest.Body body, AttributeLimits limits) {
    if (!limits.acls()) {
      throw Problem.invalid(
          "ACLs can't be set here", DFSConfigKeys.DFS_NAMENODE_ACLS_ENABLED_KEY + " is false");
    }
    String change = body.requiredText("acl_change");
    return new AclSetting(
        switch (change) {
          case "set" -> new AclChange.Replace(entries(body, true));
          case "modify" -> new AclChange.Modify(entries(body, true));
          case "remove" -> new AclChange.RemoveEntries(entries(body, false));
          case "remove_default" -> new AclChange.RemoveDefaults();
          case "remove_all" -> new AclChange.RemoveAll();
          default ->
              throw Problem.invalid(
                  "There is no such change of an ACL",
                  "acl_change must be one of: set, modify, remove, remove_default, remove_all");
        });
  }

  /** All entries of an ACL, as its text has them; a problem when they are none. */
  static String aclText(String spec) {
    return TextAttribute.acl(new AclChange.Replace(entries(spec, true)).alone());
  }

  private static List<AclEntry> entries(AdminRequest.Body body, boolean withRights) {
    return entries(body.requiredText("acl"), withRights);
  }

  private static List<AclEntry> entries(String spec, boolean withRights) {
    try {
      return AclEntries.of(org.apache.hadoop.fs.permission.AclEntry.parseAclSpec(spec, withRights));
    } catch (HadoopIllegalArgumentException e) {
      throw Problem.invalid("These are no entries of an ACL", String.valueOf(e.getMessage()));
    }
  }

  /** From `xattr`, its full name, and `xattr_value` in Base64, null to take it away. */
  static XattrSetting xattr(AdminRequest.Body body, AttributeLimits limits) {
    if (!limits.xattrs()) {
      throw Problem.invalid(
          "Extended attributes can't be set here",
          DFSConfigKeys.DFS_NAMENODE_XATTRS_ENABLED_KEY + " is false");
    }
    return XattrSetting.of(
        TextAttribute.named(body.requiredText("xattr")),
        value(body.text("xattr_value")),
        limits.xattrLimits());
  }

  /** The text of an extended attribute that an object names, with its value. */
  static String xattrText(AdminRequest.Body xattr) {
    return TextAttribute.xattr(
        TextAttribute.named(xattr.requiredText("name")), value(xattr.text("value")));
  }

  private static byte @Nullable [] value(@Nullable String base64) {
    try {
      return base64 == null ? null : Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw Problem.invalid("A value is not in Base64", String.valueOf(e.getMessage()));
    }
  }
}
