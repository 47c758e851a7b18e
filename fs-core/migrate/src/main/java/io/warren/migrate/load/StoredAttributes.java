package io.warren.migrate.load;

import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.AclFeatureProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeSymlink;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.XAttrFeatureProto;
import org.jspecify.annotations.Nullable;

/** What inodes of all kinds have in common, as an image keeps it. Times as in {@code Inode}. */
record StoredAttributes(
    long permission,
    long mtimeMs,
    long atimeMs,
    @Nullable AclFeatureProto acl,
    @Nullable XAttrFeatureProto xattrs) {
  static StoredAttributes of(INodeDirectory directory) {
    return new StoredAttributes(
        directory.getPermission(),
        directory.getModificationTime(),
        0,
        directory.hasAcl() ? directory.getAcl() : null,
        directory.hasXAttrs() ? directory.getXAttrs() : null);
  }

  static StoredAttributes of(INodeFile file) {
    return new StoredAttributes(
        file.getPermission(),
        file.getModificationTime(),
        file.getAccessTime(),
        file.hasAcl() ? file.getAcl() : null,
        file.hasXAttrs() ? file.getXAttrs() : null);
  }

  static StoredAttributes of(INodeSymlink symlink) {
    return new StoredAttributes(
        symlink.getPermission(),
        symlink.getModificationTime(),
        symlink.getAccessTime(),
        null,
        null);
  }
}
