package io.warren.namenode.service;

import io.warren.namespace.xattr.XattrLimits;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/**
 * What the settings of ACLs and extended attributes say.
 *
 * @param acls whether there are any ACLs
 * @param xattrs whether there are any extended attributes
 */
public record AttributeLimits(boolean acls, boolean xattrs, XattrLimits xattrLimits) {
  public static AttributeLimits of(Configuration conf) {
    return new AttributeLimits(
        conf.getBoolean(
            DFSConfigKeys.DFS_NAMENODE_ACLS_ENABLED_KEY,
            DFSConfigKeys.DFS_NAMENODE_ACLS_ENABLED_DEFAULT),
        conf.getBoolean(
            DFSConfigKeys.DFS_NAMENODE_XATTRS_ENABLED_KEY,
            DFSConfigKeys.DFS_NAMENODE_XATTRS_ENABLED_DEFAULT),
        new XattrLimits(
            conf.getInt(
                DFSConfigKeys.DFS_NAMENODE_MAX_XATTRS_PER_INODE_KEY,
                DFSConfigKeys.DFS_NAMENODE_MAX_XATTRS_PER_INODE_DEFAULT),
            (int)
                conf.getLongBytes(
                    DFSConfigKeys.DFS_NAMENODE_MAX_XATTR_SIZE_KEY,
                    DFSConfigKeys.DFS_NAMENODE_MAX_XATTR_SIZE_DEFAULT)));
  }
}
