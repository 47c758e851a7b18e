package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeGuess;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotPath;
import io.warren.namespace.SnapshotView;
import io.warren.namespace.rights.Access;
import io.warren.store.InodeRows;
import io.warren.store.LockMode;
import io.warren.store.ReadBatch;
import io.warren.store.StoreException;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Opens a file for reading: its blocks and where their replicas are, or its bytes. With a right
 * hint of the file one batch reads the path and all of that.
 *
 * <p>Where batches cost no round trip nothing is guessed: what the rows read say is needed is read
 * then.
 *
 * <p>No row is locked. The rows of one batch may be of slightly different times, so the blocks'
 * lengths are compared with the inode's size, which every change of a block changes in the same
 * transaction; a mixture of two versions is read again.
 */
public record GetBlockLocations(
    FsPath path, long offsetBytes, long lengthBytes, FileSettings settings)
    implements InodeOperation<OpenedFile> {
  private static final int READS_MAX = 10;

  /** A file that changes again and again is read whole then: that needs fewer rows to fit. */
  private static final int RANGE_READS_MAX = 3;

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
      OpenedFile opened = read(tx, read < RANGE_READS_MAX);
      if (opened != null) {
        return opened;
      }
    }
    throw changing();
  }

  private StoreException changing() {
    return new StoreException(
            StoreException.Code.UNAVAILABLE, "The file kept changing while it was read")
        .with("path", path);
  }

  /** Null when the rows are of different versions. */
  private @Nullable OpenedFile read(OperationTx tx, boolean byRange) {
    Guessed guessed = new Guessed();
    ResolvedPath found =
        tx.readsAhead()
            ? tx.resolve(path, batch -> guessed.add(batch, tx.guess(path)))
            : tx.resolve(path);
    tx.permissions().traverse(found);
    Inode file = found.requireFile();
    tx.permissions().last(found, Access.READ);
    if (file.inDatabase()) {
      FileContents contents = guessed.contents(tx.store(), file);
      return contents == null
          ? null
          : OpenedFile.inDatabase(tx.status(found, file, 0), isAccessTimeDue(tx, file), contents);
    }
    FileRows rows = guessed.rows(tx, file);
    if (byRange && !rows.hasFewBlocks()) {
      List<PlacedBlock> some = BlockRange.find(tx.store(), file, offsetBytes, lengthBytes);
      if (some != null && !some.get(some.size() - 1).block().isBeingCopied()) {
        return agree(tx, file, some.get(some.size() - 1).block())
            ? assemble(tx, found, file, some, rows)
            : null;
      }
    }
    FileBlocks blocks = rows.blocks(tx.store());
    Block last = blocks.last();
    if (!blocks.fit(file) || !agree(tx, file, last)) {
      return null;
    }
    boolean copied = last != null && last.isBeingCopied();
    FileBlocks readable =
        copied ? FormerBlocks.read(tx.store(), file.id()).withSource(blocks) : blocks;
    return assemble(tx, found, file, PlacedBlock.of(readable), rows);
  }

  /**
   * Whether the file and its last block are of one version also where no length tells: an append
   * that goes on in the last block, and a close after which nothing was written, change whether the
   * file is open and whether the block is. Where the two do not go together they are read once more
   * in a way that shows whole commits; a file may be open after a block that is complete.
   */
  private static boolean agree(OperationTx tx, Inode file, @Nullable Block last) {
    boolean isOpen = file.isUnderConstruction();
    if (last == null || tx.snapshotReads() || isOpen == (last.state() != BlockState.COMPLETE)) {
      return true;
    }
    ReadBatch batch = tx.store().batch();
    ReadBatch.Row<Inode> inode = batch.get(Tables.INODES, file.key(), LockMode.SETTLED);
    ReadBatch.Row<Block> block =
        batch.get(Tables.BLOCKS, new BlockKey(last.inodeId(), last.blockId()), LockMode.SETTLED);
    batch.execute();
    Inode inodeNow = inode.get();
    Block blockNow = block.get();
    return inodeNow != null
        && inodeNow.id() == file.id()
        && inodeNow.isUnderConstruction() == isOpen
        && blockNow != null
        && blockNow.state() == last.state();
  }

  /** The blocks that a file had, as far as it reached then: appending goes on in its last block. */
  private OpenedFile readSnapshot(OperationTx tx) {
    SnapshotView.Found snapshot = SnapshotView.resolve(tx, path);
    ResolvedPath found = snapshot.path();
    tx.permissions().traverse(found);
    Inode file = found.requireFile();
    tx.permissions().last(found, Access.READ);
    long snapshotId = snapshot.requireView().snapshot().id();
    Inode closed = file.toBuilder().leaseHolder(null).leaseMachine(null).build();
    List<Long> before = null;
    for (int read = 0; read < READS_MAX; read++) {
      Inode present = file.sizeBytes() == 0 ? null : InodeRows.find(tx.store(), file.id());
      if (present != null && present.inDatabase()) {
        FileContents then = contentsThen(tx.store(), present, file.sizeBytes());
        if (then != null) {
          return OpenedFile.inDatabase(tx.status(found, closed, 0), false, then);
        }
        continue;
      }
      ReadBatch batch = tx.store().batch();
      FileRows rows = FileRows.add(batch, file.id());
      ReadBatch.Rows<Inode> parts = batch.scan(FormerBlocks.scan(file.id()));
      batch.execute();
      FileBlocks now = rows.blocks(tx.store());
      FormerBlocks former = FormerBlocks.read(tx.store(), file.id(), parts.get());
      List<Block> then = former.asOf(now, snapshotId, file.sizeBytes());
      List<Long> places = then.stream().flatMap(b -> Stream.of(b.blockId(), b.inodeId())).toList();
      boolean whole = then.stream().mapToLong(Block::lengthBytes).sum() == file.sizeBytes();
      // A truncation moves blocks between two reads: what is found twice is not torn by one.
      if ((whole && former.parts().isEmpty()) || places.equals(before)) {
        FileBlocks blocks = new FileBlocks(then);
        OpenedFile opened = assemble(tx, found, closed, PlacedBlock.of(blocks), rows);
        return new OpenedFile(opened.status(), opened.blocks(), opened.last(), false, null);
      }
      before = places;
    }
    throw changing();
  }

  /**
   * What a file in the database had when it was so long: it has only grown since. Null when its
   * rows have just changed.
   */
  private static @Nullable FileContents contentsThen(Tx tx, Inode present, long sizeBytes) {
    FileContents now = FileContents.read(tx, present, LockMode.SETTLED);
    return now == null ? null : now.first(Math.toIntExact(sizeBytes));
  }

  /** What is read alongside the path: rows of its blocks, or its bytes. */
  private static final class Guessed {
    private @Nullable FileRows rows;
    private FileContents.@Nullable Asked contents;

    void add(ReadBatch batch, @Nullable InodeGuess guess) {
      if (guess == null) {
        return;
      }
      if (guess.inDatabase()) {
        contents =
            FileContents.ask(batch, guess.id(), guess.contentsBytes(), LockMode.READ_COMMITTED);
      } else {
        rows = FileRows.add(batch, guess.id());
      }
    }

    /** The bytes of the file, read now if others were guessed; null when they have changed. */
    @Nullable FileContents contents(Tx tx, Inode file) {
      return contents != null && contents.fits(file)
          ? contents.found()
          : FileContents.read(tx, file, LockMode.READ_COMMITTED);
    }

    /** The file's rows, read now if others were guessed. */
    FileRows rows(OperationTx tx, Inode file) {
      if (rows != null && rows.inodeId() == file.id()) {
        return rows;
      }
      return FileRows.read(tx.store(), file.id(), tx.readsAhead());
    }
  }

  private boolean isAccessTimeDue(OperationTx tx, Inode file) {
    long precisionMs = settings.accessTimePrecisionMs();
    return precisionMs > 0 && tx.nowMs() > file.atimeMs() + precisionMs;
  }

  /**
   * Reads the replicas of the blocks in the range.
   *
   * @param blocks as in {@link OpenedRange#of}
   */
  private OpenedFile assemble(
      OperationTx tx, ResolvedPath found, Inode file, List<PlacedBlock> blocks, FileRows rows) {
    boolean due = isAccessTimeDue(tx, file);
    EntryStatus status = tx.status(found, file, 0);
    return new OpenedRange(offsetBytes, lengthBytes).of(tx.store(), status, blocks, rows, due);
  }
}
