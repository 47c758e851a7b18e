package io.warren.namenode.fsck;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;

/**
 * Walks a subtree with the caller's rights, a page of a directory at a time, and compares what is
 * known of each block's replicas with what its file asks for. In memory is one page for each level
 * of the tree; what it finds is written as it goes. The words that end the lines are those that
 * stock clients look for.
 */
final class Fsck {
  private final ClientProtocol client;
  private final FsckOptions options;
  private final PrintWriter out;
  private final FsckTotals totals = new FsckTotals();

  /** A directory, with the rest of the page that was read of it. */
  private static final class Place {
    final String path;
    Iterator<HdfsFileStatus> page = List.<HdfsFileStatus>of().iterator();
    byte[] after = HdfsFileStatus.EMPTY_NAME;
    boolean more = true;

    Place(String path) {
      this.path = path;
    }
  }

  Fsck(ClientProtocol client, FsckOptions options, PrintWriter out) {
    this.client = client;
    this.options = options;
    this.out = out;
  }

  void run() throws IOException {
    HdfsFileStatus root = client.getFileInfo(options.path());
    if (root == null) {
      out.print("\n\nPath '" + shown(options.path()) + "' does not exist");
      return;
    }
    visit(options.path(), root);
    Deque<Place> stack = new ArrayDeque<>();
    if (root.isDirectory()) {
      stack.push(new Place(options.path()));
    }
    while (!stack.isEmpty()) {
      step(stack);
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

  private void step(Deque<Place> stack) throws IOException {
    Place place = stack.element();
    if (!place.page.hasNext()) {
      if (!place.more || !readPage(place)) {
        stack.pop();
      }
      return;
    }
    HdfsFileStatus child = place.page.next();
    String path = (place.path.equals("/") ? "" : place.path) + "/" + child.getLocalName();
    visit(path, child);
    if (child.isDirectory()) {
      stack.push(new Place(path));
    }
  }

  /** Whether there was another page; a directory that is gone meanwhile has none. */
  private boolean readPage(Place place) throws IOException {
    DirectoryListing listing = client.getListing(place.path, place.after, true);
    if (listing == null || listing.getPartialListing().length == 0) {
      return false;
    }
    place.page = Arrays.asList(listing.getPartialListing()).iterator();
    place.after = listing.getLastName();
    place.more = listing.hasMore();
    return true;
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
      LocatedBlocks blocks = blocks(path, status);
      if (blocks != null) {
        file(path, status, blocks);
      }
    }
  }

  private @Nullable LocatedBlocks blocks(String path, HdfsFileStatus status) throws IOException {
    return status instanceof HdfsLocatedFileStatus located && located.getLocatedBlocks() != null
        ? located.getLocatedBlocks()
        : client.getBlockLocations(path, 0, Long.MAX_VALUE);
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
