package io.warren.namespace.job;

import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner.Committed;
import java.util.function.Function;

/** Runs an operation on a path where a certain inode is, again when it moved in between. */
public final class AtInode {
  private static final int ROUNDS_MAX = 10;

  /** The path names another inode than the one meant: unwinds to look where that one is. */
  static final class Moved extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Moved() {
      super("The inode is not at the path any more", null, false, false);
    }
  }

  private AtInode() {}

  /**
   * Runs an operation whose {@link JobGuard} knows the inode.
   *
   * @throws NamespaceException NOT_FOUND when there is no such inode in the tree
   * @throws StoreException UNAVAILABLE when it kept moving
   */
  public static <R> Committed<R> run(
      Namespace namespace,
      CallContext call,
      long inodeId,
      Function<FsPath, Committed<R>> operation) {
    for (int round = 0; round < ROUNDS_MAX; round++) {
      FsPath path = namespace.inTransaction(new Find(inodeId), call).value();
      try {
        return operation.apply(path);
      } catch (Moved e) {
        // Looked for again.
      } catch (NamespaceException e) {
        if (e.code() != Code.NOT_FOUND) {
          throw e;
        }
      }
    }
    throw new StoreException(StoreException.Code.UNAVAILABLE, "The inode kept changing its place")
        .with("inodeId", inodeId);
  }

  /**
   * Reads at the path where an inode is before and after.
   *
   * @throws NamespaceException NOT_FOUND when there is no such inode in the tree
   * @throws StoreException UNAVAILABLE when it kept moving
   */
  public static <R> R read(
      Namespace namespace, CallContext call, long inodeId, Function<FsPath, R> reading) {
    return run(
            namespace,
            call,
            inodeId,
            path -> {
              R found = reading.apply(path);
              if (!namespace.inTransaction(new Find(inodeId), call).value().equals(path)) {
                throw new Moved();
              }
              return new Committed<>(found, 0);
            })
        .value();
  }

  /** What to say of an inode that is not in the tree. */
  public static NamespaceException gone(long inodeId) {
    return new NamespaceException(Code.NOT_FOUND, "The inode is not in the tree any more")
        .with("inodeId", inodeId);
  }

  private record Find(long inodeId) implements InodeOperation<FsPath> {
    @Override
    public String name() {
      return "find_path";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public FsPath execute(OperationTx tx) {
      tx.permissions().superuser();
      ResolvedPath found = tx.findById(inodeId);
      if (found == null) {
        throw gone(inodeId);
      }
      return found.path();
    }
  }
}
