package io.warren.namespace.file;

import io.warren.model.Block;
import io.warren.model.Inode;
import io.warren.model.Lease;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.OperationTx;
import io.warren.namespace.lease.Leases;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;

/** What happens when a client wants to write to a file that is open. */
public final class LeaseConflict {
  /**
   * The file's writer is silent for longer than the soft limit: the lease may be taken from it, in
   * a transaction of its own.
   */
  public static final class WriterSilent extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final long inodeId;
    private final String holder;

    WriterSilent(long inodeId, String holder) {
      super("The file's writer is silent", null, false, false);
      this.inodeId = inodeId;
      this.holder = holder;
    }

    /** The operation that takes the file from the writer. */
    public ReleaseLease release() {
      return new ReleaseLease(inodeId, holder, true, null);
    }
  }

  /** What a client wants to do with the file, in the words of stock HDFS. */
  public enum Attempt {
    CREATE_FILE,
    APPEND_FILE,
    TRUNCATE_FILE
  }

  private LeaseConflict() {}

  /**
   * Passes when the file is closed.
   *
   * @param attempt what the client wants
   * @param holder who wants to write
   * @throws NamespaceException ALREADY_BEING_CREATED or RECOVERY_IN_PROGRESS
   * @throws WriterSilent when the lease can be taken over
   */
  public static void check(
      OperationTx tx, Attempt attempt, FsPath path, Inode file, String holder, long softLimitMs) {
    String owner = file.leaseHolder();
    if (owner == null) {
      return;
    }
    if (owner.equals(Leases.RECOVERY_HOLDER)) {
      throw recovering(tx, attempt, path, file, holder);
    }
    if (owner.equals(holder)) {
      throw new NamespaceException(
              Code.ALREADY_BEING_CREATED, "The client is writing to the file already")
          .with("attempt", attempt)
          .with("path", path)
          .with("holder", holder)
          .with("clientMachine", tx.call().clientMachine());
    }
    Lease lease = tx.store().get(Tables.LEASES, owner, LockMode.READ_COMMITTED);
    if (tx.namespace().leaseAges().isOlder(lease, softLimitMs)) {
      throw new WriterSilent(file.id(), owner);
    }
    Block last = FileTail.read(tx.store(), file, LockMode.READ_COMMITTED).last();
    if (last != null && last.state().isRecovering()) {
      throw recovering(tx, attempt, path, file, holder);
    }
    throw new NamespaceException(
            Code.ALREADY_BEING_CREATED, "Another client is writing to the file")
        .with("attempt", attempt)
        .with("path", path)
        .with("holder", holder)
        .with("clientMachine", tx.call().clientMachine())
        .with("leaseHolder", owner)
        .with("leaseMachine", machineOf(file));
  }

  private static String machineOf(Inode file) {
    String machine = file.leaseMachine();
    return machine == null ? "" : machine;
  }

  private static NamespaceException recovering(
      OperationTx tx, Attempt attempt, FsPath path, Inode file, String holder) {
    return recovering(attempt, path, holder, tx.call())
        .with("fileId", file.id())
        .with("leaseHolder", String.valueOf(file.leaseHolder()))
        .with("leaseMachine", machineOf(file));
  }

  /** The error while the recovery that a call began is under way. */
  public static NamespaceException recovering(
      Attempt attempt, FsPath path, String holder, CallContext call) {
    return new NamespaceException(
            Code.RECOVERY_IN_PROGRESS, "The file's last block is being recovered; try again later")
        .with("attempt", attempt)
        .with("path", path)
        .with("holder", holder)
        .with("clientMachine", call.clientMachine());
  }
}
