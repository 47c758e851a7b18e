package io.warren.namespace.lease;

import java.util.List;

/**
 * A last block whose replicas must be brought to one length before its file can be closed.
 *
 * @param recoveryId the generation stamp that the recovered replicas will have
 * @param truncates whether they are cut to lengthBytes; else to what the shortest of them has
 * @param storageIds where replicas may be
 */
public record BlockRecovery(
    long inodeId,
    long blockId,
    long generationStamp,
    long lengthBytes,
    long recoveryId,
    boolean truncates,
    List<Integer> storageIds) {
  public BlockRecovery {
    storageIds = List.copyOf(storageIds);
  }
}
