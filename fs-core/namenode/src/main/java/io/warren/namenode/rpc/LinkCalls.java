package io.warren.namenode.rpc;

import org.apache.hadoop.fs.permission.FsPermission;

/** ClientProtocol calls that make symbolic links: refused as stock HDFS does unless told. */
final class LinkCalls {
  public void createSymlink(
      String target, String link, FsPermission dirPerm, boolean createParent) {
    throw new UnsupportedOperationException("Symlinks not supported");
  }
}
