package io.warren.blocks;

import java.io.IOException;
import java.util.List;

/** Takes the end of a block recovery into the namespace. */
@FunctionalInterface
public interface BlockSynchronization {
  /**
   * What the leading datanode of a recovery reports.
   *
   * @param recoveryId the generation stamp the block's replicas have now
   * @param lengthBytes the length they have now
   * @param closeFile whether the file is to be closed
   * @param deleteBlock whether no replica had any data, so that the block goes
   * @param storageIds where the replicas are
   */
  record Result(
      long blockId,
      long recoveryId,
      long lengthBytes,
      boolean closeFile,
      boolean deleteBlock,
      List<Integer> storageIds) {
    public Result {
      storageIds = List.copyOf(storageIds);
    }
  }

  void commit(Result result) throws IOException;
}
