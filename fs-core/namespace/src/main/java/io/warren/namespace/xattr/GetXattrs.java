package io.warren.namespace.xattr;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.namespace.CallContext;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.SnapshotPath;
import io.warren.namespace.rights.Access;
import io.warren.store.LockMode;
import io.warren.store.TransactionRunner.Committed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Extended attributes of a path that the caller may see, by name in order.
 *
 * @param names those to give, all of which must be there; empty for all
 * @param namesOnly whether the values may be left out: that needs no right to read the inode
 * @param raw whether attributes of the namespace RAW are given, too
 * @throws NamespaceException XATTR_NOT_FOUND when one of the names is not there
 */
public record GetXattrs(FsPath path, List<XattrName> names, boolean namesOnly, boolean raw)
    implements InodeOperation<List<Xattr>> {
  public GetXattrs {
    names = List.copyOf(names);
  }

  public GetXattrs(FsPath path, List<XattrName> names, boolean namesOnly) {
    this(path, names, namesOnly, false);
  }

  @Override
  public String name() {
    return namesOnly ? "list_xattrs" : "get_xattrs";
  }

  @Override
  public boolean mutates() {
    return false;
  }

  /** The rows of one commit come one after the other where reads are not of one moment. */
  private static final class LockRequired extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LockRequired() {
      super("Reading extended attributes needs a lock", null, false, false);
    }
  }

  @Override
  public Committed<List<Xattr>> perform(Namespace namespace, CallContext call) {
    try {
      return namespace.inTransaction(this, call);
    } catch (LockRequired e) {
      return namespace.inTransaction(new Locked(this), call);
    }
  }

  private record Locked(GetXattrs get) implements InodeOperation<List<Xattr>> {
    @Override
    public String name() {
      return get.name();
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public long partition(PartitionGuess guess) {
      return get.partition(guess);
    }

    @Override
    public List<Xattr> execute(OperationTx tx) {
      if (SnapshotPath.isOne(get.path())) {
        return get.answer(tx, lockInSnapshot(tx), true);
      }
      return get.answer(tx, tx.lock(PathLock.lastShared(get.path())), true);
    }

    /** What a snapshot kept does not change; a row that it only holds is locked where it is. */
    private ResolvedPath lockInSnapshot(OperationTx tx) {
      ResolvedPath found = tx.resolve(get.path());
      Inode inode = found.requireLast();
      boolean kept = inode.attributesId() != inode.id();
      if (!kept && !inode.equals(tx.lockRow(inode.key(), LockMode.SHARED))) {
        throw tx.restart();
      }
      return found;
    }
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public List<Xattr> execute(OperationTx tx) {
    return answer(tx, tx.resolve(path), tx.snapshotReads());
  }

  private List<Xattr> answer(OperationTx tx, ResolvedPath found, boolean consistent) {
    names.forEach(name -> XattrRights.requireUsable(tx, name, raw));
    tx.permissions().traverse(found);
    Inode inode = found.requireLast();
    if (!namesOnly) {
      tx.permissions().last(found, Access.READ);
    }
    Map<XattrName, Xattr> stored = Map.of();
    if (inode.has(Inode.XATTRS)) {
      if (!consistent) {
        throw new LockRequired();
      }
      stored = XattrRows.read(tx.store(), inode.attributesId()).attributes();
    }
    List<Xattr> answer = new ArrayList<>();
    if (names.isEmpty()) {
      stored.values().stream()
          .filter(x -> XattrRights.visible(tx, x.name(), raw))
          .forEach(answer::add);
      return answer;
    }
    for (XattrName name : names) {
      Xattr value = stored.get(name);
      if (value == null) {
        throw new NamespaceException(
            Code.XATTR_NOT_FOUND, "At least one of the attributes provided was not found.");
      }
      answer.add(value);
    }
    return answer;
  }
}
