package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FileSettings;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.lease.Leases;
import io.warren.store.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * Closes a file: commits its last block and, when all blocks are stored often enough, ends the
 * lease. Answers false when they are not yet; the client then asks again. A repeated call on a file
 * that was closed with the same last block answers true.
 *
 * @param last the last block as the client wrote it; null for a file without blocks
 */
public record Complete(
    FsPath path, long fileId, String holder, @Nullable BlockRef last, FileSettings settings)
    implements InodeOperation<Boolean> {
  @Override
  public String name() {
    return "complete";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofFileRows(path, fileId);
  }

  @Override
  public Boolean execute(OperationTx tx) {
    return close(tx).closed();
  }

  /**
   * How the call ended.
   *
   * @param mayGoInId id of the file if it is closed and its bytes may be taken into the database;
   *     else 0
   */
  public record Outcome(boolean closed, long mayGoInId) {
    private static final Outcome NOT_YET = new Outcome(false, 0);
    private static final Outcome CLOSED = new Outcome(true, 0);
  }

  /** As the operation, which also tells whether {@link TakeIn} is for the file. */
  public record Telling(Complete complete) implements InodeOperation<Outcome> {
    @Override
    public String name() {
      return complete.name();
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public long partition(PartitionGuess guess) {
      return complete.partition(guess);
    }

    @Override
    public Outcome execute(OperationTx tx) {
      return complete.close(tx);
    }
  }

  private Outcome close(OperationTx tx) {
    ResolvedPath found = tx.lockFile(path, fileId, LockMode.EXCLUSIVE);
    Inode inode = found.requireFile();
    FileBlocks blocks = FileTail.readSettled(tx.store(), inode);
    Block lastBlock = blocks.last();
    if (!inode.isUnderConstruction() && wasClosedWith(inode, lastBlock)) {
      return Outcome.CLOSED;
    }
    Leases.check(found.path(), inode, holder);
    OpenFile file = new OpenFile(found, inode);
    Block before = blocks.penultimate();
    if (before != null
        && settings.committedAllowed() == 0
        && before.state() != BlockState.COMPLETE) {
      return Outcome.NOT_YET;
    }
    if (lastBlock != null && last != null) {
      Block committed =
          BlockCommit.commit(tx, file, lastBlock, last, settings.replicasToComplete());
      blocks = blocks.with(committed);
    }
    if (inode.inDatabase() && lastBlock != null && blocks.lengthBytes() < inode.sizeBytes()) {
      throw new NamespaceException(
              Code.INVALID_ARGUMENT, "The blocks lack bytes that the file has in the database")
          .with("path", path)
          .with("sizeBytes", inode.sizeBytes())
          .with("lengthBytes", blocks.lengthBytes());
    }
    if (!FileClosing.mayClose(blocks, settings.committedAllowed())) {
      file.resize(tx, blocks.lengthBytes());
      return Outcome.NOT_YET;
    }
    Inode closed = FileClosing.close(tx, found, inode, blocks);
    boolean mayGoIn =
        blocks.count() == 1 && TakeIn.mayGoIn(closed, EffectivePolicies.of(found.rows()), settings);
    return mayGoIn ? new Outcome(true, closed.id()) : Outcome.CLOSED;
  }

  /** A file of one block may have been taken into the database since the first call. */
  private boolean wasClosedWith(Inode closed, @Nullable Block lastBlock) {
    if (last == null || lastBlock == null) {
      return lastBlock == null
          && (last == null || (closed.inDatabase() && last.lengthBytes() == closed.sizeBytes()));
    }
    return last.matches(lastBlock);
  }
}
