package io.warren.namespace;

import static io.warren.namespace.TestCluster.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.CorruptReplica;
import io.warren.model.Inode;
import io.warren.model.LeasePath;
import io.warren.model.Replica;
import io.warren.model.ReplicaState;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.operation.Delete;
import io.warren.namespace.operation.Rename;
import io.warren.namespace.operation.Rename.Rules;
import io.warren.namespace.upkeep.Housekeeping;
import io.warren.store.LockMode;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.Tx;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a file's other rows when it goes. */
class FileRemovalTest {
  private static final int MANY_BLOCKS = 150;
  private TestCluster cluster;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private void createLarge(String path) {
    Inode made =
        cluster
            .at(0)
            .run(
                new TestCluster.CreateTestFile(FsPath.parse(path), MANY_BLOCKS * 10L, MANY_BLOCKS),
                ROOT);
    assertThat(made.isFile()).isTrue();
  }

  private void freeAndCheck(int filesRemoved) {
    new Housekeeping(cluster.at(0).namespace).run(tx -> {});
    assertThat(cluster.rows(Tables.INVALIDATED_BLOCKS)).hasSize(filesRemoved * MANY_BLOCKS * 3);
    assertThat(
            cluster.at(0).finished.stream()
                .filter(f -> !f.operation().equals("create_test_file"))
                .mapToInt(f -> f.stats().rowsWritten())
                .max()
                .orElseThrow())
        .isLessThanOrEqualTo(1000);
    Invariants.check(cluster);
  }

  @Test
  void aFileOfManyBlocksIsFreedInBoundedTransactions() {
    createLarge("/big");
    assertThat(cluster.at(0).run(new Delete(FsPath.parse("/big"), false), ROOT)).isTrue();
    assertThat(cluster.exists("/big")).isFalse();
    createLarge("/big");
    cluster.createFile("/small");
    Rename over = new Rename(FsPath.parse("/small"), FsPath.parse("/big"), Rules.OVERWRITE);
    assertThat(cluster.at(0).run(over, ROOT)).isTrue();
    assertThat(cluster.list("/")).containsExactly("big");
    freeAndCheck(2);
  }

  /** Rows about a file's blocks as if each had so many replicas, and as many pipelines. */
  private Inode createReplicated(String path, int blocks, int replicas) {
    Inode file =
        cluster
            .at(0)
            .run(new TestCluster.CreateTestFile(FsPath.parse(path), blocks * 10L, blocks), ROOT);
    List<Block> made =
        cluster.inStore(
            tx -> {
              List<Block> all = tx.scan(Scan.prefix(Tables.BLOCKS, blocks, file.id()));
              all.forEach(block -> replicate(tx, block, replicas));
              return all;
            });
    assertThat(made).hasSize(blocks);
    return file;
  }

  private static void replicate(Tx tx, Block block, int replicas) {
    long id = block.blockId();
    for (int storage = 4; storage <= replicas; storage++) {
      ReplicaRows.put(tx, new Replica(block.inodeId(), id, storage, 1001, 10), null);
    }
    for (int storage = 1; storage <= replicas; storage++) {
      tx.upsert(
          Tables.REPLICAS_UNDER_CONSTRUCTION,
          new ReplicaUnderConstruction(
              block.inodeId(), id, storage, storage, 1001, 10, ReplicaState.RBW));
      tx.upsert(
          Tables.CORRUPT_REPLICAS,
          new CorruptReplica(block.inodeId(), id, storage, 1001, "test", 1));
    }
  }

  private void freeAndExpectNoReplicas(int replicas) {
    new Housekeeping(cluster.at(0).namespace).run(tx -> {});
    assertThat(cluster.rows(Tables.BLOCKS)).isEmpty();
    assertThat(cluster.rows(Tables.REPLICAS)).isEmpty();
    assertThat(cluster.rows(Tables.BUCKET_REPLICAS)).isEmpty();
    assertThat(cluster.rows(Tables.REPLICAS_UNDER_CONSTRUCTION)).isEmpty();
    assertThat(cluster.rows(Tables.CORRUPT_REPLICAS)).isEmpty();
    assertThat(cluster.rows(Tables.INVALIDATED_BLOCKS)).hasSize(replicas);
    Invariants.check(cluster);
  }

  @ParameterizedTest
  @CsvSource({"40,12", "40,10", "40,5", "41,12", "3,300", "1,700", "20,10"})
  void everyReplicaOfAFileIsOrderedToGo(int blocks, int replicas) {
    assertThat(createReplicated("/f", blocks, replicas).isFile()).isTrue();
    assertThat(cluster.at(0).run(new Delete(FsPath.parse("/f"), false), ROOT)).isTrue();
    freeAndExpectNoReplicas(blocks * replicas);
  }

  @Test
  void everyReplicaOfTheFilesInADirectoryIsOrderedToGo() {
    cluster.mkdirs("/d/e");
    createReplicated("/d/e/f", 40, 12);
    createReplicated("/d/g", 40, 12);
    assertThat(cluster.at(0).run(new Delete(FsPath.parse("/d"), true), ROOT)).isTrue();
    freeAndExpectNoReplicas(2 * 40 * 12);
  }

  @Test
  void aReplicaWhoseBlockIsGoneGoesWithItsFile() {
    Inode file = createReplicated("/f", 2, 3);
    Replica stray = new Replica(file.id(), Long.MAX_VALUE - 1, 7, 1001, 10);
    boolean put =
        cluster.inStore(
            tx -> {
              ReplicaRows.put(tx, stray, null);
              return true;
            });
    assertThat(put).isTrue();
    assertThat(cluster.at(0).run(new Delete(FsPath.parse("/f"), false), ROOT)).isTrue();
    freeAndExpectNoReplicas(2 * 3 + 1);
  }

  @Test
  void aSubtreeWithAFileOfManyBlocksIsFreedInBoundedTransactions() {
    cluster.mkdirs("/d/e");
    createLarge("/d/big1");
    createLarge("/d/e/big2");
    cluster.createFile("/d/e/small", ROOT, 0);
    assertThat(cluster.at(0).run(new Delete(FsPath.parse("/d"), true), ROOT)).isTrue();
    assertThat(cluster.rows(Tables.INODES)).hasSize(1);
    freeAndCheck(2);
  }

  @Test
  void aLargeSubtreeIsGoneAtOnceAndFreedLater() {
    cluster.mkdirs("/d/e");
    for (int i = 0; i < 2_300; i++) {
      cluster.createFile("/d/e/f" + i);
    }
    assertThat(cluster.at(0).run(new Delete(FsPath.parse("/d"), true), ROOT)).isTrue();
    assertThat(cluster.exists("/d")).isFalse();
    cluster.awaitFreed();
    assertThat(cluster.rows(Tables.INODES)).hasSize(1);
    Invariants.check(cluster);
  }

  @Test
  void anOpenFileLosesItsLeasePath() {
    cluster.mkdirs("/d");
    for (String path : new String[] {"/f", "/d/g"}) {
      Inode file = cluster.createFile(path);
      assertThat(openForWriting(file)).isTrue();
    }
    assertThat(cluster.rows(Tables.LEASE_PATHS)).hasSize(2);
    assertThat(cluster.at(0).run(new Delete(FsPath.parse("/f"), false), ROOT)).isTrue();
    assertThat(cluster.at(0).run(new Delete(FsPath.parse("/d"), true), ROOT)).isTrue();
    assertThat(cluster.rows(Tables.LEASE_PATHS)).isEmpty();
    Invariants.check(cluster);
  }

  private boolean openForWriting(Inode file) {
    return cluster.inStore(
        tx -> {
          Inode row = Objects.requireNonNull(tx.get(Tables.INODES, file.key(), LockMode.EXCLUSIVE));
          tx.update(Tables.INODES, row.toBuilder().leaseHolder("h").leaseMachine("m").build());
          tx.insert(Tables.LEASE_PATHS, new LeasePath("h", file.id()));
          return true;
        });
  }
}
