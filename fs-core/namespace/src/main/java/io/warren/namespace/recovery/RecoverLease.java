package io.warren.namespace.recovery;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.Operation;
import io.warren.namespace.OperationTx;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.file.ReleaseLease;
import io.warren.namespace.rights.Access;
import io.warren.store.TransactionRunner.Committed;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Takes a file from its writer at a client's wish, whether or not the writer is alive. Answers
 * whether the file is closed; when it is not, its last block is being recovered.
 */
public record RecoverLease(FsPath path) implements Operation<Boolean> {
  @Override
  public String name() {
    return "recover_lease";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public Committed<Boolean> perform(Namespace namespace, CallContext call) {
    Inode file = namespace.run(new Find(path), call).orElse(null);
    String holder = file == null ? null : file.leaseHolder();
    if (file == null || holder == null) {
      return new Committed<>(true, 0);
    }
    Committed<ReleaseLease.Outcome> outcome =
        namespace.runCommitted(new ReleaseLease(file.id(), holder, false, null), call);
    boolean closed =
        outcome.value().state() == ReleaseLease.State.CLOSED
            || outcome.value().state() == ReleaseLease.State.NOT_HELD && isClosed(namespace, call);
    return new Committed<>(closed, outcome.commitSequence());
  }

  private boolean isClosed(Namespace namespace, CallContext call) {
    @Nullable Inode now = namespace.run(new Find(path), call).orElse(null);
    return now == null || !now.isUnderConstruction();
  }

  /** The open file, if it is one; checks the caller's right to write to it. */
  private record Find(FsPath path) implements InodeOperation<Optional<Inode>> {
    @Override
    public String name() {
      return "recover_lease_find";
    }

    @Override
    public boolean mutates() {
      return false;
    }

    @Override
    public Optional<Inode> execute(OperationTx tx) {
      ResolvedPath found = tx.resolve(path);
      tx.permissions().traverse(found);
      Inode file = found.requireLast();
      if (!file.isFile()) {
        throw new NamespaceException(Code.IS_A_DIRECTORY, "The path is not a file")
            .with("path", path);
      }
      tx.permissions().last(found, Access.WRITE);
      return file.isUnderConstruction() ? Optional.of(file) : Optional.empty();
    }
  }
}
