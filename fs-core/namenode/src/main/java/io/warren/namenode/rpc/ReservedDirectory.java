package io.warren.namenode.rpc;

import io.warren.namenode.service.Callers;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/** The directory {@code /.reserved}, which has no row: what stock namenodes show of it. */
final class ReservedDirectory {
  private static final String PATH = "/.reserved";
  private static final FsPermission OWN_RIGHTS = new FsPermission((short) 01770);
  private static final FsPermission CHILDREN_RIGHTS = new FsPermission((short) 0770);

  private final Callers callers;

  ReservedDirectory(Callers callers) {
    this.callers = callers;
  }

  /** Whether a path names it. */
  static boolean isNamedBy(String path) {
    return path.equals(PATH) || path.equals(PATH + "/");
  }

  HdfsFileStatus status() {
    return directory(".reserved", OWN_RIGHTS);
  }

  DirectoryListing listing() {
    HdfsFileStatus[] children = {
      directory(".inodes", CHILDREN_RIGHTS), directory("raw", CHILDREN_RIGHTS)
    };
    return new DirectoryListing(children, 0);
  }

  private HdfsFileStatus directory(String name, FsPermission rights) {
    return new HdfsFileStatus.Builder()
        .isdir(true)
        .perm(rights)
        .owner(callers.processUser())
        .group(callers.superGroup())
        .path(name.getBytes(StandardCharsets.UTF_8))
        .build();
  }
}
