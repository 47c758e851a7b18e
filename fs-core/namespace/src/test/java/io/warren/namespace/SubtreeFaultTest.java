package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Inode;
import io.warren.model.NamespaceException;
import io.warren.model.SubtreeOperation;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Mkdirs;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.quota.QuotaLimit;
import io.warren.namespace.quota.SetQuota;
import io.warren.namespace.subtree.RightsBelow;
import io.warren.namespace.subtree.SubtreeProtocol;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.LockMode;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.FaultInjectingStore;
import io.warren.store.testkit.FaultInjectingStore.Moment;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A namenode dies at each store call of a subtree operation; another one finishes the work. */
class SubtreeFaultTest {
  private static final int CALLS_MAX = 2_000;
  private TestCluster cluster;
  private FaultInjectingStore faulty;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    faulty = new FaultInjectingStore(cluster.store);
    cluster.mkdirs("/q");
    cluster
        .at(0)
        .run(new SetQuota(FsPath.parse("/q"), QuotaLimit.of(100_000), QuotaLimit.KEEP), ROOT);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private void use(boolean barrier) {
    if (!barrier) {
      cluster.withoutBarrier();
    }
  }

  private void makeTree(String top) {
    cluster.mkdirs(top + "/b/c");
    cluster.mkdirs(top + "/empty");
    for (int i = 0; i < 3; i++) {
      cluster.createFile(top + "/f" + i, ROOT, 5);
      cluster.createFile(top + "/b/c/g" + i, ROOT, 7);
    }
  }

  /** A namenode that has met everything it needs but the tree itself. */
  private TestCluster.Namenode victim() {
    TestCluster.Namenode victim = cluster.namenodeOver(faulty);
    victim.run(new Mkdirs(FsPath.parse("/q/warm"), 0755, true), ROOT);
    victim.run(new Delete(FsPath.parse("/q/warm"), false), ROOT);
    return victim;
  }

  /**
   * Runs the operation on a namenode that dies at a store call, then again, as the client's retry,
   * on another namenode.
   *
   * @return whether the operation was long enough to die there
   */
  private boolean dieAt(int call, Moment moment, Operation<Boolean> operation) {
    TestCluster.Namenode victim = victim();
    CallContext client = cluster.retryable(ROOT);
    faulty.reset();
    faulty.killAt(call, moment, Code.CLOSED);
    try {
      assertThat(victim.run(operation, client)).isTrue();
    } catch (StoreException e) {
      assertThat(e.code()).isEqualTo(Code.CLOSED);
    }
    boolean died = faulty.triggered();
    faulty.reset();
    victim.die();
    victim.namespace.close();
    if (died) {
      assertThat(cluster.at(0).run(operation, client)).as("retry after call %d", call).isTrue();
    }
    return died;
  }

  private void housekeeping() {
    new Housekeeping(cluster.at(0).namespace).run(tx -> {});
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRecursiveDeleteSurvivesDeathAtEveryStoreCall(boolean barrier) {
    use(barrier);
    for (Moment moment : Moment.values()) {
      int call = 1;
      boolean died = true;
      while (died && call < CALLS_MAX) {
        makeTree("/q/d");
        died = dieAt(call, moment, new Delete(FsPath.parse("/q/d"), true));
        assertThat(cluster.exists("/q/d")).isFalse();
        housekeeping();
        assertThat(cluster.rows(Tables.INODES)).as("after call %d", call).hasSize(2);
        if (call % 10 == 0) {
          Invariants.check(cluster);
        }
        call++;
      }
      assertThat(call).isBetween(20, CALLS_MAX - 1);
    }
    Invariants.check(cluster);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDirectoryRenameSurvivesDeathAtEveryStoreCall(boolean barrier) {
    use(barrier);
    makeTree("/q/at0");
    Inode directory = Objects.requireNonNull(cluster.stat("/q/at0"));
    int place = 0;
    for (Moment moment : Moment.values()) {
      int call = 1;
      boolean died = true;
      while (died && call < CALLS_MAX) {
        FsPath from = FsPath.parse("/q/at" + place);
        FsPath to = FsPath.parse("/q/at" + ++place);
        died = dieAt(call, moment, new Rename(from, to, Rules.NO_OVERWRITE));
        assertThat(cluster.list("/q")).containsExactly("at" + place);
        assertThat(Objects.requireNonNull(cluster.stat(to.toString())).id())
            .isEqualTo(directory.id());
        housekeeping();
        if (call % 10 == 0) {
          Invariants.check(cluster);
        }
        call++;
      }
      assertThat(call).isBetween(15, CALLS_MAX - 1);
    }
    assertThat(cluster.list("/q/at" + place + "/b/c")).containsExactly("g0", "g1", "g2");
    Invariants.check(cluster);
  }

  @Test
  void aLiveOwnersLockIsRespectedAndADeadOnesCleared() {
    makeTree("/q/d");
    TestCluster.Namenode owner = cluster.namenode();
    Inode row = Objects.requireNonNull(cluster.stat("/q/d"));
    setFlag(row, owner.selfId());
    owner.namespace.subtreeLocksHeld().add(row.id());
    assertLocked(new Delete(FsPath.parse("/q/d/f0"), false));
    assertLocked(new Delete(FsPath.parse("/q/d"), true));
    assertLocked(new Rename(FsPath.parse("/q/d"), FsPath.parse("/q/e"), Rules.LEGACY));
    assertLocked(new Rename(FsPath.parse("/q"), FsPath.parse("/z"), Rules.LEGACY));
    assertLocked(new Mkdirs(FsPath.parse("/q/d/new"), 0755, true));
    assertThat(Objects.requireNonNull(cluster.stat("/q")).subtreeLockOwner()).isZero();
    owner.die();
    assertThat(cluster.at(0).run(new Delete(FsPath.parse("/q/d/f0"), false), ROOT)).isTrue();
    assertThat(Objects.requireNonNull(cluster.stat("/q/d")).subtreeLockOwner()).isZero();
    Invariants.check(cluster);
  }

  @Test
  void anOwnerThatLostItsLockWhileItLocksRowsActsNoMore() {
    cluster.withoutBarrier();
    makeTree("/q/d");
    TestCluster.Namenode paused = cluster.namenode();
    boolean[] deposed = new boolean[1];
    Operation<Boolean> delete = new Delete(FsPath.parse("/q/d"), true);
    SubtreeProtocol.Request request =
        new SubtreeProtocol.Request(
            FsPath.parse("/q/d"),
            "delete",
            (tx, found) -> {},
            new RightsBelow() {
              @Override
              public boolean needsChildren(OperationTx tx, Inode directory) {
                return false;
              }

              @Override
              public void check(
                  OperationTx tx, FsPath path, Inode directory, List<Inode> children) {
                if (!deposed[0]) {
                  deposed[0] = true;
                  paused.die();
                }
              }
            });
    assertThatThrownBy(
            () ->
                SubtreeProtocol.run(
                    paused.namespace,
                    ROOT,
                    request,
                    held -> {
                      throw new AssertionError("The lock was lost, yet the operation acts");
                    }))
        .isInstanceOf(NamespaceException.class);
    assertThat(cluster.list("/q/d")).contains("f0", "f1", "f2");
    assertThat(cluster.at(0).run(delete, ROOT)).isTrue();
    Invariants.check(cluster);
  }

  @Test
  void anOwnerThatLostItsLockWhileItWaitsForOthersActsNoMore() {
    makeTree("/q/d");
    TestCluster.Namenode paused = cluster.namenode();
    Operation<Boolean> delete = new Delete(FsPath.parse("/q/d"), true);
    cluster.withBarrier(
        () -> {
          paused.die();
          cluster.at(0).run(new Mkdirs(FsPath.parse("/q/d/late"), 0755, true), ROOT);
          return true;
        });
    assertThatThrownBy(() -> paused.run(delete, ROOT))
        .isInstanceOfAny(NamespaceException.class, StoreException.class);
    assertThat(cluster.list("/q/d")).contains("f0", "f1", "f2", "late");
    cluster.withoutBarrier();
    assertThat(cluster.at(0).run(delete, ROOT)).isTrue();
    Invariants.check(cluster);
  }

  private void setFlag(Inode row, long owner) {
    boolean done =
        cluster.inStore(
            tx -> {
              Inode present =
                  Objects.requireNonNull(tx.get(Tables.INODES, row.key(), LockMode.EXCLUSIVE));
              tx.update(Tables.INODES, present.toBuilder().subtreeLockOwner(owner).build());
              tx.upsert(
                  Tables.SUBTREE_OPERATIONS,
                  new SubtreeOperation(row.id(), "/q/d", "delete", owner, "hdfs", 0));
              return true;
            });
    assertThat(done).isTrue();
  }

  private void assertLocked(Operation<Boolean> operation) {
    assertThatThrownBy(() -> cluster.at(0).run(operation, ROOT))
        .as("%s", operation)
        .isInstanceOfSatisfying(
            NamespaceException.class,
            e -> assertThat(e.code()).isEqualTo(NamespaceException.Code.SUBTREE_LOCKED));
  }
}
