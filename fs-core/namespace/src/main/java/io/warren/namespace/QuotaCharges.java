package io.warren.namespace;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaType;
import io.warren.model.QuotaUpdate;
import io.warren.model.QuotaUpdateKey;
import io.warren.model.TypeSpace;
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
  /** A check adds up so many pending updates; before more are ignored they are applied. */
  public static final int PENDING_MAX = 128;

  private static final class Charge {
    final FsPath path;
    long names;
    long spaceBytes;
    TypeSpace types = TypeSpace.NONE;
    boolean enforced;

    Charge(FsPath path) {
      this.path = path;
    }

    boolean isNothing() {
      return names == 0 && spaceBytes == 0 && types.isNothing();
    }

    /** Whether it can exceed a limit. */
    boolean adds() {
      return names > 0 || spaceBytes > 0 || !types.isNothing();
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
  public void charge(ResolvedPath path, long names, PolicySpace space) {
    add(path.path(), path.ancestors(), names, space, true);
  }

  /** As {@link #charge} but never refused: for facts that already are, like a written block. */
  public void chargeUnchecked(ResolvedPath path, long names, PolicySpace space) {
    add(path.path(), path.ancestors(), names, space, false);
  }

  /**
   * As {@link #charge(FsPath, List, long, PolicySpace)} but never refused.
   *
   * @param directories at the first components of the path, root first
   */
  public void chargeUnchecked(FsPath path, List<Inode> directories, long names, PolicySpace space) {
    add(path, directories, names, space, false);
  }

  /**
   * Charges what is within a directory, itself and all above it, unchecked.
   *
   * @param directories the directory as the last one, root first
   */
  public void chargeWithin(FsPath path, List<Inode> directories, PolicySpace space) {
    add(path, directories, 0, space, false);
  }

  /** Changes what one directory with a quota uses by type, unchecked. */
  public void chargeTypes(FsPath path, long directoryId, TypeSpace delta) {
    Charge charge = charges.computeIfAbsent(directoryId, id -> new Charge(path));
    charge.types = charge.types.plus(delta);
  }

  /** As {@link #charge}, for the directories at the first components of a path, root first. */
  public void charge(FsPath path, List<Inode> directories, long names, PolicySpace space) {
    add(path, directories, names, space, true);
  }

  /**
   * As {@link #charge}, refused at once when it goes beyond a limit: then nothing of it is charged,
   * and the transaction may go on.
   */
  public void chargeAtOnce(FsPath path, List<Inode> directories, long names, PolicySpace space) {
    add(path, directories, names, space, true);
    try {
      enforce();
    } catch (NamespaceException e) {
      add(path, directories, -names, space.negated(), true);
      throw e;
    }
  }

  private void add(
      FsPath path, List<Inode> directories, long names, PolicySpace space, boolean enforced) {
    for (int depth = 0; depth < directories.size(); depth++) {
      Inode directory = directories.get(depth);
      if (directory.hasQuota()) {
        FsPath at = path.prefix(depth);
        Charge charge = charges.computeIfAbsent(directory.id(), id -> new Charge(at));
        charge.names += names;
        charge.spaceBytes += space.spaceBytes();
        charge.types = charge.types.plus(types(space, directories));
        charge.enforced |= enforced;
      }
    }
  }

  private static TypeSpace types(PolicySpace space, List<Inode> directories) {
    return space.types(EffectivePolicies.of(directories).storage());
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
                    inodeId,
                    ids.next(IdKind.QUOTA_UPDATE),
                    charge.names,
                    charge.spaceBytes,
                    charge.types)));
  }

  private record Usage(ReadBatch.Row<QuotaDirectory> row, ReadBatch.Rows<QuotaUpdate> pending) {
    static Usage add(ReadBatch batch, long inodeId) {
      Scan<QuotaUpdateKey, QuotaUpdate> pending =
          Scan.prefix(Tables.QUOTA_UPDATES, PENDING_MAX + 1, inodeId);
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
      if (charge.enforced && charge.adds()) {
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
    if (usage.pending().get().size() > PENDING_MAX) {
      throw new QuotaBehindException(quota.inodeId());
    }
    long names = quota.namespaceUsed();
    long spaceBytes = quota.spaceUsedBytes();
    TypeSpace types = quota.typeUsed().plus(charge.types);
    for (QuotaUpdate update : usage.pending().get()) {
      names += update.namespaceDelta();
      spaceBytes += update.spaceDeltaBytes();
      types = types.plus(update.typeDeltas());
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
    checkTypes(quota.typeQuotas(), types, charge);
  }

  private static void checkTypes(TypeSpace limits, TypeSpace used, Charge charge) {
    for (QuotaType type : QuotaType.values()) {
      long limitBytes = limits.get(type);
      boolean exceeded = limitBytes > 0 && used.get(type) > limitBytes;
      if (exceeded && charge.types.get(type) > 0) {
        throw new NamespaceException(
                NamespaceException.Code.STORAGE_TYPE_QUOTA_EXCEEDED,
                "The directory's quota of a type of storage is exceeded")
            .with("path", charge.path)
            .with("storageType", type)
            .with("quota", limitBytes)
            .with("used", used.get(type));
      }
    }
  }
}
