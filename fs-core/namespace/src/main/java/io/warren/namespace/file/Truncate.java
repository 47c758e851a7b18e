package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.LeasePath;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.file.LeaseConflict.Attempt;
import io.warren.namespace.file.LeaseConflict.WriterSilent;
import io.warren.namespace.lease.Leases;
import io.warren.namespace.rights.Access;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shortens a closed file, with the rules of stock HDFS (FSDirTruncateOp). The file has its new
 * length at once. Where it ends inside a block, the datanodes must cut that block's replicas, or
 * copy their beginning where snapshots read the rest: the file is closed when they have done so,
 * and opened by nobody before. What snapshots read of the blocks behind the new end is kept for
 * them. Answers whether the file is closed already.
 */
public record Truncate(FsPath path, long newLengthBytes, String holder, FileSettings settings)
    implements InodeOperation<Boolean> {
  @Override
  public String name() {
    return "truncate";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public Committed<Boolean> perform(Namespace namespace, CallContext call) {
    try {
      return InodeOperation.super.perform(namespace, call);
    } catch (WriterSilent e) {
      ReleaseLease.Outcome outcome = namespace.run(e.release(), call);
      if (outcome.state() != ReleaseLease.State.CLOSED) {
        throw LeaseConflict.recovering(Attempt.TRUNCATE_FILE, path, holder, call);
      }
      return InodeOperation.super.perform(namespace, call);
    }
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofFileRows(path, 0);
  }

  @Override
  public Boolean execute(OperationTx tx) {
    if (newLengthBytes < 0) {
      throw new NamespaceException(Code.INVALID_ARGUMENT, "Cannot truncate to a negative file size")
          .with("newLengthBytes", newLengthBytes);
    }
    ResolvedPath found = tx.lock(PathLock.last(path));
    tx.permissions().traverse(found);
    Inode file = found.requireFile();
    tx.permissions().last(found, Access.WRITE);
    StripedFiles.refuse(file, path, "Cannot truncate file with striped block");
    if (isBeingTruncated(tx, file)) {
      return sameTruncate(file);
    }
    LeaseConflict.check(tx, Attempt.TRUNCATE_FILE, path, file, holder, settings.leaseSoftLimitMs());
    if (newLengthBytes > file.sizeBytes()) {
      throw new NamespaceException(Code.INVALID_ARGUMENT, "Cannot truncate to a larger file size")
          .with("path", path)
          .with("sizeBytes", file.sizeBytes())
          .with("newLengthBytes", newLengthBytes);
    }
    if (newLengthBytes == file.sizeBytes()) {
      return true;
    }
    if (file.inDatabase()) {
      return cutInDatabase(tx, found, file);
    }
    KeptByTruncation kept = new KeptByTruncation(tx, file);
    FileBlocks blocks = FileBlocks.read(tx.store(), file.id(), LockMode.EXCLUSIVE);
    kept.look(blocks);
    List<Block> surplus = surplus(blocks);
    Cut cut = cut(blocks);
    boolean copies = cut != null && kept.bytesRead(cut.whole()) > cut.lengthBytes();
    List<Block> held = new ArrayList<>();
    if (cut != null && copies) {
      held.add(cut.whole());
    }
    surplus.stream().filter(block -> kept.bytesRead(block) > 0).forEach(held::add);
    kept.keep(path, held);
    List<Block> freed = surplus.stream().filter(block -> kept.bytesRead(block) == 0).toList();
    FileBlocks.discard(tx.store(), file.id(), freed);
    BlockPlaces.shrink(tx.store(), file.id(), blocks.count(), blocks.count() - surplus.size());
    for (Block gone : surplus) {
      tx.quota().chargeUnchecked(found, 0, FileBlocks.charged(file, gone).negated());
    }
    Inode.Builder shorter = file.toBuilder().sizeBytes(newLengthBytes).mtimeMs(tx.nowMs());
    if (cut != null) {
      beginCut(tx, found, file, cut, copies);
      shorter.leaseHolder(Leases.RECOVERY_HOLDER).leaseMachine(tx.call().clientMachine());
    }
    tx.inodes().update(file, shorter.build());
    return cut == null;
  }

  /** The rows get shorter; what a snapshot reads of them must not. */
  private Boolean cutInDatabase(OperationTx tx, ResolvedPath found, Inode file) {
    if (tx.snapshots().keeps(file)) {
      throw FileContents.refusal(
          List.of(path),
          "A snapshot reads the file's bytes in the database: only blocks can be truncated");
    }
    FileContents contents = FileContents.readHeld(tx.store(), file);
    byte[] left = Arrays.copyOf(contents.bytes(), Math.toIntExact(newLengthBytes));
    contents.replace(tx.store(), file.id(), left);
    long gone = file.sizeBytes() - newLengthBytes;
    tx.quota().chargeUnchecked(found, 0, PolicySpace.ofFile(file, gone).negated());
    Inode.Builder shorter = file.toBuilder().sizeBytes(newLengthBytes).mtimeMs(tx.nowMs());
    tx.inodes().update(file, shorter.feature(Inode.IN_DATABASE, newLengthBytes > 0).build());
    return true;
  }

  private static boolean isBeingTruncated(OperationTx tx, Inode file) {
    if (!Leases.RECOVERY_HOLDER.equals(file.leaseHolder())) {
      return false;
    }
    Block last = FileTail.readSettled(tx.store(), file).last();
    return last != null && last.state() == BlockState.UNDER_TRUNCATION;
  }

  private Boolean sameTruncate(Inode file) {
    if (newLengthBytes == file.sizeBytes()) {
      return false;
    }
    throw new NamespaceException(
            Code.ALREADY_BEING_CREATED, "The file is being truncated to another length")
        .with("path", path)
        .with("newLengthBytes", newLengthBytes)
        .with("truncatesToBytes", file.sizeBytes());
  }

  /** The blocks behind the new end. */
  private List<Block> surplus(FileBlocks blocks) {
    List<Block> surplus = new ArrayList<>();
    long offset = 0;
    for (Block block : blocks.all()) {
      boolean behind = offset >= newLengthBytes;
      if (behind || offset + block.lengthBytes() > newLengthBytes) {
        requireComplete(block);
      }
      if (behind) {
        surplus.add(block);
      }
      offset += block.lengthBytes();
    }
    return surplus;
  }

  private void requireComplete(Block block) {
    if (block.state() != BlockState.COMPLETE) {
      throw new NamespaceException(
              Code.NOT_REPLICATED_YET, "A block of the file is not stored often enough yet")
          .with("path", path)
          .with("blockId", block.blockId());
    }
  }

  /** A block in which the new end is, as it is, and how much of it the file keeps. */
  private record Cut(Block whole, long lengthBytes) {}

  /** Null when a block ends at the new end. */
  private @Nullable Cut cut(FileBlocks blocks) {
    long offset = 0;
    for (Block block : blocks.all()) {
      long end = offset + block.lengthBytes();
      if (offset < newLengthBytes && end > newLengthBytes) {
        return new Cut(block, newLengthBytes - offset);
      }
      offset = end;
    }
    return null;
  }

  /**
   * The leader's lease monitor finds the file by its lease, and has datanodes cut the replicas, or
   * copy their beginning when snapshots read on behind it.
   */
  private static void beginCut(
      OperationTx tx, ResolvedPath found, Inode file, Cut cut, boolean copies) {
    Block whole = cut.whole();
    Block open;
    if (copies) {
      open = BlockCopies.begin(tx, file.id(), whole, cut.lengthBytes());
      BlockPlaces.replace(tx.store(), open);
    } else {
      open =
          whole
              .withLength(cut.lengthBytes())
              .withState(BlockState.UNDER_TRUNCATION)
              .withRecoveryId(GenerationStamps.above(tx, whole.generationStamp()));
      tx.store().update(Tables.BLOCKS, open);
    }
    tx.quota()
        .charge(found, 0, FileBlocks.charged(file, open).minus(FileBlocks.charged(file, whole)));
    tx.store().upsert(Tables.LEASE_PATHS, new LeasePath(Leases.RECOVERY_HOLDER, file.id()));
  }
}
