package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.Lease;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.Replica;
import io.warren.namespace.CallContext;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.file.LeaseConflict.Attempt;
import io.warren.namespace.file.LeaseConflict.WriterSilent;
import io.warren.namespace.lease.Leases;
import io.warren.namespace.rights.Access;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.schema.Tables;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Opens an existing file for writing at its end. A last block with room is opened again; the client
 * then asks for a new generation stamp of it ({@link UpdateBlockForPipeline}). A file whose bytes
 * are in the database is refused; {@link FileContents#inTheWay} tells so. At most once.
 *
 * @param newBlock whether to write on in a new block even if the last one has room
 */
public record Append(
    FsPath path, String holder, String clientMachine, boolean newBlock, FileSettings settings)
    implements InodeOperation<Append.Answer> {

  /**
   * The opened file.
   *
   * @param reopened the last block when it was opened again
   * @param previous the last block when the writer asked to begin another behind it
   */
  public record Answer(
      EntryStatus status, @Nullable FileBlock reopened, @Nullable Block previous) {}

  @Override
  public String name() {
    return "append";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofFileRows(path, 0);
  }

  @Override
  public boolean atMostOnce() {
    return true;
  }

  @Override
  public Committed<Answer> perform(Namespace namespace, CallContext call) {
    try {
      return InodeOperation.super.perform(namespace, call);
    } catch (WriterSilent e) {
      ReleaseLease.Outcome outcome = namespace.run(e.release(), call);
      if (outcome.state() != ReleaseLease.State.CLOSED) {
        throw LeaseConflict.recovering(Attempt.APPEND_FILE, path, holder, call);
      }
      return InodeOperation.super.perform(namespace, call);
    }
  }

  @Override
  public Answer execute(OperationTx tx) {
    ResolvedPath found = tx.lock(PathLock.last(path));
    tx.permissions().traverse(found);
    Inode file = found.requireFile();
    tx.permissions().last(found, Access.WRITE);
    StripedFiles.refuseAppend(file, path, newBlock);
    LeaseConflict.check(tx, Attempt.APPEND_FILE, path, file, holder, settings.leaseSoftLimitMs());
    FileContents.refuse(
        file,
        path,
        "The file's bytes are in the database, and only files of blocks can be appended to");
    FileBlocks blocks = FileTail.readSettled(tx.store(), file);
    Block last = blocks.last();
    if (last != null) {
      last = BlockCommit.lock(tx.store(), last);
      if (last.state() != BlockState.COMPLETE) {
        throw new NamespaceException(
                Code.NOT_REPLICATED_YET, "The file's last block is not stored often enough yet")
            .with("path", path)
            .with("blockId", last.blockId())
            .with("state", last.state());
      }
    }
    Inode opened =
        tx.inodes()
            .update(file, file.toBuilder().leaseHolder(holder).leaseMachine(clientMachine).build());
    Lease lease = tx.store().get(Tables.LEASES, holder, LockMode.READ_COMMITTED);
    Leases.open(tx, holder, file.id(), lease);
    boolean hasRoom = last != null && last.lengthBytes() < file.blockSizeBytes();
    FileBlock reopened =
        last != null && hasRoom && !newBlock ? reopen(tx, found, file, blocks, last) : null;
    return new Answer(tx.status(found, opened, 0), reopened, newBlock ? last : null);
  }

  private static FileBlock reopen(
      OperationTx tx, ResolvedPath found, Inode file, FileBlocks blocks, Block last) {
    FileBlock rows = FileClosing.withReplicas(tx.store(), last, 0);
    List<Integer> corrupt = rows.corrupt().stream().map(c -> c.storageId()).toList();
    List<Integer> storageIds =
        rows.replicas().stream()
            .filter(r -> r.generationStamp() == last.generationStamp())
            .map(Replica::storageId)
            .filter(s -> !corrupt.contains(s))
            .toList();
    if (storageIds.isEmpty()) {
      throw new NamespaceException(
              Code.NOT_REPLICATED_YET, "No good replica of the file's last block is known")
          .with("path", found.path())
          .with("blockId", last.blockId());
    }
    Block open = last.withState(BlockState.UNDER_CONSTRUCTION);
    tx.store().update(Tables.BLOCKS, open);
    tx.quota()
        .charge(found, 0, FileBlocks.charged(file, open).minus(FileBlocks.charged(file, last)));
    return new FileBlock(
        open,
        blocks.lengthBytes() - open.lengthBytes(),
        rows.replicas(),
        AddBlock.expect(tx.store(), open, storageIds),
        rows.corrupt());
  }

  @Override
  public byte[] encode(Answer result) {
    FileBlock reopened = result.reopened();
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(result.status().inode().id())
        .putLong(reopened == null ? 0 : reopened.block().blockId())
        .array();
  }

  @Override
  public Answer decode(byte @Nullable [] payload, OperationTx tx) {
    ByteBuffer ids = ByteBuffer.wrap(payload == null ? new byte[2 * Long.BYTES] : payload);
    EntryStatus file = OpenedBefore.find(tx, ids.getLong(), path);
    long blockId = ids.getLong();
    FileBlocks blocks = FileTail.readSettled(tx.store(), file.inode());
    Block last = blocks.last();
    boolean wasReopened = last != null && last.blockId() == blockId;
    return new Answer(
        file,
        wasReopened ? AddBlockRules.present(tx.store(), blocks) : null,
        newBlock ? last : null);
  }
}
