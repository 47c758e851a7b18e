package io.warren.migrate.export;

import io.warren.model.ErasureCodingPolicy;
import io.warren.model.Inode;
import io.warren.namespace.ErasureCodingPolicies;
import io.warren.namespace.xattr.Xattr;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.namenode.AclEntryStatusFormat;
import org.apache.hadoop.hdfs.server.namenode.AclFeature;
import org.apache.hadoop.hdfs.server.namenode.XAttrFeature;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.io.erasurecode.ErasureCodeConstants;
import org.jspecify.annotations.Nullable;

/** ACLs and extended attributes as a stock NameNode has them. */
final class Attributes {
  private static final FsAction[] ACTIONS = FsAction.values();

  private final ErasureCodingPolicies codings;

  Attributes(ErasureCodingPolicies codings) {
    this.codings = codings;
  }

  /** The ACL of an inode; null when its mode says all. */
  @Nullable AclFeature acl(StoredInode stored) {
    if (stored.acl().isEmpty()) {
      return null;
    }
    List<AclEntry> entries = new ArrayList<>(stored.acl().size());
    for (io.warren.namespace.rights.AclEntry entry : stored.acl()) {
      entries.add(
          new AclEntry.Builder()
              .setScope(AclEntryScope.valueOf(entry.scope().name()))
              .setType(AclEntryType.valueOf(entry.type().name()))
              .setName(entry.name())
              .setPermission(ACTIONS[entry.access().bits()])
              .build());
    }
    return new AclFeature(AclEntryStatusFormat.toInt(entries));
  }

  /**
   * The attributes of an inode, with those by which a directory has its policies; null for none.
   *
   * @param storagePolicy of a directory, 0 for none
   */
  @Nullable XAttrFeature xattrs(StoredInode stored, int storagePolicy) throws IOException {
    List<XAttr> xattrs = new ArrayList<>();
    for (Xattr xattr : stored.xattrs()) {
      xattrs.add(
          new XAttr.Builder()
              .setNameSpace(XAttr.NameSpace.valueOf(xattr.name().namespace().name()))
              .setName(xattr.name().name())
              .setValue(xattr.value())
              .build());
    }
    Inode inode = stored.inode();
    if (inode.isDirectory() && storagePolicy != 0) {
      xattrs.add(BlockStoragePolicySuite.buildXAttr((byte) storagePolicy));
    }
    if (inode.isDirectory() && inode.erasureCodingPolicy() != 0) {
      xattrs.add(coding(inode));
    }
    return xattrs.isEmpty() ? null : new XAttrFeature(xattrs);
  }

  private XAttr coding(Inode directory) throws IOException {
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    WritableUtils.writeString(new DataOutputStream(value), codingName(directory));
    return XAttrHelper.buildXAttr(
        HdfsServerConstants.XATTR_ERASURECODING_POLICY, value.toByteArray());
  }

  private String codingName(Inode directory) {
    int id = directory.erasureCodingPolicy();
    if (id == ErasureCodingPolicies.REPLICATION_ID) {
      return ErasureCodeConstants.REPLICATION_POLICY_NAME;
    }
    ErasureCodingPolicy policy = codings.find(id);
    if (policy == null) {
      throw new ExportException("A directory has an erasure-coding policy that the store lacks")
          .with("inodeId", directory.id())
          .with("erasureCodingPolicyId", id);
    }
    return policy.name();
  }
}
