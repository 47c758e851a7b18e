package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Inode;
import io.warren.namespace.file.FileRemoval;
import io.warren.namespace.subtree.DetachedRemover;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who frees a deleted tree: its namenode while that lives, else the leader, and nobody deposed. */
class DeletedTreesTest {
  private static final int DIRECTORIES = 30;

  @SuppressWarnings("NullAway.Init")
  private TestCluster cluster;

  @SuppressWarnings("NullAway.Init")
  private TestCluster.Namenode owner;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    owner = cluster.namenode();
    for (int i = 0; i < DIRECTORIES; i++) {
      cluster.mkdirs("/tree/d" + i);
      cluster.createFile("/tree/d" + i + "/f");
    }
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private static final class Deposed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** What the last transaction of a delete does, and nothing after it. */
  private record Detach(FsPath path, long freedBy) implements InodeOperation<Long> {
    @Override
    public String name() {
      return "test_detach";
    }

    @Override
    public boolean mutates() {
      return true;
    }

    @Override
    public Long execute(OperationTx tx) {
      Inode root = tx.lock(PathLock.parentAndLast(path)).requireLast();
      FileRemoval.detach(tx, root, freedBy);
      return root.id();
    }
  }

  private long detach(long freedBy) {
    return owner.run(new Detach(FsPath.parse("/tree"), freedBy), ROOT);
  }

  private int inodes() {
    return cluster.rows(Tables.INODES).size();
  }

  private long leaderFrees(LeaderFence fence) {
    return new Housekeeping(cluster.at(0).namespace).freeDeletedTrees(fence);
  }

  @Test
  void theLeaderLeavesATreeToItsOwnerWhileThatLives() {
    detach(owner.selfId());
    int before = inodes();
    assertThat(leaderFrees(LeaderFence.NONE)).isZero();
    assertThat(inodes()).isEqualTo(before);
    owner.die();
    assertThat(leaderFrees(LeaderFence.NONE)).isEqualTo(2 * DIRECTORIES + 1);
    assertThat(inodes()).isEqualTo(1);
  }

  @Test
  void theOwnerHandsOverWhatItDoesNotFree() {
    long root = detach(owner.selfId());
    owner.namespace.treesBeingFreed().add(root);
    new DetachedRemover(owner.namespace).handOverLeft();
    assertThat(leaderFrees(LeaderFence.NONE)).isZero();
    owner.namespace.treesBeingFreed().remove(root);
    new DetachedRemover(owner.namespace).handOverLeft();
    assertThat(leaderFrees(LeaderFence.NONE)).isEqualTo(2 * DIRECTORIES + 1);
    assertThat(inodes()).isEqualTo(1);
  }

  @Test
  void theLeaderFreesAtOnceWhatNobodyOwns() {
    detach(0);
    assertThat(leaderFrees(LeaderFence.NONE)).isEqualTo(2 * DIRECTORIES + 1);
    assertThat(inodes()).isEqualTo(1);
  }

  @Test
  void aDeposedLeaderStopsInTheMiddleOfATree() {
    detach(0);
    AtomicInteger checks = new AtomicInteger();
    LeaderFence endsSoon =
        tx -> {
          if (checks.incrementAndGet() > 5) {
            throw new Deposed();
          }
        };
    assertThatThrownBy(() -> leaderFrees(endsSoon)).isInstanceOf(Deposed.class);
    int left = inodes();
    assertThat(left).isGreaterThan(1);
    assertThatThrownBy(() -> leaderFrees(endsSoon)).isInstanceOf(Deposed.class);
    assertThat(inodes()).isEqualTo(left);
    assertThat(leaderFrees(LeaderFence.NONE)).isPositive();
    assertThat(inodes()).isEqualTo(1);
  }

  @Test
  void aTurnThatIsOverGoesOnWhereItEnded() {
    detach(0);
    DetachedRemover remover = new DetachedRemover(cluster.at(0).namespace);
    long freed = 0;
    int turns = 0;
    while (inodes() > 1) {
      freed += remover.sweep(LeaderFence.NONE, 2_000_000);
      assertThat(++turns).isLessThan(10_000);
    }
    assertThat(freed).isEqualTo(2 * DIRECTORIES + 1);
  }
}
