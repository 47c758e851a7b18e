package io.warren.namenode.fsck;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;

/**
 * A part of a check, as bounded as a call must be: some inodes of a subtree, or what can be looked
 * at in some time. Whoever asks adds the parts up.
 */
public final class FsckStep {
  private static final int FINDINGS_MAX = 200;

  /** What is wrong with a block. */
  public enum Trouble {
    MISSING,
    CORRUPT,
    UNDER_REPLICATED
  }

  /**
   * A block that is not as its file asks for.
   *
   * @param liveReplicas that can be read; of a block group, its internal blocks
   */
  public record Found(
      String path, long blockId, Trouble trouble, int liveReplicas, int expectedReplicas) {}

  /**
   * What was met. Sizes in bytes.
   *
   * @param openFiles are being written, and their blocks are not judged
   * @param found the first FINDINGS_MAX blocks that are not as they should be
   * @param foundMore whether there were others, which are in the counts alone
   * @param nextCursor null at the subtree's end
   */
  public record Result(
      long files,
      long directories,
      long symlinks,
      long openFiles,
      long lengthBytes,
      long blocks,
      long wellReplicated,
      long underReplicated,
      long overReplicated,
      long missing,
      long corrupt,
      long corruptFiles,
      long missingReplicas,
      List<Found> found,
      boolean foundMore,
      @Nullable String nextCursor) {}

  private final ClientProtocol client;
  private final FsckTotals totals = new FsckTotals();
  private final List<Found> found = new ArrayList<>();
  private boolean foundMore;

  private FsckStep(ClientProtocol client) {
    this.client = client;
  }

  /**
   * Looks at inodes of a subtree with the rights of the thread's caller.
   *
   * @param after the cursor of the step before; null to begin
   * @throws FileNotFoundException when there is nothing at the path
   */
  public static Result run(
      ClientProtocol client, String path, @Nullable String after, int inodesMax, long timeMaxMs)
      throws IOException {
    FsckStep step = new FsckStep(client);
    return step.result(step.walked(new FsckWalk(client, path, after), inodesMax, timeMaxMs));
  }

  /** The cursor; null at the end. */
  private @Nullable String walked(FsckWalk walk, int inodesMax, long timeMaxMs) throws IOException {
    long beginNanos = System.nanoTime();
    long timeMaxNanos = TimeUnit.MILLISECONDS.toNanos(timeMaxMs);
    String last = null;
    for (int count = 0; ; count++) {
      // What was begun in time is ended, so each step gets on.
      boolean late = System.nanoTime() - beginNanos > timeMaxNanos;
      if (last != null && (count >= inodesMax || late)) {
        return last;
      }
      FsckWalk.Entry entry = walk.next();
      if (entry == null) {
        return null;
      }
      visit(entry);
      last = entry.path();
    }
  }

  private void visit(FsckWalk.Entry entry) throws IOException {
    if (entry.status().isDirectory()) {
      totals.directories++;
    } else if (entry.status().isSymlink()) {
      totals.symlinks++;
    } else {
      LocatedBlocks blocks = BlockFinding.blocks(client, entry.path(), entry.status());
      if (blocks != null && blocks.isUnderConstruction()) {
        totals.openFiles++;
      } else if (blocks != null) {
        judge(entry, blocks);
      }
    }
  }

  private void judge(FsckWalk.Entry entry, LocatedBlocks blocks) {
    totals.files++;
    totals.sizeBytes += blocks.getFileLength();
    List<BlockFinding> findings =
        blocks.getLocatedBlocks().stream()
            .map(block -> BlockFinding.of(block, entry.status()))
            .toList();
    findings.forEach(finding -> finding.addTo(totals));
    totals.corruptFiles += findings.stream().anyMatch(BlockFinding::isLost) ? 1 : 0;
    for (BlockFinding finding : findings) {
      if (finding.isLost() || finding.isUnderReplicated()) {
        note(entry.path(), finding);
      }
    }
  }

  private void note(String path, BlockFinding finding) {
    if (found.size() >= FINDINGS_MAX) {
      foundMore = true;
      return;
    }
    Trouble lost = finding.block().isCorrupt() ? Trouble.CORRUPT : Trouble.MISSING;
    found.add(
        new Found(
            path,
            finding.block().getBlock().getBlockId(),
            finding.isLost() ? lost : Trouble.UNDER_REPLICATED,
            finding.live(),
            finding.expected()));
  }

  private Result result(@Nullable String nextCursor) {
    return new Result(
        totals.files,
        totals.directories,
        totals.symlinks,
        totals.openFiles,
        totals.sizeBytes,
        totals.blocks,
        totals.wellReplicated,
        totals.underReplicated,
        totals.overReplicated,
        totals.missing,
        totals.corrupt,
        totals.corruptFiles,
        totals.missingReplicas,
        List.copyOf(found),
        foundMore,
        nextCursor);
  }
}
