package io.warren.namenode.rpc;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.jspecify.annotations.Nullable;

/** Stock storage policies by the number that inodes hold. */
final class StoragePolicies {
  private final BlockStoragePolicySuite suite = BlockStoragePolicySuite.createDefaultSuite();

  /** The policy of an inode; 0 means that none was set. */
  BlockStoragePolicy effective(int policyId) {
    BlockStoragePolicy policy = policyId == 0 ? null : suite.getPolicy((byte) policyId);
    return policy == null ? suite.getDefaultPolicy() : policy;
  }

  /** A policy by its stock name; an error for any other. */
  BlockStoragePolicy require(String name) {
    BlockStoragePolicy policy = named(name);
    if (policy == null) {
      throw new HadoopIllegalArgumentException("Cannot find a block policy with the name " + name);
    }
    return policy;
  }

  /** Ids of the policies that a file takes when it is made and keeps for good. */
  Set<Integer> fixedAtCreation() {
    return Arrays.stream(suite.getAllPolicies())
        .filter(BlockStoragePolicy::isCopyOnCreateFile)
        .map(policy -> (int) policy.getId())
        .collect(Collectors.toSet());
  }

  /** A policy by its stock name, or null. */
  @Nullable BlockStoragePolicy named(String name) {
    return suite.getPolicy(name);
  }
}
