package io.warren.namespace.quota;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaType;
import io.warren.model.QuotaUpdate;
import io.warren.model.TypeSpace;
import io.warren.namespace.CallContext;
import io.warren.namespace.ContentTotals;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.InodeOperation;
import io.warren.namespace.Namespace;
import io.warren.namespace.OperationTx;
import io.warren.namespace.PartitionGuess;
import io.warren.namespace.PathLock;
import io.warren.namespace.QuotaStatus;
import io.warren.namespace.ResolvedPath;
import io.warren.namespace.job.ChangeGuard;
import io.warren.namespace.subtree.HeldLock;
import io.warren.namespace.subtree.RightsBelow;
import io.warren.namespace.subtree.SubtreeProtocol;
import io.warren.namespace.subtree.SubtreeRequired;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.StoreException;
import io.warren.store.TransactionRunner.Committed;
import io.warren.store.schema.Tables;
import java.util.List;
import java.util.Map;

/**
 * Sets or clears the limits of a directory; the superuser may. A directory that had no quota is
 * counted under a subtree lock first, so that its usage starts exact. A limit below the usage is
 * allowed: it refuses what would add to it.
 *
 * @param parentsOwnerMay whether the owner of the parent directory may, too
 * @param guard of the directory
 */
public record SetQuota(
    FsPath path,
    QuotaLimit names,
    QuotaLimit spaceBytes,
    Map<QuotaType, QuotaLimit> types,
    boolean parentsOwnerMay,
    ChangeGuard<SetQuota.Result> guard)
    implements InodeOperation<SetQuota.Result> {
  private static final int LEFTOVERS_MAX = 500;

  public SetQuota {
    types = Map.copyOf(types);
    for (QuotaLimit limit : types.values()) {
      if (limit.kind() == QuotaLimit.Kind.SET && limit.value() == 0) {
        throw new NamespaceException(
            NamespaceException.Code.INVALID_ARGUMENT,
            "A quota of a type of storage must be positive");
      }
    }
  }

  /** Limits of names and space; those by type of storage stay. */
  public SetQuota(FsPath path, QuotaLimit names, QuotaLimit spaceBytes) {
    this(path, names, spaceBytes, Map.of(), false);
  }

  /** Without a guard. */
  public SetQuota(
      FsPath path,
      QuotaLimit names,
      QuotaLimit spaceBytes,
      Map<QuotaType, QuotaLimit> types,
      boolean parentsOwnerMay) {
    this(path, names, spaceBytes, types, parentsOwnerMay, ChangeGuard.none());
  }

  /** Limits and usage before and after. */
  public record Result(QuotaStatus before, QuotaStatus after) {}

  @Override
  public String name() {
    return "set_quota";
  }

  @Override
  public boolean mutates() {
    return true;
  }

  @Override
  public long partition(PartitionGuess guess) {
    return guess.ofRow(path);
  }

  @Override
  public Committed<Result> perform(Namespace namespace, CallContext call) {
    SubtreeProtocol.Request request =
        new SubtreeProtocol.Request(
            path, name(), (tx, found) -> check(tx, found), RightsBelow.NONE);
    return SubtreeProtocol.runWhenRequired(
        namespace,
        call,
        this,
        path,
        () -> SubtreeProtocol.run(namespace, call, request, held -> new Counted(this, held)),
        "The path kept changing while its quota was set");
  }

  @Override
  public Result execute(OperationTx tx) {
    guard.begin(tx);
    ResolvedPath found = tx.lock(PathLock.last(path));
    Inode directory = check(tx, found);
    if (!directory.hasQuota()) {
      throw new SubtreeRequired();
    }
    QuotaDirectory before = read(tx, directory);
    if (limitsAnotherType(before.typeQuotas())) {
      throw new SubtreeRequired();
    }
    return write(tx, directory, before);
  }

  private static QuotaDirectory read(OperationTx tx, Inode directory) {
    QuotaDirectory row =
        tx.store().get(Tables.QUOTA_DIRECTORIES, directory.id(), LockMode.EXCLUSIVE);
    return row == null
        ? new QuotaDirectory(
            directory.id(),
            QuotaStatus.NONE,
            QuotaStatus.NONE,
            0,
            0,
            TypeSpace.NONE,
            TypeSpace.NONE)
        : row;
  }

  /** What a type uses is counted anew with its first limit: policies may have changed. */
  private boolean limitsAnotherType(TypeSpace before) {
    return types.entrySet().stream()
        .anyMatch(e -> e.getValue().kind() == QuotaLimit.Kind.SET && before.get(e.getKey()) == 0);
  }

  private Inode check(OperationTx tx, ResolvedPath found) {
    guard.admit(found.last());
    boolean mayAsOwner =
        parentsOwnerMay
            && found.exists()
            && found.depth() > 0
            && tx.permissions().owns(found.requireParent());
    if (!mayAsOwner) {
      tx.permissions().superuser();
    }
    tx.permissions().traverse(found);
    return found.requireDirectory();
  }

  private Result write(OperationTx tx, Inode directory, QuotaDirectory before) {
    QuotaDirectory after =
        new QuotaDirectory(
            directory.id(),
            names.applyTo(before.namespaceQuota()),
            spaceBytes.applyTo(before.spaceQuotaBytes()),
            before.namespaceUsed(),
            before.spaceUsedBytes(),
            applied(types, before.typeQuotas()),
            before.typeUsed());
    boolean limited =
        after.namespaceQuota() != QuotaStatus.NONE
            || after.spaceQuotaBytes() != QuotaStatus.NONE
            || !after.typeQuotas().isNothing();
    Inode row = directory.toBuilder().hasQuota(limited).subtreeLockOwner(0).build();
    if (!row.equals(directory)) {
      // Not an outbox change: nothing that readers of the feed see has changed.
      tx.store().update(Tables.INODES, row);
      tx.inodes().viewChanges(row);
    }
    if (limited) {
      tx.store().upsert(Tables.QUOTA_DIRECTORIES, after);
    } else {
      tx.store().delete(Tables.QUOTA_DIRECTORIES, directory.id());
    }
    Result result = new Result(QuotaStatus.of(before), QuotaStatus.of(after));
    guard.done(tx, result);
    return result;
  }

  static TypeSpace applied(Map<QuotaType, QuotaLimit> types, TypeSpace before) {
    TypeSpace after = before;
    for (Map.Entry<QuotaType, QuotaLimit> entry : types.entrySet()) {
      long limitBytes = entry.getValue().applyTo(before.get(entry.getKey()));
      after = after.with(entry.getKey(), Math.max(0, limitBytes));
    }
    return after;
  }

  /** The last transaction for a directory whose usage had to be counted. */
  private record Counted(SetQuota set, HeldLock held) implements InodeOperation<Result> {
    @Override
    public String name() {
      return set.name();
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public long partition(PartitionGuess guess) {
      return set.partition(guess);
    }

    @Override
    public Result execute(OperationTx tx) {
      tx.passSubtreeLock(held.inodeId());
      set.guard().begin(tx);
      ResolvedPath found = tx.lock(PathLock.last(set.path()));
      Inode directory = held.requireHeld(found);
      dropLeftovers(tx, directory);
      tx.store().delete(Tables.SUBTREE_OPERATIONS, directory.id());
      QuotaDirectory before = read(tx, directory);
      ContentTotals contents = held.contents();
      QuotaDirectory counted =
          new QuotaDirectory(
              directory.id(),
              before.namespaceQuota(),
              before.spaceQuotaBytes(),
              contents.names(),
              contents.spaceConsumedBytes(),
              before.typeQuotas(),
              contents.space().types(EffectivePolicies.of(found.rows()).storage()));
      return set.write(tx, directory, counted);
    }

    /** Updates for an earlier quota of this directory are in the count already. */
    private static void dropLeftovers(OperationTx tx, Inode directory) {
      List<QuotaUpdate> updates =
          tx.store()
              .scan(
                  Scan.prefix(Tables.QUOTA_UPDATES, LEFTOVERS_MAX, directory.id())
                      .locked(LockMode.EXCLUSIVE));
      if (updates.size() == LEFTOVERS_MAX) {
        throw new StoreException(
            StoreException.Code.UNAVAILABLE, "Updates of the directory's last quota are pending");
      }
      updates.forEach(update -> tx.store().delete(Tables.QUOTA_UPDATES, update.key()));
    }
  }
}
