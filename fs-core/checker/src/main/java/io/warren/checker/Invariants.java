package io.warren.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockKey;
import io.warren.model.BlockLookup;
import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.ContentPart;
import io.warren.model.IdRange;
import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.InodeKind;
import io.warren.model.InvalidatedReplica;
import io.warren.model.Lease;
import io.warren.model.LeasePath;
import io.warren.model.Principal;
import io.warren.model.Replica;
import io.warren.model.XattrPart;
import io.warren.namespace.IdKind;
import io.warren.namespace.Partitioning;
import io.warren.namespace.subtree.DetachedRemover;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.Scan;
import io.warren.store.TransactionRunner;
import io.warren.store.Tx;
import io.warren.store.TxOptions;
import io.warren.store.schema.Table;
import io.warren.store.schema.Tables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What must hold of every table whenever no operation runs. */
public final class Invariants {
  private static final int STORAGES = 15;
  private static final Duration SETTLING_MAX = Duration.ofMinutes(1);

  private final Cluster cluster;
  private final Rows rows;

  private Invariants(Cluster cluster) {
    this.cluster = cluster;
    this.rows = new Rows(cluster.store());
  }

  /** Lets the leader finish its work, then checks every table. */
  public static void check(Cluster cluster) {
    check(cluster, true);
  }

  /**
   * Checks every table.
   *
   * @param replayFeed whether the feed is read from its beginning, too
   */
  static void check(Cluster cluster, boolean replayFeed) {
    settle(cluster);
    Invariants now = new Invariants(cluster);
    now.inodes();
    now.blocks();
    now.leases();
    now.quotas();
    TotalsInvariants.check(now.rows);
    now.nothingWasMended();
    now.attributes();
    now.contents();
    now.snapshots();
    now.ids();
    now.indexes();
    if (replayFeed) {
      now.feed();
    }
  }

  /**
   * Runs housekeeping until nothing is left to do, by any namenode: what one frees in the
   * background the leader leaves to it.
   */
  static void settle(Cluster cluster) {
    Housekeeping housekeeping = new Housekeeping(cluster.at(0).namespace());
    long deadlineNanos = System.nanoTime() + SETTLING_MAX.toNanos();
    Housekeeping.Round round;
    do {
      for (int i = 0; i < cluster.settings().namenodes(); i++) {
        new DetachedRemover(cluster.at(i).namespace()).handOverLeft();
      }
      round = housekeeping.run(tx -> {});
      assertThat(System.nanoTime() - deadlineNanos).as("time of housekeeping").isNegative();
    } while (round.quotaUpdates()
                + round.locksCleared()
                + round.inodesFreed()
                + round.directoriesCounted()
                + round.totalsChanges()
            > 0
        || isFreeing(cluster));
  }

  /** Who looks for wrong totals while operations run must never believe that some are. */
  private void nothingWasMended() {
    for (int i = 0; i < cluster.settings().namenodes(); i++) {
      assertThat(cluster.at(i).namespace().totalsStats().mended())
          .as("totals that were mended")
          .isZero();
    }
  }

  private static boolean isFreeing(Cluster cluster) {
    long detached = Partitioning.DETACHED_ID;
    return cluster
        .plain()
        .run(
            TxOptions.read("test_freeing"),
            tx -> !tx.scan(Scan.prefix(Tables.INODES, 1, detached, detached)).isEmpty());
  }

  private void inodes() {
    assertThat(rows.byId).as("inodes by id").hasSize(rows.inodes.size());
    assertThat(rows.all(Tables.SUBTREE_OPERATIONS)).as("subtree operations").isEmpty();
    Set<List<Object>> places = new HashSet<>();
    for (Inode inode : rows.inodes) {
      assertThat(inode.subtreeLockOwner()).as("subtree lock of %s", inode).isZero();
      assertThat(places.add(List.of(inode.parentId(), inode.name())))
          .as("another inode at the place of %s", inode)
          .isTrue();
      if (!inode.isRoot()) {
        place(inode);
      }
    }
  }

  private void place(Inode inode) {
    Inode parent = rows.byId.get(inode.parentId());
    assertThat(parent).as("parent of %s", inode).isNotNull();
    if (parent != null) {
      assertThat(parent.kind()).isEqualTo(InodeKind.DIRECTORY);
      assertThat(Partitioning.childPartitions(parent))
          .as("partitions of the children of %s, one of them is %s", parent, inode)
          .contains(inode.partitionId());
    }
    Set<Long> seen = new HashSet<>();
    for (Inode at = inode; at != null && !at.isRoot(); at = rows.byId.get(at.parentId())) {
      assertThat(seen.add(at.id())).as("a cycle above %s", inode).isTrue();
    }
  }

  private void blocks() {
    Set<BlockKey> keys = new HashSet<>();
    Map<Long, Long> files = new HashMap<>();
    rows.blocks.forEach(
        (inodeId, list) -> {
          Inode file = rows.byId.get(inodeId);
          assertThat(file).as("file of %s", list).isNotNull();
          for (int i = 0; i < list.size(); i++) {
            Block block = list.get(i);
            assertThat(block.index()).as("place of %s", block).isEqualTo(i);
            keys.add(block.key());
            files.put(block.blockId(), inodeId);
          }
          if (file != null && !file.isUnderConstruction()) {
            long length = list.stream().mapToLong(Block::lengthBytes).sum();
            assertThat(file.sizeBytes()).as("size of %s", file).isEqualTo(length);
          }
        });
    assertThat(
            rows.all(Tables.BLOCK_LOOKUP).stream()
                .collect(Collectors.toMap(BlockLookup::blockId, BlockLookup::inodeId)))
        .as("block lookup")
        .isEqualTo(files);
    BucketInvariants.check(rows);
    GroupInvariants.check(rows);
    rows.all(Tables.REPLICAS)
        .forEach(
            r -> assertThat(keys).as("block of %s", r).contains(owner(r.inodeId(), r.blockId())));
    rows.all(Tables.REPLICAS_UNDER_CONSTRUCTION)
        .forEach(r -> assertThat(keys).contains(owner(r.inodeId(), r.blockId())));
    rows.all(Tables.CORRUPT_REPLICAS)
        .forEach(r -> assertThat(keys).contains(owner(r.inodeId(), r.blockId())));
    for (InvalidatedReplica r : rows.all(Tables.INVALIDATED_BLOCKS)) {
      assertThat(files)
          .as("live block with an order to delete it")
          .doesNotContainKey(BlockIds.owner(r.blockId()));
    }
  }

  private static BlockKey owner(long inodeId, long blockId) {
    return new BlockKey(inodeId, BlockIds.owner(blockId));
  }

  private void leases() {
    Set<LeasePath> expected = new HashSet<>();
    Set<String> holders = new HashSet<>();
    for (Inode inode : rows.inodes) {
      String holder = inode.leaseHolder();
      if (holder != null) {
        expected.add(new LeasePath(holder, inode.id()));
        holders.add(holder);
      }
    }
    assertThat(new HashSet<>(rows.all(Tables.LEASE_PATHS))).as("lease paths").isEqualTo(expected);
    holders.remove(Rules.RECOVERY_HOLDER);
    assertThat(rows.all(Tables.LEASES)).extracting(Lease::holder).containsAll(holders);
  }

  private void quotas() {
    assertThat(rows.quotaUpdates).as("quota updates that the leader left").isEmpty();
    for (Inode inode : rows.inodes) {
      boolean limited = rows.quotas.containsKey(inode.id());
      assertThat(inode.hasQuota()).as("quota mark of %s", inode).isEqualTo(limited);
      if (limited) {
        assertThat(rows.used(inode.id()))
            .as("names and bytes charged to %s", inode)
            .isEqualTo(rows.counted(inode));
      }
    }
    assertThat(rows.byId.keySet()).containsAll(rows.quotas.keySet());
  }

  /** Without a snapshot nothing former is kept. */
  private void snapshots() {
    if (rows.all(Tables.SNAPSHOTS).isEmpty()) {
      assertThat(rows.all(Tables.INODE_FORMS)).as("forms that no snapshot holds").isEmpty();
      assertThat(rows.children.getOrDefault(Partitioning.RETAINED_ID, new TreeMap<>()))
          .as("former blocks and deleted inodes that no snapshot holds")
          .isEmpty();
    }
  }

  /** The features of every inode tell exactly which rows it has. */
  private void attributes() {
    Set<Long> access = new HashSet<>();
    Set<Long> defaults = new HashSet<>();
    for (InodeAcl acl : rows.all(Tables.ACLS)) {
      assertThat(acl.access() != null || acl.defaults() != null).as("%s", acl).isTrue();
      if (acl.access() != null) {
        access.add(acl.inodeId());
      }
      if (acl.defaults() != null) {
        defaults.add(acl.inodeId());
      }
    }
    Set<Long> xattrs =
        rows.all(Tables.XATTRS).stream().map(XattrPart::inodeId).collect(Collectors.toSet());
    assertThat(access).as("inodes with an ACL").isEqualTo(withFeature(Inode.ACCESS_ACL));
    assertThat(defaults).as("inodes with a default ACL").isEqualTo(withFeature(Inode.DEFAULT_ACL));
    assertThat(xattrs).as("inodes with extended attributes").isEqualTo(withFeature(Inode.XATTRS));
  }

  /** Files in the database have exactly their bytes there, of one version, and leave no others. */
  private void contents() {
    assertThat(rows.contents.keySet())
        .as("inodes with bytes in the database")
        .isEqualTo(withFeature(Inode.IN_DATABASE));
    rows.contents.forEach(
        (inodeId, parts) -> {
          Inode file = Objects.requireNonNull(rows.byId.get(inodeId));
          assertThat(rows.contentBytes(inodeId))
              .as("bytes of %s", file)
              .isEqualTo(file.sizeBytes());
          assertThat(parts.stream().map(ContentPart::version).distinct())
              .as("versions of %s", file)
              .hasSize(1);
          for (int i = 0; i < parts.size(); i++) {
            assertThat(parts.get(i).part()).as("parts of %s", file).isEqualTo(i);
          }
          boolean open = file.isUnderConstruction() || file.parentId() == Inode.RETAINED_ID;
          assertThat(open || !rows.blocks.containsKey(inodeId)).as("blocks of %s", file).isTrue();
        });
    for (Inode inode : rows.inodes) {
      boolean bare = inode.isFile() && !rows.blocks.containsKey(inode.id()) && !inode.inDatabase();
      if (bare && !inode.isUnderConstruction()) {
        assertThat(inode.sizeBytes()).as("size of %s, which has no data", inode).isZero();
      }
    }
  }

  private Set<Long> withFeature(int feature) {
    return rows.inodes.stream()
        .filter(inode -> inode.has(feature))
        .map(Inode::id)
        .collect(Collectors.toSet());
  }

  /** No id that is in use lies where a namenode may take it again. */
  private void ids() {
    Map<String, Long> next =
        rows.all(Tables.ID_RANGES).stream()
            .collect(Collectors.toMap(IdRange::kind, IdRange::nextId));
    long greatestInode = rows.inodes.stream().mapToLong(Inode::id).max().orElse(0);
    if (rows.inodes.size() > 1) {
      assertThat(next.get(IdKind.INODE.stored())).isGreaterThan(greatestInode);
    }
    rows.blocks.values().stream().flatMap(List::stream).forEach(block -> id(next, block.blockId()));
    for (Table<Integer, Principal> table : List.of(Tables.USERS, Tables.GROUPS)) {
      List<Principal> all = rows.all(table);
      assertThat(all.stream().map(Principal::name).distinct()).hasSameSizeAs(all);
    }
  }

  private static void id(Map<String, Long> next, long blockId) {
    long number = blockId < 0 ? GroupInvariants.number(blockId) : blockId;
    assertThat(next.get(GroupInvariants.kind(blockId).stored())).isGreaterThan(number);
  }

  private void indexes() {
    TransactionRunner runner = cluster.plain();
    runner.run(
        TxOptions.read("test_indexes"),
        tx -> {
          for (Inode inode : rows.inodes) {
            assertThat(tx.getUnique(Tables.INODES, Tables.INODES_BY_ID, inode.id()))
                .as("index by id")
                .isEqualTo(inode);
          }
          rows.children.forEach((parentId, children) -> byParent(tx, parentId, children.values()));
          return byStorage(tx);
        });
  }

  private static void byParent(Tx tx, long parentId, Iterable<Inode> children) {
    Scan<?, Inode> scan =
        Scan.index(Tables.INODES, Tables.INODES_BY_PARENT, Scan.LIMIT_MAX, parentId);
    assertThat(tx.scan(scan)).as("index by parent").containsExactlyInAnyOrderElementsOf(children);
  }

  private boolean byStorage(Tx tx) {
    List<Replica> indexed = new ArrayList<>();
    for (int storage = 0; storage < STORAGES; storage++) {
      indexed.addAll(
          tx.scan(Scan.index(Tables.REPLICAS, Tables.BY_STORAGE, Scan.LIMIT_MAX, storage)));
    }
    List<Replica> all = rows.all(Tables.REPLICAS);
    if (all.size() < Scan.LIMIT_MAX) {
      assertThat(indexed).as("index by storage").containsExactlyInAnyOrderElementsOf(all);
    }
    return true;
  }

  /** A reader that keeps the last change of each inode knows exactly the tree. */
  private void feed() {
    Map<Long, Change> last = new HashMap<>();
    for (Change change : rows.feed()) {
      Change before = last.put(change.inodeId(), change);
      if (before == null) {
        assertThat(change.operation()).as("%s", change).isEqualTo(ChangeOperation.CREATE);
      } else {
        assertThat(change.logicalTime()).as("%s", change).isEqualTo(before.logicalTime() + 1);
        assertThat(before.operation()).as("%s", change).isNotEqualTo(ChangeOperation.DELETE);
      }
    }
    last.values().removeIf(change -> change.operation() == ChangeOperation.DELETE);
    assertThat(last.keySet()).as("inodes that the feed knows").isEqualTo(rows.byId.keySet());
    for (Inode inode : rows.inodes) {
      Change change = last.get(inode.id());
      if (change != null) {
        assertThat(List.<Object>of(change.parentId(), change.name(), change.kind()))
            .as("place of %s in the feed", inode)
            .isEqualTo(List.of(inode.parentId(), inode.name(), inode.kind()));
        assertThat(
                List.of(
                    change.logicalTime(),
                    change.sizeBytes(),
                    change.mtimeMs(),
                    change.atimeMs(),
                    (long) change.mode(),
                    (long) change.replication(),
                    (long) change.storagePolicy(),
                    (long) change.erasureCodingPolicy(),
                    (long) change.features() & ~Inode.SNAPSHOTTABLE))
            .as("attributes of %s in the feed", inode)
            .isEqualTo(
                List.of(
                    inode.logicalTime(),
                    inode.sizeBytes(),
                    inode.mtimeMs(),
                    inode.atimeMs(),
                    (long) inode.mode(),
                    (long) inode.replication(),
                    (long) inode.storagePolicy(),
                    (long) inode.erasureCodingPolicy(),
                    // The feed does not tell where snapshots are allowed.
                    (long) inode.features() & ~Inode.SNAPSHOTTABLE));
      }
    }
  }
}
