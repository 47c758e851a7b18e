package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.Access;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotPath;
import io.warren.namespace.SnapshotView;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.Tx;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Opens a file for reading: its blocks and where their replicas are. With a right hint of the
 * file's id one batch reads the path and all rows of the file.
 *
 * <p>No row is locked. The rows of one batch may be of slightly different times, so the blocks'
 * lengths are compared with the inode's size, which every change of a block changes in the same
 * transaction; a mixture of two versions is read again.
 */
public record GetBlockLocations(
    FsPath path, long offsetBytes, long lengthBytes, FileSettings settings)
    implements InodeOperation<OpenedFile> {
  private static final int PAGE = Scan.LIMIT_MAX;
  private static final int READS_MAX = 10;

  @Override
  public String name() {
    return "get_block_locations";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofFileRows(path, 0);
  }

  @Override
  public OpenedFile execute(OperationTx tx) {
    if (offsetBytes < 0 || lengthBytes < 0) {
      throw new NamespaceException(Code.INVALID_ARGUMENT, "Offset and length must not be negative")
          .with("offsetBytes", offsetBytes)
          .with("lengthBytes", lengthBytes);
    }
    if (SnapshotPath.isOne(path)) {
      return readSnapshot(tx);
    }
    for (int read = 0; read < READS_MAX; read++) {
      OpenedFile opened = read(tx);
      if (opened != null) {
        return opened;
      }
    }
    throw new StoreException(
            StoreException.Code.UNAVAILABLE, "The file kept changing while it was read")
        .with("path", path);
  }

  private record Rows(
      long inodeId,
      ReadBatch.Rows<Block> blocks,
      ReadBatch.Rows<Replica> replicas,
      ReadBatch.Rows<ReplicaUnderConstruction> pipelines,
      ReadBatch.Rows<CorruptReplica> corrupt) {

    static Rows add(ReadBatch batch, long inodeId) {
      return new Rows(
          inodeId,
          batch.scan(Scan.prefix(Tables.BLOCKS, PAGE, inodeId)),
          batch.scan(Scan.prefix(Tables.REPLICAS, PAGE, inodeId)),
          batch.scan(Scan.prefix(Tables.REPLICAS_UNDER_CONSTRUCTION, PAGE, inodeId)),
          batch.scan(Scan.prefix(Tables.CORRUPT_REPLICAS, PAGE, inodeId)));
    }
  }

  /** Null when the rows are of different versions. */
  private @Nullable OpenedFile read(OperationTx tx) {
    long guess = tx.guessId(path);
    AtomicReference<@Nullable Rows> guessed = new AtomicReference<>();
    ResolvedPath found =
        tx.resolve(
            path,
            batch -> {
              if (guess != 0) {
                guessed.set(Rows.add(batch, guess));
              }
            });
    tx.permissions().traverse(found);
    Inode file = found.requireFile();
    tx.permissions().last(found, Access.READ);
    Rows rows = guessed.get();
    if (rows == null || rows.inodeId() != file.id()) {
      ReadBatch batch = tx.store().batch();
      rows = Rows.add(batch, file.id());
      batch.execute();
    }
    FileBlocks blocks =
        new FileBlocks(all(tx.store(), Tables.BLOCKS, file.id(), rows.blocks().get(), Block::key));
    return isOneVersion(file, blocks) ? assemble(tx, found, file, blocks, rows) : null;
  }

  /** The blocks that a file had, as far as it reached then: appending goes on in its last block. */
  private OpenedFile readSnapshot(OperationTx tx) {
    ResolvedPath found = SnapshotView.resolve(tx, path).path();
    tx.permissions().traverse(found);
    Inode file = found.requireFile();
    tx.permissions().last(found, Access.READ);
    ReadBatch batch = tx.store().batch();
    Rows rows = Rows.add(batch, file.id());
    batch.execute();
    FileBlocks now =
        new FileBlocks(all(tx.store(), Tables.BLOCKS, file.id(), rows.blocks().get(), Block::key));
    List<Block> then = new ArrayList<>();
    long offset = 0;
    for (Block block : now.all()) {
      long length = Math.min(block.lengthBytes(), file.sizeBytes() - offset);
      if (length > 0) {
        then.add(block.withLength(length).withState(BlockState.COMPLETE));
      }
      offset += block.lengthBytes();
    }
    Inode closed = file.toBuilder().leaseHolder(null).leaseMachine(null).build();
    OpenedFile opened = assemble(tx, found, closed, new FileBlocks(then), rows);
    return new OpenedFile(opened.status(), opened.blocks(), opened.last(), false);
  }

  private static boolean isOneVersion(Inode file, FileBlocks blocks) {
    List<Block> all = blocks.all();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).index() != i) {
        return false;
      }
    }
    return blocks.lengthBytes() == file.sizeBytes();
  }

  private OpenedFile assemble(
      OperationTx tx, ResolvedPath found, Inode file, FileBlocks blocks, Rows rows) {
    Map<Long, List<Replica>> replicas =
        byBlock(
            all(tx.store(), Tables.REPLICAS, file.id(), rows.replicas().get(), Replica::key),
            Replica::blockId);
    Map<Long, List<ReplicaUnderConstruction>> pipelines =
        byBlock(rows.pipelines().get(), ReplicaUnderConstruction::blockId);
    Map<Long, List<CorruptReplica>> corrupt =
        byBlock(rows.corrupt().get(), CorruptReplica::blockId);
    List<FileBlock> inRange = new ArrayList<>();
    FileBlock last = null;
    long offset = 0;
    for (Block block : blocks.all()) {
      last =
          new FileBlock(
              readable(block),
              offset,
              replicas.getOrDefault(block.blockId(), List.of()),
              pipelines.getOrDefault(block.blockId(), List.of()),
              corrupt.getOrDefault(block.blockId(), List.of()));
      long end = offset + block.lengthBytes();
      boolean overlaps = end > offsetBytes && offset - offsetBytes < lengthBytes;
      if (overlaps && !last.isOpen()) {
        inRange.add(last);
      }
      offset = end;
    }
    long precisionMs = settings.accessTimePrecisionMs();
    boolean due = precisionMs > 0 && tx.nowMs() > file.atimeMs() + precisionMs;
    return new OpenedFile(tx.status(found, file, 0), inRange, last, due);
  }

  /**
   * A block whose replicas are being cut reads as what it will be: datanodes serve so much of the
   * longer replicas, too.
   */
  private static Block readable(Block block) {
    return block.state() == BlockState.UNDER_TRUNCATION
        ? block.withState(BlockState.COMPLETE)
        : block;
  }

  /** The first page and those behind it. */
  private static <K, R> List<R> all(
      Tx tx, Table<K, R> table, long inodeId, List<R> first, Function<R, K> key) {
    if (first.size() < PAGE) {
      return first;
    }
    List<R> rows = new ArrayList<>(first);
    List<R> page = first;
    while (page.size() == PAGE) {
      page = tx.scan(Scan.prefix(table, PAGE, inodeId).after(key.apply(page.get(page.size() - 1))));
      rows.addAll(page);
    }
    return rows;
  }

  private static <R> Map<Long, List<R>> byBlock(List<R> rows, Function<R, Long> blockId) {
    Map<Long, List<R>> byBlock = new HashMap<>();
    rows.forEach(
        r ->
            byBlock
                .computeIfAbsent(BlockIds.owner(blockId.apply(r)), id -> new ArrayList<>())
                .add(r));
    return byBlock;
  }
}
