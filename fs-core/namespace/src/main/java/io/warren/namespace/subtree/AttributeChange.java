package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a step made of an inode's attributes: their former values and those in their place. A part
 * that stayed as it was is null on both sides.
 */
public record AttributeChange(Attributes from, Attributes to) {
  /** Owner and group by number, and the permission bits; null where a change leaves one alone. */
  public record Attributes(
      @Nullable Integer ownerId, @Nullable Integer groupId, @Nullable Integer mode) {
    private static Attributes of(Inode inode, Attributes parts) {
      return new Attributes(
          parts.ownerId == null ? null : inode.ownerId(),
          parts.groupId == null ? null : inode.groupId(),
          parts.mode == null ? null : inode.mode());
    }

    private boolean isOf(Inode inode) {
      return equals(of(inode, this));
    }
  }

  public AttributeChange {
    boolean paired =
        (from.ownerId() == null) == (to.ownerId() == null)
            && (from.groupId() == null) == (to.groupId() == null)
            && (from.mode() == null) == (to.mode() == null);
    boolean principals = to.ownerId() != null || to.groupId() != null;
    if (!paired || principals == (to.mode() != null)) {
      throw new NamespaceException(
          NamespaceException.Code.INVALID_ARGUMENT,
          "A change is of owner and group or of the mode, each part from one value to another");
    }
  }

  /** What is different of an inode whose row was changed; the rows differ. */
  static AttributeChange between(Inode before, Inode after) {
    boolean owner = before.ownerId() != after.ownerId();
    boolean group = before.groupId() != after.groupId();
    boolean mode = before.mode() != after.mode();
    return new AttributeChange(
        new Attributes(
            owner ? before.ownerId() : null,
            group ? before.groupId() : null,
            mode ? before.mode() : null),
        new Attributes(
            owner ? after.ownerId() : null,
            group ? after.groupId() : null,
            mode ? after.mode() : null));
  }

  /** Whether the inode is as the change found it, or as it would leave it. */
  boolean admits(Inode inode) {
    return from.isOf(inode) || to.isOf(inode);
  }

  /** The inode as the change leaves it; the same object when it is so already. */
  Inode applyTo(Inode inode) {
    if (to.isOf(inode)) {
      return inode;
    }
    return inode.toBuilder()
        .ownerId(Objects.requireNonNullElse(to.ownerId(), inode.ownerId()))
        .groupId(Objects.requireNonNullElse(to.groupId(), inode.groupId()))
        .mode(Objects.requireNonNullElse(to.mode(), inode.mode()))
        .build();
  }
}
