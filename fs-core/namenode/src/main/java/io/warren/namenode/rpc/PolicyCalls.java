package io.warren.namenode.rpc;

import io.warren.namenode.service.Callers;
import io.warren.namespace.FsPath;
import io.warren.namespace.Namespace;
import io.warren.namespace.policy.GetPolicies;
import io.warren.namespace.policy.SetStoragePolicy;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;

/** ClientProtocol calls about storage policies of paths. */
final class PolicyCalls extends NamespaceCalls {
  private final StoragePolicies policies;

  PolicyCalls(Namespace namespace, Callers callers, StoragePolicies policies) {
    super(namespace, callers);
    this.policies = policies;
  }

  public void setStoragePolicy(String src, String policyName) throws IOException {
    set(src, policies.require(policyName).getId());
  }

  public void unsetStoragePolicy(String src) throws IOException {
    set(src, 0);
  }

  private void set(String src, int policyId) throws IOException {
    run(new SetStoragePolicy(FsPath.parse(src), policyId, policies.fixedAtCreation()));
  }

  public BlockStoragePolicy getStoragePolicy(String path) throws IOException {
    return policies.effective(run(new GetPolicies(FsPath.parse(path))).storage());
  }
}
