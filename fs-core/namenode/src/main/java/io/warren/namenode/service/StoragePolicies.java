package io.warren.namenode.service;

import io.warren.namespace.FileSettings;
import io.warren.namespace.file.FileContents;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.jspecify.annotations.Nullable;

/** Storage policies, stock ones and DB, by the number that inodes hold. */
public final class StoragePolicies {
  /** Files that are too long, or not written by Warren's client, are stored as under HOT. */
  private static final BlockStoragePolicy DATABASE =
      new BlockStoragePolicy(
          (byte) FileContents.POLICY,
          FileContents.POLICY_NAME,
          new StorageType[] {StorageType.DISK},
          StorageType.EMPTY_ARRAY,
          new StorageType[] {StorageType.ARCHIVE});

  private final BlockStoragePolicySuite stock = BlockStoragePolicySuite.createDefaultSuite();
  private final List<BlockStoragePolicy> all;

  /**
   * The policies that clients may choose.
   *
   * @param settings whether files may be in the database at all
   */
  public StoragePolicies(FileSettings settings) {
    Stream<BlockStoragePolicy> database =
        settings.smallFileBytesMax() > 0 ? Stream.of(DATABASE) : Stream.of();
    all = Stream.concat(Arrays.stream(stock.getAllPolicies()), database).toList();
  }

  /** The policy of an inode; 0 means that none was set. */
  public BlockStoragePolicy effective(int policyId) {
    BlockStoragePolicy policy =
        policyId == FileContents.POLICY
            ? DATABASE
            : policyId == 0 ? null : stock.getPolicy((byte) policyId);
    return policy == null ? stock.getDefaultPolicy() : policy;
  }

  /** A policy by its stock name; an error for any other. */
  public BlockStoragePolicy require(String name) {
    BlockStoragePolicy policy = named(name);
    if (policy == null) {
      throw new HadoopIllegalArgumentException("Cannot find a block policy with the name " + name);
    }
    return policy;
  }

  /** Ids of the policies that a file takes when it is made and keeps for good. */
  public Set<Integer> fixedAtCreation() {
    return all.stream()
        .filter(BlockStoragePolicy::isCopyOnCreateFile)
        .map(policy -> (int) policy.getId())
        .collect(Collectors.toSet());
  }

  /** A policy by its stock name, or null. */
  public @Nullable BlockStoragePolicy named(String name) {
    return all.stream()
        .filter(policy -> policy.getName().equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  /** Every policy, those of stock HDFS first. */
  public List<BlockStoragePolicy> all() {
    return all;
  }
}
