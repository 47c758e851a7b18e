package io.warren.namenode.rpc;

import io.warren.namenode.service.Callers;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.operation.CheckAccess;
import io.warren.namespace.operation.GetLinkTarget;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.operation.SetOwner;
import io.warren.namespace.operation.SetPermission;
import io.warren.namespace.operation.SetReplication;
import io.warren.namespace.operation.SetTimes;
import io.warren.namespace.rights.Access;
import java.io.IOException;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.jspecify.annotations.Nullable;

/** ClientProtocol calls about the attributes of one path. */
final class AttributeCalls extends NamespaceCalls {
  private final ReservedDirectory reserved;

  AttributeCalls(Namespace namespace, Callers callers) {
    super(namespace, callers);
    this.reserved = new ReservedDirectory(callers);
  }

  public @Nullable HdfsFileStatus getFileInfo(String src) throws IOException {
    return status(src);
  }

  /** Links are not followed on the way, so the link itself is what a path names. */
  public @Nullable HdfsFileStatus getFileLinkInfo(String src) throws IOException {
    return status(src);
  }

  private @Nullable HdfsFileStatus status(String src) throws IOException {
    if (ReservedDirectory.isNamedBy(src)) {
      return reserved.status();
    }
    EntryStatus entry = find(FsPath.parse(src), GetStatus.Count.FEW);
    return entry == null ? null : Wire.status(entry, HdfsFileStatus.EMPTY_NAME, null);
  }

  public void checkAccess(String path, FsAction mode) throws IOException {
    run(new CheckAccess(FsPath.parse(path), Access.ofBits(mode.ordinal())));
  }

  public String getLinkTarget(String path) throws IOException {
    return run(new GetLinkTarget(FsPath.parse(path)));
  }

  public boolean setReplication(String src, short replication) throws IOException {
    return run(new SetReplication(FsPath.parse(src), replication));
  }

  public void setPermission(String src, FsPermission permission) throws IOException {
    run(new SetPermission(FsPath.parse(src), permission.toShort() & 01777));
  }

  public void setOwner(String src, @Nullable String username, @Nullable String groupname)
      throws IOException {
    run(new SetOwner(FsPath.parse(src), nonEmpty(username), nonEmpty(groupname)));
  }

  private static @Nullable String nonEmpty(@Nullable String name) {
    return name == null || name.isEmpty() ? null : name;
  }

  public void setTimes(String src, long mtime, long atime) throws IOException {
    run(new SetTimes(FsPath.parse(src), mtime, atime));
  }
}
