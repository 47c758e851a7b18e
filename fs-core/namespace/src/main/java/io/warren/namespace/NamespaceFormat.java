package io.warren.namespace;

import io.warren.model.ChildrenPartitioning;
import io.warren.model.Inode;
import io.warren.model.InodeKind;
import io.warren.model.Name;
import io.warren.store.LockMode;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;

/** Gives an empty store its root directory. */
public final class NamespaceFormat {
  private static final int ROOT_MODE = 0755;

  private NamespaceFormat() {}

  /**
   * Creates the root directory when there is none, owned by the configured superuser; the feed
   * tells of it as of any other. Safe to call from several namenodes at once.
   *
   * @return whether this call created it
   */
  public static boolean formatIfEmpty(Namespace namespace) {
    int owner = namespace.principals().userId(namespace.config().superuserName());
    int group = namespace.principals().groupId(namespace.config().supergroupName());
    long nowMs = namespace.clock().millis();
    return namespace
        .runner()
        .run(TxOptions.write("format"), tx -> insertRoot(tx, namespace, owner, group, nowMs));
  }

  private static boolean insertRoot(Tx tx, Namespace namespace, int owner, int group, long nowMs) {
    boolean isFormatted = tx.get(Tables.INODES, Partitioning.ROOT_KEY, LockMode.EXCLUSIVE) != null;
    namespace.directoryViews().format(tx);
    if (isFormatted) {
      return false;
    }
    InodeChanges changes =
        new InodeChanges(
            tx,
            namespace.ids(),
            namespace.principals(),
            new SnapshotScopes(tx, namespace.liveSnapshots()));
    changes.insert(
        new Inode(
            Partitioning.ROOT_KEY.partitionId(),
            Partitioning.ROOT_KEY.parentId(),
            Name.ROOT,
            Inode.ROOT_ID,
            InodeKind.DIRECTORY,
            1,
            owner,
            group,
            ROOT_MODE,
            nowMs,
            0,
            0,
            0,
            0,
            0,
            ChildrenPartitioning.HASHED,
            false,
            0,
            null,
            null,
            null,
            0,
            0,
            0,
            0,
            0,
            0));
    changes.flush();
    TotalsState.counted(tx);
    return true;
  }
}
