package io.warren.migrate.follow;

import io.warren.migrate.edits.Edit;
import io.warren.model.Inode;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaType;
import io.warren.model.QuotaUpdate;
import io.warren.model.TypeSpace;
import io.warren.namespace.EffectivePolicies;
import io.warren.namespace.FsPath;
import io.warren.namespace.PolicySpace;
import io.warren.namespace.QuotaStatus;
import io.warren.store.LockMode;
import io.warren.store.Scan;
import io.warren.store.schema.Tables;
import java.util.ArrayList;
import java.util.List;

/** Edits of quotas, and of the policies by which they count types of storage. */
final class QuotaEdits {
  /** What edits say of a limit that stays. */
  private static final long STAYS = Long.MAX_VALUE;

  private final EditTx edits;

  QuotaEdits(EditTx edits) {
    this.edits = edits;
  }

  /** A directory is counted with its limits, so it has nothing pending in its transaction. */
  boolean set(Edit.SetQuota edit) {
    if (!edits.isFirst()) {
      return false;
    }
    Found at = edits.find(edit.path());
    Inode directory = at.requireDirectory();
    QuotaDirectory before =
        edits.store().get(Tables.QUOTA_DIRECTORIES, directory.id(), LockMode.EXCLUSIVE);
    QuotaDirectory limits = limits(edit, directory.id(), before);
    boolean limited =
        limits.namespaceQuota() != QuotaStatus.NONE
            || limits.spaceQuotaBytes() != QuotaStatus.NONE
            || !limits.typeQuotas().isNothing();
    if (directory.hasQuota() != limited) {
      // No reader of the feed sees it.
      edits
          .operation()
          .inodes()
          .updateUnnoticed(directory, directory.toBuilder().hasQuota(limited).build());
    }
    dropPending(directory.id());
    if (!limited) {
      edits.store().delete(Tables.QUOTA_DIRECTORIES, directory.id());
      return true;
    }
    TreeCount.Counted counted = TreeCount.count(edits.store(), directory);
    int policy = EffectivePolicies.of(at.rows()).storage();
    edits
        .store()
        .upsert(
            Tables.QUOTA_DIRECTORIES,
            new QuotaDirectory(
                directory.id(),
                limits.namespaceQuota(),
                limits.spaceQuotaBytes(),
                counted.names(),
                counted.space().spaceBytes(),
                limits.typeQuotas(),
                counted.space().types(policy)));
    return true;
  }

  private static QuotaDirectory limits(
      Edit.SetQuota edit, long inodeId, @org.jspecify.annotations.Nullable QuotaDirectory before) {
    long names = before == null ? QuotaStatus.NONE : before.namespaceQuota();
    long space = before == null ? QuotaStatus.NONE : before.spaceQuotaBytes();
    TypeSpace types = before == null ? TypeSpace.NONE : before.typeQuotas();
    if (edit.type() != null) {
      QuotaType type = QuotaType.valueOf(edit.type().name());
      types = types.with(type, Math.max(0, limit(edit.spaceBytes(), types.get(type))));
    } else {
      names = limit(edit.names(), names);
      space = limit(edit.spaceBytes(), space);
    }
    return new QuotaDirectory(inodeId, names, space, 0, 0, types, TypeSpace.NONE);
  }

  private static long limit(long told, long before) {
    return told == STAYS ? before : told < 0 ? QuotaStatus.NONE : told;
  }

  /** What is pending for the directory is in the count. */
  private void dropPending(long directoryId) {
    Scan<?, QuotaUpdate> scan =
        Scan.prefix(Tables.QUOTA_UPDATES, Scan.LIMIT_MAX, directoryId).locked(LockMode.EXCLUSIVE);
    List<QuotaUpdate> pending;
    do {
      pending = edits.store().scan(scan);
      pending.forEach(update -> edits.store().delete(Tables.QUOTA_UPDATES, update.key()));
    } while (pending.size() == Scan.LIMIT_MAX);
  }

  /** A directory has another policy: what it holds counts for other types of storage. */
  void policyChanged(Found at, Inode before, Inode after) {
    boolean counts = at.rows().stream().anyMatch(Inode::hasQuota);
    boolean someQuota = counts || hasQuotas();
    if (!someQuota) {
      return;
    }
    TreeCount.Counted counted = TreeCount.count(edits.store(), before);
    List<Inode> rows = new ArrayList<>(at.ancestors());
    rows.add(after);
    edits.operation().quota().chargeWithin(at.path(), at.rows(), counted.space().negated());
    edits.operation().quota().chargeWithin(at.path(), rows, counted.space());
    inheritAnew(
        edits,
        at.path(),
        counted,
        EffectivePolicies.of(at.rows()).storage(),
        EffectivePolicies.of(rows).storage());
  }

  private boolean hasQuotas() {
    return !edits.store().scan(Scan.prefix(Tables.QUOTA_DIRECTORIES, 1)).isEmpty();
  }

  /** Quotas below a directory count what they inherit from it by another policy. */
  static void inheritAnew(
      EditTx edits, FsPath path, TreeCount.Counted counted, int policyBefore, int policyAfter) {
    if (policyBefore == policyAfter) {
      return;
    }
    counted
        .inheritedByQuota()
        .forEach(
            (quota, part) ->
                edits
                    .operation()
                    .quota()
                    .chargeTypes(path, quota, delta(part, policyBefore, policyAfter)));
  }

  private static TypeSpace delta(PolicySpace part, int policyBefore, int policyAfter) {
    return part.types(policyAfter).minus(part.types(policyBefore));
  }
}
