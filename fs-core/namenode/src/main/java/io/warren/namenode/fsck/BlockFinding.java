package io.warren.namenode.fsck;

import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * How a block is.
 *
 * @param live replicas that can be read
 * @param expected replicas that the file asks for
 */
record BlockFinding(LocatedBlock block, int live, int expected) {
  static BlockFinding of(LocatedBlock block, int replication) {
    return new BlockFinding(
        block, block.isCorrupt() ? 0 : block.getLocations().length, replication);
  }

  boolean isLost() {
    return live == 0;
  }

  boolean isUnderReplicated() {
    return live > 0 && live < expected;
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
