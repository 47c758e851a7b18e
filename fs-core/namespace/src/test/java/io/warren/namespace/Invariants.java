package io.warren.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockLookup;
import io.warren.model.Change;
import io.warren.model.ChangeOperation;
import io.warren.model.Inode;
import io.warren.model.InodeAcl;
import io.warren.model.InodeForm;
import io.warren.model.InvalidatedReplica;
import io.warren.model.QuotaDirectory;
import io.warren.model.QuotaUpdate;
import io.warren.model.Replica;
import io.warren.model.XattrPart;
import io.warren.store.schema.Tables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What must hold of a store whenever no operation runs, and nothing is freed any more. */
final class Invariants {
  private static final Duration FEED_WAIT = Duration.ofSeconds(60);

  private Invariants() {}

  static void check(TestCluster cluster) {
    // Of a larger tree that was deleted the rest is freed behind the answer.
    cluster.awaitFreed();
    List<Inode> inodes = cluster.rows(Tables.INODES);
    Map<Long, Inode> byId = new HashMap<>();
    for (Inode inode : inodes) {
      assertThat(byId.put(inode.id(), inode)).as("two rows of %s", inode).isNull();
      assertThat(inode.subtreeLockOwner()).as("lock on %s", inode).isZero();
    }
    assertThat(cluster.rows(Tables.SUBTREE_OPERATIONS)).isEmpty();
    inodes.forEach(inode -> checkPlace(inode, byId));
    checkBlocks(cluster, byId);
    checkQuotas(cluster, inodes, byId);
    checkAttributes(cluster, inodes);
    checkFeed(cluster, byId);
  }

  private static void checkPlace(Inode inode, Map<Long, Inode> byId) {
    if (inode.isRoot()) {
      return;
    }
    Inode parent = byId.get(inode.parentId());
    assertThat(parent).as("parent of %s", inode).isNotNull();
    if (parent != null) {
      assertThat(parent.isDirectory()).isTrue();
      assertThat(inode.key()).isIn(Partitioning.childKeys(parent, inode.name()));
    }
    Set<Long> seen = new HashSet<>();
    for (Inode at = inode; at != null && !at.isRoot(); at = byId.get(at.parentId())) {
      assertThat(seen.add(at.id())).as("cycle above %s", inode).isTrue();
    }
  }

  private static void checkBlocks(TestCluster cluster, Map<Long, Inode> byId) {
    Set<Long> blocks = new HashSet<>();
    for (Block block : cluster.rows(Tables.BLOCKS)) {
      assertThat(byId).containsKey(block.inodeId());
      blocks.add(block.blockId());
    }
    assertThat(
            cluster.rows(Tables.BLOCK_LOOKUP).stream()
                .map(BlockLookup::blockId)
                .collect(Collectors.toSet()))
        .isEqualTo(blocks);
    for (Replica replica : cluster.rows(Tables.REPLICAS)) {
      assertThat(blocks).contains(replica.blockId());
    }
    for (InvalidatedReplica replica : cluster.rows(Tables.INVALIDATED_BLOCKS)) {
      assertThat(blocks).doesNotContain(replica.blockId());
    }
  }

  private static void checkQuotas(TestCluster cluster, List<Inode> inodes, Map<Long, Inode> byId) {
    Map<Long, long[]> used = new HashMap<>();
    for (QuotaDirectory row : cluster.rows(Tables.QUOTA_DIRECTORIES)) {
      assertThat(byId).containsKey(row.inodeId());
      used.put(row.inodeId(), new long[] {row.namespaceUsed(), row.spaceUsedBytes()});
    }
    for (QuotaUpdate update : cluster.rows(Tables.QUOTA_UPDATES)) {
      long[] sums = used.get(update.inodeId());
      if (sums != null) {
        sums[0] += update.namespaceDelta();
        sums[1] += update.spaceDeltaBytes();
      }
    }
    Map<Long, long[]> counted = new HashMap<>();
    for (Inode inode : inodes) {
      for (Inode at = inode; at != null; at = at.isRoot() ? null : byId.get(at.parentId())) {
        long[] sums = counted.computeIfAbsent(at.id(), id -> new long[2]);
        sums[0]++;
        sums[1] += inode.isFile() ? inode.sizeBytes() * inode.replication() : 0;
      }
    }
    used.forEach(
        (id, sums) -> assertThat(sums).as("usage of %s", byId.get(id)).isEqualTo(counted.get(id)));
    for (Inode inode : inodes) {
      assertThat(inode.hasQuota()).isEqualTo(used.containsKey(inode.id()));
    }
  }

  private static void checkAttributes(TestCluster cluster, List<Inode> inodes) {
    Set<Long> acls =
        cluster.rows(Tables.ACLS).stream().map(InodeAcl::inodeId).collect(Collectors.toSet());
    Set<Long> xattrs =
        cluster.rows(Tables.XATTRS).stream().map(XattrPart::inodeId).collect(Collectors.toSet());
    List<Inode> all = new ArrayList<>(inodes);
    cluster.rows(Tables.INODE_FORMS).stream()
        .map(InodeForm::row)
        .filter(row -> row.formAttributesId() != 0)
        .forEach(all::add);
    for (Inode inode : all) {
      long id = inode.attributesId();
      assertThat(acls.remove(id)).as("ACL of %s", inode).isEqualTo(inode.hasAcl());
      assertThat(xattrs.remove(id))
          .as("extended attributes of %s", inode)
          .isEqualTo(inode.has(Inode.XATTRS));
    }
    assertThat(acls).as("ACLs of no inode").isEmpty();
    assertThat(xattrs).as("extended attributes of no inode").isEmpty();
  }

  /** A reader of the feed that keeps the last change of each inode knows what the store holds. */
  private static void checkFeed(TestCluster cluster, Map<Long, Inode> byId) {
    Map<Long, Change> last = new HashMap<>();
    long after = 0;
    long deadlineNs = System.nanoTime() + FEED_WAIT.toNanos();
    boolean more = true;
    while (more) {
      List<Change> page = cluster.feedAfter(after);
      for (Change change : page) {
        after = change.commitSequence();
        Change before = last.put(change.inodeId(), change);
        if (before == null) {
          assertThat(change.operation()).isEqualTo(ChangeOperation.CREATE);
        } else {
          assertThat(change.logicalTime()).isEqualTo(before.logicalTime() + 1);
          assertThat(before.operation()).isNotEqualTo(ChangeOperation.DELETE);
        }
      }
      more = !page.isEmpty() || (isBehind(last, byId) && awaitMore(cluster, after, deadlineNs));
    }
    last.values().removeIf(change -> change.operation() == ChangeOperation.DELETE);
    for (Inode inode : byId.values()) {
      Change change = last.remove(inode.id());
      if (change == null) {
        throw new AssertionError("The feed does not know " + inode);
      }
      assertThat(change.parentId()).as("feed of %s", inode).isEqualTo(inode.parentId());
      assertThat(change.name()).as("name in the feed of %s", inode).isEqualTo(inode.name());
      assertThat(change.logicalTime()).isEqualTo(inode.logicalTime());
      assertThat(change.mode()).isEqualTo(inode.mode());
      assertThat(change.mtimeMs()).isEqualTo(inode.mtimeMs());
    }
    assertThat(last).as("inodes that the feed knows and the store does not").isEmpty();
  }

  /** Rows are seen as soon as they are written; the feed tells of every change a moment later. */
  private static boolean isBehind(Map<Long, Change> last, Map<Long, Inode> byId) {
    boolean writtenSince =
        byId.values().stream()
            .anyMatch(
                inode -> {
                  Change told = last.get(inode.id());
                  return told == null || told.logicalTime() < inode.logicalTime();
                });
    boolean deletedSince =
        last.values().stream()
            .anyMatch(
                told ->
                    told.operation() != ChangeOperation.DELETE
                        && !byId.containsKey(told.inodeId()));
    return writtenSince || deletedSince;
  }

  private static boolean awaitMore(TestCluster cluster, long after, long deadlineNs) {
    long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
    try {
      return leftMs > 0 && cluster.store.feed().await(after, leftMs);
    } catch (InterruptedException e) {
      throw new AssertionError("Interrupted while the feed was behind", e);
    }
  }
}
