package io.warren.namenode.fsck;

import io.warren.model.Striping;
import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;

/**
 * How a block is.
 *
 * @param live replicas that can be read; of a block group, its internal blocks
 * @param expected replicas that the file asks for
 * @param needed how many must be readable so that the data are
 */
record BlockFinding(LocatedBlock block, int live, int expected, int needed) {
  /** The blocks of a file that a walk has met; null when it is gone meanwhile. */
  static @Nullable LocatedBlocks blocks(ClientProtocol client, String path, HdfsFileStatus status)
      throws IOException {
    return status instanceof HdfsLocatedFileStatus located && located.getLocatedBlocks() != null
        ? located.getLocatedBlocks()
        : client.getBlockLocations(path, 0, Long.MAX_VALUE);
  }

  static BlockFinding of(LocatedBlock block, HdfsFileStatus file) {
    int live = block.isCorrupt() ? 0 : block.getLocations().length;
    ErasureCodingPolicy coding = file.getErasureCodingPolicy();
    Striping striping = coding == null ? null : Striping.of(coding.getId());
    return striping == null
        ? new BlockFinding(block, live, file.getReplication(), 1)
        : new BlockFinding(
            block,
            live,
            striping.storedUnits(block.getBlockSize()),
            striping.neededUnits(block.getBlockSize()));
  }

  boolean isLost() {
    return live < needed;
  }

  boolean isUnderReplicated() {
    return !isLost() && live < expected;
  }

  void addTo(FsckTotals totals) {
    totals.blocks++;
    totals.replicas += live;
    totals.expectedReplicas += expected;
    totals.missingReplicas += Math.max(0, expected - live);
    if (block.isCorrupt()) {
      totals.corrupt++;
    } else if (isLost()) {
      totals.missing++;
    } else if (isUnderReplicated()) {
      totals.underReplicated++;
    } else {
      totals.wellReplicated += live == expected ? 1 : 0;
      totals.overReplicated += live > expected ? 1 : 0;
    }
  }

  String text() {
    if (block.isCorrupt()) {
      return "CORRUPT block " + block.getBlock().getBlockName();
    }
    if (isLost()) {
      return "MISSING!";
    }
    return isUnderReplicated()
        ? "Under replicated. Target Replicas is %d but found %d live replica(s)."
            .formatted(expected, live)
        : "Live_repl=" + live;
  }
}
