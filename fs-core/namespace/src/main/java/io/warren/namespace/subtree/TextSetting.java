package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.namespace.Principals;

/** Sets what stands beside an inode's row. */
sealed interface TextSetting extends AttributeSetting permits AclSetting, XattrSetting {
  /**
   * What the inode has, and what it shall have; the same where it stays as it is.
   *
   * @throws io.warren.model.NamespaceException INVALID_ACL or XATTR_REFUSED where it can't have
   *     that
   */
  TextWish wish(InodeBeside inode);

  /** The row follows from what is written beside it. */
  @Override
  default Inode applied(Inode inode, Principals principals) {
    return inode;
  }

  /** A text attribute of an inode, and what it shall be. */
  record TextWish(TextAttribute attribute, String before, String after) {
    boolean isFulfilled() {
      return before.equals(after);
    }
  }
}
