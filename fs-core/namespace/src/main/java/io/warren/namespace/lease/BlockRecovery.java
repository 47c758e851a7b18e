package io.warren.namespace.lease;

import java.util.List;

/**
 * A last block whose replicas must be brought to one length before its file can be closed.
 *
 * @param recoveryId the generation stamp that the recovered replicas will have
 * @param truncates whether they are cut to lengthBytes; else to what the shortest of them has
 * @param storageIds where replicas may be
 * @param cutStorageIds those of them whose replica an earlier recovery has cut before its leading
 *     datanode was lost. Datanodes refuse to recover finalised replicas of different lengths, so
 *     these and the others can't take part in one recovery
 * @param copyBlockId the block that the replicas' beginning is copied to, and they are left as they
 *     are; {@link #NO_COPY} when they are cut themselves
 */
public record BlockRecovery(
    long inodeId,
    long blockId,
    long generationStamp,
    long lengthBytes,
    long recoveryId,
    boolean truncates,
    List<Integer> storageIds,
    List<Integer> cutStorageIds,
    long copyBlockId) {
  public static final long NO_COPY = 0;

  public BlockRecovery {
    storageIds = List.copyOf(storageIds);
    cutStorageIds = List.copyOf(cutStorageIds);
  }
}
