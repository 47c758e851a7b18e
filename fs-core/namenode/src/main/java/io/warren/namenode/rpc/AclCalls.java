package io.warren.namenode.rpc;

import io.warren.model.Inode;
import io.warren.namenode.service.AclEntries;
import io.warren.namenode.service.AttributeLimits;
import io.warren.namenode.service.Callers;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.acl.AclChange;
import io.warren.namespace.acl.GetAcl;
import io.warren.namespace.acl.SetAcl;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.AclException;

/** ClientProtocol calls about ACLs. */
final class AclCalls extends NamespaceCalls {
  private final boolean enabled;

  AclCalls(Namespace namespace, Callers callers, Configuration conf) {
    super(namespace, callers);
    this.enabled = AttributeLimits.of(conf).acls();
  }

  private void requireEnabled() throws AclException {
    if (!enabled) {
      throw new AclException(
          "The ACL operation has been rejected.  Support for ACLs has been disabled by setting "
              + DFSConfigKeys.DFS_NAMENODE_ACLS_ENABLED_KEY
              + " to false.");
    }
  }

  public void modifyAclEntries(String src, List<org.apache.hadoop.fs.permission.AclEntry> aclSpec)
      throws IOException {
    change(src, new AclChange.Modify(AclEntries.of(aclSpec)));
  }

  public void removeAclEntries(String src, List<org.apache.hadoop.fs.permission.AclEntry> aclSpec)
      throws IOException {
    change(src, new AclChange.RemoveEntries(AclEntries.of(aclSpec)));
  }

  public void removeDefaultAcl(String src) throws IOException {
    change(src, new AclChange.RemoveDefaults());
  }

  public void removeAcl(String src) throws IOException {
    change(src, new AclChange.RemoveAll());
  }

  public void setAcl(String src, List<org.apache.hadoop.fs.permission.AclEntry> aclSpec)
      throws IOException {
    change(src, new AclChange.Replace(AclEntries.of(aclSpec)));
  }

  private void change(String src, AclChange change) throws IOException {
    requireEnabled();
    run(new SetAcl(FsPath.parse(src), change));
  }

  public AclStatus getAclStatus(String src) throws IOException {
    requireEnabled();
    GetAcl.Answer found = run(new GetAcl(FsPath.parse(src)));
    Inode inode = found.status().inode();
    FsPermission permission = new FsPermission((short) inode.mode());
    return new AclStatus.Builder()
        .owner(found.status().owner())
        .group(found.status().group())
        .stickyBit(permission.getStickyBit())
        .setPermission(permission)
        .addEntries(found.beyondMode().stream().map(AclEntries::toHadoop).toList())
        .build();
  }
}
