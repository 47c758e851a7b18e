package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.Access;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.lease.LeaseConflict;
import io.warren.namespace.lease.LeaseConflict.WriterSilent;
import io.warren.namespace.lease.ReleaseLease;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner.Committed;
import java.util.ArrayList;
import java.util.List;

/**
 * Shortens a closed file to a length at which one of its blocks ends. A length inside a block would
 * need the datanodes to cut its replicas and is refused as unsupported. Answers true: the file is
 * closed at its new length.
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
        throw new NamespaceException(
                Code.RECOVERY_IN_PROGRESS,
                "The file's last block is being recovered; try again later")
            .with("path", path);
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
    LeaseConflict.check(tx, path, file, holder, settings.leaseSoftLimitMs());
    if (newLengthBytes > file.sizeBytes()) {
      throw new NamespaceException(Code.INVALID_ARGUMENT, "Cannot truncate to a larger file size")
          .with("path", path)
          .with("sizeBytes", file.sizeBytes())
          .with("newLengthBytes", newLengthBytes);
    }
    if (newLengthBytes == file.sizeBytes()) {
      return true;
    }
    FileBlocks blocks = FileBlocks.read(tx.store(), file.id(), LockMode.EXCLUSIVE);
    List<Block> surplus = surplus(blocks);
    FileBlocks.discard(tx.store(), file.id(), surplus);
    long freed = surplus.stream().mapToLong(b -> FileBlocks.chargedBytes(file, b)).sum();
    tx.quota().chargeUnchecked(found, 0, -freed);
    tx.inodes()
        .update(file, file.toBuilder().sizeBytes(newLengthBytes).mtimeMs(tx.nowMs()).build());
    return true;
  }

  private List<Block> surplus(FileBlocks blocks) {
    List<Block> surplus = new ArrayList<>();
    long offset = 0;
    for (Block block : blocks.all()) {
      long end = offset + block.lengthBytes();
      if (offset >= newLengthBytes) {
        if (block.state() != BlockState.COMPLETE) {
          throw new NamespaceException(
                  Code.NOT_REPLICATED_YET, "A block of the file is not stored often enough yet")
              .with("path", path)
              .with("blockId", block.blockId());
        }
        surplus.add(block);
      } else if (end > newLengthBytes) {
        throw new NamespaceException(
                Code.UNSUPPORTED, "Truncate to a length inside a block is not supported")
            .with("path", path)
            .with("newLengthBytes", newLengthBytes)
            .with("blockStartsAtBytes", offset)
            .with("blockEndsAtBytes", end);
      }
      offset = end;
    }
    return surplus;
  }
}
