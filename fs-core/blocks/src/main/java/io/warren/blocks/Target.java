package io.warren.blocks;

import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** A storage that was chosen for a replica. */
public record Target(int storageId, DatanodeStorageInfo storage) {}
