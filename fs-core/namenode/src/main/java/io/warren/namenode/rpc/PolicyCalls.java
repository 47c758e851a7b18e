package io.warren.namenode.rpc;

import io.warren.namenode.service.Callers;
import io.warren.namenode.service.StoragePolicies;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.policy.GetPolicies;
import io.warren.namespace.policy.SetStoragePolicy;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.namenode.UnsupportedActionException;
import org.apache.hadoop.security.AccessControlException;

/** ClientProtocol calls about storage policies of paths. */
final class PolicyCalls extends NamespaceCalls {
  private final StoragePolicies policies;
  private final boolean enabled;
  private final boolean superuserOnly;

  PolicyCalls(Namespace namespace, Callers callers, StoragePolicies policies, Configuration conf) {
    super(namespace, callers);
    this.policies = policies;
    this.enabled =
        conf.getBoolean(
            DFSConfigKeys.DFS_STORAGE_POLICY_ENABLED_KEY,
            DFSConfigKeys.DFS_STORAGE_POLICY_ENABLED_DEFAULT);
    this.superuserOnly =
        conf.getBoolean(
            DFSConfigKeys.DFS_STORAGE_POLICY_PERMISSIONS_SUPERUSER_ONLY_KEY,
            DFSConfigKeys.DFS_STORAGE_POLICY_PERMISSIONS_SUPERUSER_ONLY_DEFAULT);
  }

  private void requireAllowed(String operation) throws IOException {
    if (!enabled) {
      throw new IOException(
          "Failed to %s since %s is set to false."
              .formatted(operation, DFSConfigKeys.DFS_STORAGE_POLICY_ENABLED_KEY));
    }
    CallContext caller = callers().current();
    if (superuserOnly && !caller.superuser()) {
      throw new AccessControlException(
          "Access denied for user " + caller.user() + ". Superuser privilege is required");
    }
  }

  /** What stock namenodes answer whose satisfier is not switched on: so it is by default. */
  public void satisfyStoragePolicy(String src) throws IOException {
    throw new UnsupportedActionException(
        "Cannot request to satisfy storage policy when storage policy satisfier feature has been"
            + " disabled by admin. Seek for an admin help to enable it or use Mover tool.");
  }

  public void setStoragePolicy(String src, String policyName) throws IOException {
    requireAllowed("set storage policy");
    set(src, policies.require(policyName).getId());
  }

  public void unsetStoragePolicy(String src) throws IOException {
    requireAllowed("unset storage policy");
    set(src, 0);
  }

  private void set(String src, int policyId) throws IOException {
    run(new SetStoragePolicy(FsPath.parse(src), policyId, policies.fixedAtCreation()));
  }

  public BlockStoragePolicy getStoragePolicy(String path) throws IOException {
    return policies.effective(run(new GetPolicies(FsPath.parse(path))).storage());
  }
}
