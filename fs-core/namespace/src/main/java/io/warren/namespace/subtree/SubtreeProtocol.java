package io.warren.namespace.subtree;

import io.warren.model.Inode;
import io.warren.model.SubtreeOperation;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an operation on a directory while nothing below it changes (after HopsFS, FAST'17 §6.1):
 * lock the directory's row and flag it with this namenode's id; wait for what runs below; act in
 * one transaction, which also clears the flag.
 *
 * <p>What begins after the flag reads it on its way. What began before is waited for, on all
 * namenodes ({@link SubtreeBarrier}). Where it is not known what they do, every row below is locked
 * and released in bounded transactions ({@link Quiescence}): every other operation locks its rows
 * before it reads its ancestors' flags, so whoever locks a row later sees the flag.
 *
 * <p>Fencing: every transaction of the protocol reads the flagged row with a lock and compares the
 * owner; who takes over a dead owner's flag locks that row exclusively. A paused owner that was
 * declared dead can't commit another step.
 */
public final class SubtreeProtocol {
  private static final Logger LOG = LoggerFactory.getLogger(SubtreeProtocol.class);
  private static final int SHOWN_PATH_CHARS_MAX = 2000;
  private static final int ROUNDS_MAX = 5;

  private SubtreeProtocol() {}

  /**
   * What to do with a subtree.
   *
   * @param operation its name, for subtree_operations
   * @param check refuses in the locking transaction, before the flag is set
   * @param rights that the caller needs below the path, checked once the subtree is quiet
   */
  public record Request(
      FsPath path,
      String operation,
      BiConsumer<OperationTx, ResolvedPath> check,
      RightsBelow rights) {}

  /**
   * Runs an operation in its one transaction, or under a subtree lock when it asks for that by
   * {@link SubtreeRequired}; over again when the path changed in between.
   *
   * @param locked runs it under the lock; empty when the path no longer names a directory
   * @param gaveUp what to say when the path kept changing
   * @throws StoreException UNAVAILABLE when the path kept changing
   */
  public static <R> Committed<R> runWhenRequired(
      Namespace namespace,
      CallContext call,
      InodeOperation<R> operation,
      FsPath path,
      Supplier<Optional<Committed<R>>> locked,
      String gaveUp) {
    for (int round = 0; round < ROUNDS_MAX; round++) {
      try {
        return namespace.inTransaction(operation, call);
      } catch (SubtreeRequired e) {
        Optional<Committed<R>> done = locked.get();
        if (done.isPresent()) {
          return done.get();
        }
      }
    }
    throw new StoreException(StoreException.Code.UNAVAILABLE, gaveUp).with("path", path);
  }

  /**
   * Locks, makes quiet, acts.
   *
   * @param act the operation of the last transaction; it clears the flag (or moves the row without
   *     it) when it changes anything
   * @return empty when the path no longer names a directory
   */
  public static <R> Optional<Committed<R>> run(
      Namespace namespace,
      CallContext call,
      Request request,
      Function<HeldLock, InodeOperation<R>> act) {
    Acquire acquire = new Acquire(request);
    HeldLock held = null;
    try {
      Optional<HeldLock> locked = namespace.inTransaction(acquire, call).value();
      if (locked.isEmpty()) {
        return Optional.empty();
      }
      held = locked.get();
      HeldLock quiet = makeQuiet(namespace, call, request, held);
      return Optional.of(act(namespace, call, quiet, act));
    } finally {
      release(namespace, held);
      acquire.forget(namespace);
    }
  }

  /** Returns the lock once nothing runs below it and the caller has the rights. */
  private static HeldLock makeQuiet(
      Namespace namespace, CallContext call, Request request, HeldLock held) {
    if (!SubtreeBarrier.pass(namespace, held, call)) {
      return held.holding(new Quiescence(namespace, held, call, request.rights()).run());
    }
    if (request.rights() != RightsBelow.NONE) {
      new RightsWalk(namespace, held, call, request.rights()).run();
    }
    return held;
  }

  private static <R> Committed<R> act(
      Namespace namespace,
      CallContext call,
      HeldLock quiet,
      Function<HeldLock, InodeOperation<R>> act) {
    try {
      return namespace.inTransaction(act.apply(quiet), call);
    } catch (QuietContents.Required e) {
      QuietContents contents =
          namespace
              .inTransaction(new CountHeld(quiet), call)
              .value()
              .orElseGet(() -> new Quiescence(namespace, quiet, call, RightsBelow.NONE).run());
      return namespace.inTransaction(act.apply(quiet.holding(contents)), call);
    }
  }

  private static void release(Namespace namespace, @Nullable HeldLock held) {
    if (held == null) {
      return;
    }
    try {
      namespace
          .runner()
          .run(
              TxOptions.write("subtree_release"),
              tx -> {
                releaseIn(tx, namespace, held);
                return true;
              });
    } catch (RuntimeException e) {
      LOG.warn("Releasing the subtree lock of {} failed; the next caller clears it", held, e);
    }
  }

  private static void releaseIn(Tx tx, Namespace namespace, HeldLock held) {
    Inode row = tx.get(Tables.INODES, held.key(), LockMode.EXCLUSIVE);
    if (row != null
        && row.id() == held.inodeId()
        && row.subtreeLockOwner() == held.ownerNamenodeId()) {
      tx.update(Tables.INODES, row.toBuilder().subtreeLockOwner(0).build());
      tx.delete(Tables.SUBTREE_OPERATIONS, row.id());
      namespace.directoryViews().change(tx, List.of(row.id()));
    }
  }

  /** The first transaction: sets the flag. */
  private static final class Acquire implements InodeOperation<Optional<HeldLock>> {
    private final Request request;
    private long notedId;

    Acquire(Request request) {
      this.request = request;
    }

    @Override
    public String name() {
      return "subtree_lock";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public long partition(PartitionGuess guess) {
      return guess.ofRow(request.path());
    }

    @Override
    public Optional<HeldLock> execute(OperationTx tx) {
      ResolvedPath found = tx.lock(PathLock.last(request.path()));
      request.check().accept(tx, found);
      Inode row = found.last();
      if (row == null || !row.isDirectory()) {
        return Optional.empty();
      }
      Namespace namespace = tx.namespace();
      forget(namespace);
      notedId = row.id();
      namespace.subtreeLocksHeld().add(notedId);
      long self = namespace.liveness().selfId();
      Inode flagged = row.toBuilder().subtreeLockOwner(self).build();
      tx.store().update(Tables.INODES, flagged);
      tx.inodes().viewChanges(flagged);
      tx.store()
          .upsert(
              Tables.SUBTREE_OPERATIONS,
              new SubtreeOperation(
                  row.id(),
                  shown(request.path()),
                  request.operation(),
                  self,
                  user(tx),
                  tx.nowMs()));
      return Optional.of(new HeldLock(request.path(), row.key(), row.id(), self, null));
    }

    void forget(Namespace namespace) {
      if (notedId != 0) {
        namespace.subtreeLocksHeld().remove(notedId);
      }
    }

    private static String user(OperationTx tx) {
      return tx.call().user();
    }

    private static String shown(FsPath path) {
      String text = path.toString();
      return text.length() <= SHOWN_PATH_CHARS_MAX ? text : text.substring(0, SHOWN_PATH_CHARS_MAX);
    }
  }
}
