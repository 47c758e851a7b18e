package io.warren.namenode.rpc;

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

  /** A policy by its stock name, or null. */
  @Nullable BlockStoragePolicy named(String name) {
    return suite.getPolicy(name);
  }
}
