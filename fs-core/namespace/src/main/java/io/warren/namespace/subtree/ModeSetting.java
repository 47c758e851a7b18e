package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.namespace.Principals;
import org.jspecify.annotations.Nullable;

/** Sets the permission bits of files and of directories; null keeps them. */
public record ModeSetting(@Nullable Integer fileMode, @Nullable Integer directoryMode)
    implements AttributeSetting {
  private static final int MODE_MAX = 01777;

  public ModeSetting {
    check(fileMode);
    check(directoryMode);
  }

  private static void check(@Nullable Integer mode) {
    if (mode != null && (mode < 0 || mode > MODE_MAX)) {
      throw AttributeSetting.invalid("A mode must be 0 to 01777")
          .with("mode", Integer.toOctalString(mode));
    }
  }

  @Override
  public Inode applied(Inode inode, Principals principals) {
    Integer mode = inode.isDirectory() ? directoryMode : fileMode;
    boolean same = mode == null || mode == inode.mode();
    return same || mode == null ? inode : inode.toBuilder().mode(mode).build();
  }
}
