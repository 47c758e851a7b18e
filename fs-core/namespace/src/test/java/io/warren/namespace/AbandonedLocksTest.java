package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.ClusterEvent;
import io.warren.model.ClusterEventCause;
import io.warren.model.ClusterEventKind;
import io.warren.model.Inode;
import io.warren.model.SubtreeOperation;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.LockMode;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever breaks an abandoned lock tells of it, once. */
class AbandonedLocksTest {
  private static final int NAMENODES = 4;

  @SuppressWarnings("NullAway.Init")
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    cluster.mkdirs("/d/sub");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private Inode lock(String path, long ownerId) {
    Inode row = Objects.requireNonNull(cluster.stat(path));
    return cluster.inStore(
        tx -> {
          Inode present =
              Objects.requireNonNull(tx.get(Tables.INODES, row.key(), LockMode.EXCLUSIVE));
          tx.update(Tables.INODES, present.toBuilder().subtreeLockOwner(ownerId).build());
          tx.upsert(
              Tables.SUBTREE_OPERATIONS,
              new SubtreeOperation(
                  row.id(), path, "delete", ownerId, "olga", cluster.clock.millis() - 5_000));
          return row;
        });
  }

  private List<ClusterEvent> broken() {
    return cluster.rows(Tables.CLUSTER_EVENTS).stream()
        .filter(event -> event.kind() == ClusterEventKind.SUBTREE_LOCK_BROKEN)
        .toList();
  }

  @Test
  void manyNamenodesThatMeetADeadOwnersLockTellOfItOnce() throws Exception {
    TestCluster.Namenode dead = cluster.namenode();
    Inode locked = lock("/d", dead.selfId());
    dead.die();
    List<TestCluster.Namenode> others = new ArrayList<>();
    for (int i = 0; i < NAMENODES; i++) {
      others.add(cluster.namenode());
    }
    ExecutorService threads = Executors.newFixedThreadPool(NAMENODES);
    try {
      List<Future<?>> calls = new ArrayList<>();
      for (int i = 0; i < NAMENODES; i++) {
        TestCluster.Namenode namenode = others.get(i);
        FsPath path = FsPath.parse("/d/new" + i);
        calls.add(threads.submit(() -> namenode.run(new Mkdirs(path, 0755, true), ROOT)));
      }
      for (Future<?> call : calls) {
        call.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(broken()).hasSize(1);
    ClusterEvent event = broken().get(0);
    assertThat(event.cause()).isEqualTo(ClusterEventCause.OWNER_GONE);
    assertThat(event.subject()).isEqualTo("/d");
    assertThat(event.subjectId()).isEqualTo(locked.id());
    assertThat(event.operation()).isEqualTo("delete");
    assertThat(event.relatedId()).isEqualTo(dead.selfId());
    assertThat(event.effectiveAtMs() - event.startedAtMs()).isEqualTo(5_000);
    assertThat(others.stream().mapToLong(n -> n.namespace.subtreeLocksBroken()).sum()).isEqualTo(1);
    assertThat(cluster.rows(Tables.SUBTREE_OPERATIONS)).isEmpty();
  }

  @Test
  void housekeepingBreaksWhatNobodyMeetsAndTellsOfIt() {
    TestCluster.Namenode dead = cluster.namenode();
    lock("/d", dead.selfId());
    dead.die();
    Housekeeping leader = new Housekeeping(cluster.at(0).namespace);
    assertThat(leader.clearAbandonedLocks(LeaderFence.NONE)).isEqualTo(1);
    assertThat(leader.clearAbandonedLocks(LeaderFence.NONE)).isZero();
    assertThat(broken())
        .extracting(ClusterEvent::observerId)
        .containsExactly(cluster.at(0).selfId());
  }

  @Test
  void aLockThatItsLivingOwnerFailedToClearIsToldAsItsFailure() {
    lock("/d", cluster.at(0).selfId());
    assertThat(cluster.at(0).run(new Delete(FsPath.parse("/d/sub"), false), ROOT)).isTrue();
    assertThat(broken())
        .extracting(ClusterEvent::cause)
        .containsExactly(ClusterEventCause.OWNER_FAILED);
  }
}
