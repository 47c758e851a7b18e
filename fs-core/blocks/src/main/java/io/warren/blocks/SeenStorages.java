package io.warren.blocks;

/** What this namenode sees of the storages by their datanodes' heartbeats. */
@FunctionalInterface
public interface SeenStorages {
  /** Whether a storage serves, and its datanode was heard of lately. */
  boolean isHeard(int storageId);

  /** Whether a storage is to stay: nobody ordered its datanode out of service. */
  default boolean isInService(int storageId) {
    return true;
  }
}
