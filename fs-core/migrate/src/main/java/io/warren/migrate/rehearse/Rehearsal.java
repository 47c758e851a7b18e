package io.warren.migrate.rehearse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.warren.model.BlockIds;
import io.warren.model.BlockLookup;
import io.warren.model.Inode;
import io.warren.model.Striping;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares copies of blocks with what a store wants of them. In memory are the blocks of the store
 * ({@link KnownBlocks#BYTES_PER_BLOCK} bytes each); copies stream by. Used by one thread.
 */
public final class Rehearsal {
  private static final int DEPTH_MAX = 4_096;

  /**
   * What was compared.
   *
   * @param blocks of the store
   * @param open of them, those that are being written, of which nothing is expected
   * @param nobodys of them, those whose files are deleted: their copies will be, too
   * @param replicas copies that were told
   * @param good of them, those that are as they should be
   * @param newer of them, those of blocks that were made after the store's newest one
   * @param openWithout open blocks without any copy
   * @param bySource how many copies each source told
   */
  public record Compared(
      long blocks,
      long open,
      long nobodys,
      long replicas,
      long good,
      long newer,
      long openWithout,
      Map<String, Long> bySource) {}

  private final TransactionRunner runner;
  private final Findings findings;
  private final Map<String, Long> bySource = new LinkedHashMap<>();
  private final KnownBlocks known;
  private long replicas;
  private long good;
  private long newer;
  private String source = "";

  private Rehearsal(TransactionRunner runner, KnownBlocks known, Findings findings) {
    this.runner = runner;
    this.known = known;
    this.findings = findings;
  }

  /**
   * Reads the store and all sources.
   *
   * @param progress hears how many blocks of the store were read
   */
  public static Compared run(
      TransactionRunner runner,
      List<? extends ReplicaSource> sources,
      Findings findings,
      LongConsumer progress)
      throws IOException {
    Rehearsal work = new Rehearsal(runner, KnownBlocks.of(runner, progress), findings);
    for (ReplicaSource each : sources) {
      work.source = each.name();
      work.bySource.put(each.name(), 0L);
      each.read(work::take);
    }
    return work.end();
  }

  private void take(FoundReplica replica) throws IOException {
    replicas += replica.copies();
    bySource.merge(source, (long) replica.copies(), Long::sum);
    long at = known.indexOf(replica.blockId());
    if (at < 0) {
      unknown(replica);
      return;
    }
    if (replica.copies() == 0) {
      return;
    }
    Finding wrong = wrong(at, replica);
    if (wrong == null) {
      good += replica.copies();
      known.addFound(at, replica);
      return;
    }
    ObjectNode line = told(wrong, replica);
    line.put("expected_stamp", known.stamp(at));
    line.put("expected_length_bytes", expectedBytes(at, replica));
    String path = path(replica.blockId());
    if (path != null) {
      line.put("path", path);
      findings.add(wrong, line);
    }
  }

  /** Blocks get their ids one after the other: what is above the newest was made after it. */
  private void unknown(FoundReplica replica) throws IOException {
    if (known.isNewer(replica.blockId())) {
      newer += replica.copies();
    } else {
      findings.add(Finding.EXTRA, told(Finding.EXTRA, replica));
    }
  }

  private ObjectNode told(Finding finding, FoundReplica replica) {
    ObjectNode line = findings.line(finding, replica.blockId());
    line.put("source", source);
    line.put("stamp", replica.generationStamp());
    line.put("length_bytes", replica.lengthBytes());
    return line;
  }

  /** As a namenode judges a copy that is reported. */
  private @Nullable Finding wrong(long at, FoundReplica replica) {
    if (known.isOpen(at)) {
      return null;
    }
    if (replica.generationStamp() != known.stamp(at)) {
      return Finding.WRONG_STAMP;
    }
    if (!replica.finalized()) {
      return Finding.UNFINISHED;
    }
    return replica.lengthBytes() == expectedBytes(at, replica) ? null : Finding.WRONG_LENGTH;
  }

  private long expectedBytes(long at, FoundReplica replica) {
    Striping striping = known.striping(at);
    return striping == null || replica.isWholeGroup()
        ? known.lengthBytes(at)
        : striping.internalLengthBytes(known.lengthBytes(at), BlockIds.unit(replica.blockId()));
  }

  private Compared end() throws IOException {
    long open = 0;
    long openWithout = 0;
    long nobodys = 0;
    for (long at = 0; at < known.size(); at++) {
      int wanted = known.wanted(at);
      int found = known.found(at);
      if (wanted == 0) {
        nobodys++;
      } else if (known.isOpen(at)) {
        open++;
        openWithout += found == 0 ? 1 : 0;
      } else if (found < wanted && !few(at, wanted, found)) {
        nobodys++;
      }
    }
    return new Compared(known.size(), open, nobodys, replicas, good, newer, openWithout, bySource);
  }

  /** Tells of a block with few copies; false when its file is in no tree any more. */
  private boolean few(long at, int wanted, int found) throws IOException {
    String path = path(known.id(at));
    if (path == null) {
      return false;
    }
    Striping striping = known.striping(at);
    int needed = striping == null ? 1 : striping.neededUnits(known.lengthBytes(at));
    Finding finding = found < needed ? Finding.MISSING : Finding.UNDER_REPLICATED;
    ObjectNode line = findings.line(finding, known.id(at));
    line.put("expected_stamp", known.stamp(at));
    line.put("expected_length_bytes", known.lengthBytes(at));
    line.put("wanted", wanted);
    line.put("found", found);
    line.put("path", path);
    findings.add(finding, line);
    return true;
  }

  /** The path of a block's file; null when a directory above it is deleted. */
  private @Nullable String path(long blockId) {
    return runner
        .run(TxOptions.read("rehearsal_path"), tx -> Optional.ofNullable(path(tx, blockId)))
        .orElse(null);
  }

  private static @Nullable String path(Tx tx, long blockId) {
    BlockLookup row = tx.get(Tables.BLOCK_LOOKUP, BlockIds.owner(blockId), LockMode.READ_COMMITTED);
    StringBuilder path = new StringBuilder();
    Inode inode = row == null ? null : InodeRows.find(tx, row.inodeId());
    for (int depth = 0; depth < DEPTH_MAX && inode != null; depth++) {
      if (inode.isRoot()) {
        return path.toString();
      }
      path.insert(0, "/" + inode.name());
      inode = InodeRows.find(tx, inode.parentId());
    }
    return null;
  }
}
