package io.warren.namenode.fsck;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Walks a subtree and compares what is known of each block's replicas with what its file asks for.
 * What it finds is written as it goes. The words that end the lines are those that stock clients
 * look for.
 */
final class Fsck {
  private final ClientProtocol client;
  private final FsckOptions options;
  private final PrintWriter out;
  private final FsckTotals totals = new FsckTotals();

  Fsck(ClientProtocol client, FsckOptions options, PrintWriter out) {
    this.client = client;
    this.options = options;
    this.out = out;
  }

  void run() throws IOException {
    FsckWalk walk;
    try {
      walk = new FsckWalk(client, options.path(), null);
    } catch (FileNotFoundException e) {
      out.print("\n\nPath '" + shown(options.path()) + "' does not exist");
      return;
    }
    for (FsckWalk.Entry entry = walk.next(); entry != null; entry = walk.next()) {
      visit(entry.path(), entry.status());
    }
    finish();
  }

  private void finish() {
    String subject = "The filesystem under path '" + shown(options.path()) + "' ";
    if (options.listCorrupt()) {
      out.print(
          "\n\n"
              + subject
              + (totals.healthy() ? "has no CORRUPT files" : "has no more CORRUPT files"));
      return;
    }
    totals.print(out);
    out.print("\n\n" + subject + (totals.healthy() ? "is HEALTHY" : "is CORRUPT"));
  }

  private void visit(String path, HdfsFileStatus status) throws IOException {
    if (status.isDirectory()) {
      totals.directories++;
      if (options.files() && !options.listCorrupt()) {
        out.println(shown(path) + " <dir>");
      }
    } else if (status.isSymlink()) {
      totals.symlinks++;
    } else {
      LocatedBlocks blocks = BlockFinding.blocks(client, path, status);
      if (blocks != null) {
        file(path, status, blocks);
      }
    }
  }

  private void file(String path, HdfsFileStatus status, LocatedBlocks blocks) throws IOException {
    if (blocks.isUnderConstruction()) {
      totals.openFiles++;
      if (!options.openFiles()) {
        return;
      }
    }
    totals.files++;
    totals.sizeBytes += blocks.getFileLength();
    List<BlockFinding> findings =
        blocks.getLocatedBlocks().stream().map(block -> BlockFinding.of(block, status)).toList();
    findings.forEach(finding -> finding.addTo(totals));
    boolean lost = findings.stream().anyMatch(BlockFinding::isLost);
    totals.corruptFiles += lost ? 1 : 0;
    if (options.listCorrupt()) {
      findings.stream()
          .filter(BlockFinding::isLost)
          .forEach(f -> out.println(f.block().getBlock().getBlockName() + "\t" + shown(path)));
      return;
    }
    report(path, status, blocks, findings, lost);
    if (lost && options.delete()) {
      boolean deleted = client.delete(path, false);
      out.println(shown(path) + (deleted ? ": deleted" : ": was gone already"));
    }
  }

  private void report(
      String path,
      HdfsFileStatus status,
      LocatedBlocks blocks,
      List<BlockFinding> findings,
      boolean lost) {
    boolean troubled = findings.stream().anyMatch(f -> f.isLost() || f.isUnderReplicated());
    if (options.files()) {
      out.println(
          "%s %d bytes, %s, %d block(s)%s:  %s"
              .formatted(
                  shown(path),
                  blocks.getFileLength(),
                  policy(status),
                  findings.size(),
                  blocks.isUnderConstruction() ? ", OPENFORWRITE" : "",
                  lost ? "CORRUPT" : troubled ? "Under replicated" : "OK"));
    }
    for (int i = 0; i < findings.size(); i++) {
      BlockFinding finding = findings.get(i);
      if (!options.files() && (finding.isLost() || finding.isUnderReplicated())) {
        out.println(shown(path) + ": " + finding.text());
      }
      if (options.blocks()) {
        LocatedBlock block = finding.block();
        out.println(
            "%d. %s len=%d %s%s"
                .formatted(
                    i, block.getBlock(), block.getBlockSize(), finding.text(), places(block)));
      }
    }
    if (options.blocks() && !findings.isEmpty()) {
      out.println();
    }
  }

  private static String policy(HdfsFileStatus status) {
    ErasureCodingPolicy coding = status.getErasureCodingPolicy();
    return coding == null
        ? "replicated: replication=" + status.getReplication()
        : "erasure-coded: policy=" + coding.getName();
  }

  private String places(LocatedBlock block) {
    if (!options.locations() && !options.racks()) {
      return "";
    }
    return " "
        + Arrays.stream(block.getLocations())
            .map(node -> options.racks() ? rack(node) : node.toString())
            .toList();
  }

  private static String rack(DatanodeInfo node) {
    return node.getNetworkLocation() + "/" + node.getXferAddr();
  }

  /** Names may hold what would break a line. */
  private static String shown(String path) {
    return path.replaceAll("\\p{Cntrl}", "?");
  }
}
