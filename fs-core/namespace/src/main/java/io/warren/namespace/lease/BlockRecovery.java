package io.warren.namespace.lease;

import io.warren.model.Striping;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
 * @param striping of a block group; null for a contiguous block
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
    long copyBlockId,
    @Nullable Striping striping) {
  public static final long NO_COPY = 0;

  public BlockRecovery {
    storageIds = List.copyOf(storageIds);
    cutStorageIds = List.copyOf(cutStorageIds);
  }
}
