package io.warren.namespace.file;

import io.warren.model.Inode;
import io.warren.model.Lease;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
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
import org.jspecify.annotations.Nullable;

/**
 * Opens a file whose bytes are in the database for writing at its end, and hands these bytes out.
 * Its writer closes it with all bytes ({@link CompleteInDatabase}), or writes them, the old ones
 * first, to blocks; until these are complete the rows are the file. A file of blocks is refused
 * with UNSUPPORTED. At most once.
 */
public record AppendInDatabase(
    FsPath path, String holder, String clientMachine, FileSettings settings)
    implements InodeOperation<AppendInDatabase.Answer> {
  /** The opened file with its bytes. */
  public record Answer(EntryStatus status, byte[] bytes) {}

  @Override
  public String name() {
    return "append_in_database";
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
    if (!file.inDatabase()) {
      throw new NamespaceException(Code.UNSUPPORTED, "The file's bytes are not in the database")
          .with("path", path);
    }
    LeaseConflict.check(tx, Attempt.APPEND_FILE, path, file, holder, settings.leaseSoftLimitMs());
    FileContents contents = FileContents.readHeld(tx.store(), file);
    Inode opened =
        tx.inodes()
            .update(file, file.toBuilder().leaseHolder(holder).leaseMachine(clientMachine).build());
    Lease lease = tx.store().get(Tables.LEASES, holder, LockMode.READ_COMMITTED);
    Leases.open(tx, holder, file.id(), lease);
    return new Answer(tx.status(found, opened, 0), contents.bytes());
  }

  @Override
  public byte[] encode(Answer result) {
    long fileId = result.status().inode().id();
    return ByteBuffer.allocate(Long.BYTES).putLong(fileId).array();
  }

  @Override
  public Answer decode(byte @Nullable [] payload, OperationTx tx) {
    long fileId = payload == null ? 0 : ByteBuffer.wrap(payload).getLong();
    EntryStatus file = OpenedBefore.find(tx, fileId, path);
    if (!file.inode().inDatabase()) {
      return new Answer(file, new byte[0]);
    }
    FileContents contents = FileContents.read(tx.store(), file.inode(), LockMode.SETTLED);
    if (contents == null) {
      throw tx.restart();
    }
    return new Answer(file, contents.bytes());
  }
}
