package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.namespace.Principals;
import org.jspecify.annotations.Nullable;

/** Sets owner and group; null keeps one. */
public record OwnerSetting(@Nullable String owner, @Nullable String group)
    implements AttributeSetting {
  @Override
  public Inode applied(Inode inode, Principals principals) {
    int ownerId = owner == null ? inode.ownerId() : principals.userId(owner);
    int groupId = group == null ? inode.groupId() : principals.groupId(group);
    boolean same = ownerId == inode.ownerId() && groupId == inode.groupId();
    return same ? inode : inode.toBuilder().ownerId(ownerId).groupId(groupId).build();
  }
}
