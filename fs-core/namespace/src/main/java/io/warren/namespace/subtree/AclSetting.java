package io.warren.namespace.subtree;

import io.warren.namespace.acl.AclChange;
import io.warren.namespace.rights.Acl;

/** Changes ACLs. Default entries are for directories: files are left without them. */
public record AclSetting(AclChange change) implements TextSetting {
  @Override
  public TextWish wish(InodeBeside inode) {
    Acl before = inode.acl();
    AclChange fitting = inode.inode().isDirectory() ? change : change.ofAccess();
    Acl after = fitting.applied(inode.inode(), before);
    return new TextWish(TextAttribute.ACL, TextAttribute.acl(before), TextAttribute.acl(after));
  }
}
