package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.namespace.Principals;
import org.jspecify.annotations.Nullable;

/**
 * Sets attributes of each inode's own row. A kind of change is one class of this: it decides, and
 * {@link AttributeWork} writes.
 */
public sealed interface AttributeSetting extends SubtreeChange
    permits OwnerSetting,
        ModeSetting,
        ReplicationSetting,
        StoragePolicySetting,
        ErasureCodingSetting,
        TextSetting {
  /** Why an inode can't be changed like this at all. */
  record Refusal(String code, String message) {}

  /** The inode with its new attributes; the same object when they are the same. */
  Inode applied(Inode inode, Principals principals);

  /** Why an inode must stay as it is; null when it may be changed, or is not concerned. */
  default @Nullable Refusal refusal(Inode inode) {
    return null;
  }

  static NamespaceException invalid(String message) {
    return new NamespaceException(NamespaceException.Code.INVALID_ARGUMENT, message);
  }
}
