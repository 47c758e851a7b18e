package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaUpdate;
import io.warren.model.QuotaUpdateKey;
import io.warren.store.ReadBatch;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What one transaction adds to and takes from directories with a quota. The deltas become rows of
 * quota_updates, which the leader applies later; the limits are compared with the applied usage
 * plus the updates not applied yet, so a client meets its limit at once.
 */
public final class QuotaCharges {
  private static final int PENDING_UPDATES_MAX = 10_000;

  private static final class Charge {
    final FsPath path;
    long names;
    long spaceBytes;
    boolean enforced;

    Charge(FsPath path) {
      this.path = path;
    }

    boolean isNothing() {
      return names == 0 && spaceBytes == 0;
    }
  }

  private final Tx tx;
  private final IdAllocator ids;
  private final Map<Long, Charge> charges = new LinkedHashMap<>();
  private final Map<Long, Usage> usages = new HashMap<>();

  QuotaCharges(Tx tx, IdAllocator ids) {
    this.tx = tx;
    this.ids = ids;
  }

  /**
   * Charges every directory with a quota above the path's last component (above the missing part
   * when it is missing). Several charges of one directory add up; limits are checked on the sum.
   */
  public void charge(ResolvedPath path, long names, long spaceBytes) {
    add(path.path(), path.ancestors(), names, spaceBytes, true);
  }

  /** As {@link #charge} but never refused: for facts that already are, like a written block. */
  public void chargeUnchecked(ResolvedPath path, long names, long spaceBytes) {
    add(path.path(), path.ancestors(), names, spaceBytes, false);
  }

  /** As {@link #charge}, for the directories at the first components of a path, root first. */
  public void charge(FsPath path, List<Inode> directories, long names, long spaceBytes) {
    add(path, directories, names, spaceBytes, true);
  }

  private void add(
      FsPath path, List<Inode> directories, long names, long spaceBytes, boolean enforced) {
    for (int depth = 0; depth < directories.size(); depth++) {
      Inode directory = directories.get(depth);
      if (directory.hasQuota()) {
        FsPath at = path.prefix(depth);
        Charge charge = charges.computeIfAbsent(directory.id(), id -> new Charge(at));
        charge.names += names;
        charge.spaceBytes += spaceBytes;
        charge.enforced |= enforced;
      }
    }
  }

  /** Checks the limits and writes the updates. */
  void flush() {
    charges.values().removeIf(Charge::isNothing);
    if (charges.isEmpty()) {
      return;
    }
    enforce();
    charges.forEach(
        (inodeId, charge) ->
            tx.insert(
                Tables.QUOTA_UPDATES,
                new QuotaUpdate(
                    inodeId, ids.next(IdKind.QUOTA_UPDATE), charge.names, charge.spaceBytes)));
  }

  private record Usage(ReadBatch.Row<QuotaDirectory> row, ReadBatch.Rows<QuotaUpdate> pending) {
    static Usage add(ReadBatch batch, long inodeId) {
      Scan<QuotaUpdateKey, QuotaUpdate> pending =
          Scan.prefix(Tables.QUOTA_UPDATES, PENDING_UPDATES_MAX, inodeId);
      return new Usage(batch.get(Tables.QUOTA_DIRECTORIES, inodeId), batch.scan(pending));
    }
  }

  /**
   * Adds to a batch what directories use that will perhaps be charged: it need not be asked for
   * later. Before anything is charged.
   */
  void readAhead(ReadBatch batch, List<Long> directories) {
    directories.forEach(inodeId -> usages.put(inodeId, Usage.add(batch, inodeId)));
  }

  private void enforce() {
    Map<Long, Charge> checked = new LinkedHashMap<>();
    ReadBatch batch = tx.batch();
    boolean missing = false;
    for (Map.Entry<Long, Charge> entry : charges.entrySet()) {
      Charge charge = entry.getValue();
      if (charge.enforced && (charge.names > 0 || charge.spaceBytes > 0)) {
        checked.put(entry.getKey(), charge);
        if (!usages.containsKey(entry.getKey())) {
          usages.put(entry.getKey(), Usage.add(batch, entry.getKey()));
          missing = true;
        }
      }
    }
    if (missing) {
      batch.execute();
    }
    checked.forEach(
        (inodeId, charge) -> check(Objects.requireNonNull(usages.get(inodeId)), charge));
  }

  private static void check(Usage usage, Charge charge) {
    QuotaDirectory quota = usage.row().get();
    if (quota == null) {
      return;
    }
    long names = quota.namespaceUsed();
    long spaceBytes = quota.spaceUsedBytes();
    for (QuotaUpdate update : usage.pending().get()) {
      names += update.namespaceDelta();
      spaceBytes += update.spaceDeltaBytes();
    }
    names += charge.names;
    spaceBytes += charge.spaceBytes;
    if (charge.names > 0 && quota.namespaceQuota() >= 0 && names > quota.namespaceQuota()) {
      throw new NamespaceException(
              NamespaceException.Code.NAMESPACE_QUOTA_EXCEEDED,
              "The directory's quota of names is exceeded")
          .with("path", charge.path)
          .with("quota", quota.namespaceQuota())
          .with("used", names);
    }
    if (charge.spaceBytes > 0
        && quota.spaceQuotaBytes() >= 0
        && spaceBytes > quota.spaceQuotaBytes()) {
      throw new NamespaceException(
              NamespaceException.Code.SPACE_QUOTA_EXCEEDED,
              "The directory's quota of space is exceeded")
          .with("path", charge.path)
          .with("quota", quota.spaceQuotaBytes())
          .with("used", spaceBytes);
    }
  }
}
