package io.warren.blocks;

/** Where a replica is: a storage has at most one of a block. */
record ReplicaPlace(int storageId, long blockId) {}
