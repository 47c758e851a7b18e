package io.warren.namespace.file;

import static io.warren.namespace.file.FileFixture.BLOCK_BYTES;
import static io.warren.namespace.file.FileFixture.ROOT;
import static io.warren.namespace.file.FileFixture.SETTINGS;
import static io.warren.namespace.file.FileFixture.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.Inode;
import io.warren.model.InvalidatedReplica;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.Replica;
import io.warren.namespace.lease.BlockRecovery;
import io.warren.namespace.lease.ListOpenFiles;
import io.warren.namespace.lease.RecoveryOrders;
import io.warren.namespace.operation.GetStatus;
import io.warren.namespace.recovery.LeaseMonitor;
import io.warren.store.ReplicaRows;
import io.warren.store.Scan;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Truncate to a length inside a block, with the datanodes' part played by the test. */
class TruncateTest {
  private static final String A = "client-a";
  private static final String B = "client-b";
  private static final long RECOVERY_TIMEOUT_MS = 30_000;

  private FileFixture files;
  private LeaseMonitor monitor;
  private boolean leaderLives = true;
  private final List<BlockRecovery> ordered = new ArrayList<>();

  @BeforeEach
  void open(@TempDir Path folder) {
    files = new FileFixture(folder);
    monitor = monitor();
  }

  private LeaseMonitor monitor() {
    return new LeaseMonitor(
        files.first,
        SETTINGS,
        RECOVERY_TIMEOUT_MS,
        tx -> {},
        new RecoveryOrders() {
          @Override
          public boolean order(BlockRecovery recovery) {
            return ordered.add(recovery);
          }

          @Override
          public boolean isUnderWay(long blockId) {
            return leaderLives;
          }
        });
  }

  @AfterEach
  void close() {
    files.close();
  }

  private boolean truncate(long newLengthBytes, String holder) {
    return files.run(new Truncate(path("/f"), newLengthBytes, holder, SETTINGS));
  }

  private static void assertRefused(Code code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private Inode inode() {
    return files.first.run(new GetStatus(path("/f")), ROOT).orElseThrow().inode();
  }

  @Test
  void theFileIsShorterAtOnceAndClosedWhenItsReplicasAreCut() {
    files.write("/f", A, BLOCK_BYTES, BLOCK_BYTES, 5);
    assertThat(truncate(BLOCK_BYTES + 10, A)).isFalse();
    assertThat(inode().sizeBytes()).isEqualTo(BLOCK_BYTES + 10);
    assertThat(inode().isUnderConstruction()).isTrue();
    assertThat(files.rows(Tables.INVALIDATED_BLOCKS))
        .extracting(InvalidatedReplica::storageId)
        .containsExactlyInAnyOrder(1, 2, 3);

    monitor.tick();
    BlockRecovery recovery = ordered.get(0);
    assertThat(recovery.truncates()).isTrue();
    assertThat(recovery.lengthBytes()).isEqualTo(10);
    assertThat(recovery.storageIds()).containsExactlyInAnyOrder(1, 2, 3);
    Block cut = files.rows(Tables.BLOCKS).get(1);
    assertThat(cut.state()).isEqualTo(BlockState.UNDER_TRUNCATION);
    assertThat(recovery.recoveryId()).isGreaterThan(cut.generationStamp());

    assertThat(files.cutIsDone(recovery)).isTrue();
    assertThat(inode().isUnderConstruction()).isFalse();
    assertThat(inode().sizeBytes()).isEqualTo(BLOCK_BYTES + 10);
    assertThat(files.rows(Tables.BLOCKS))
        .extracting(Block::state)
        .containsOnly(BlockState.COMPLETE);
    assertThat(files.rows(Tables.LEASE_PATHS)).isEmpty();
  }

  @Test
  void aLostOrderIsGivenAgainAndStillCuts() {
    files.write("/f", A, BLOCK_BYTES);
    truncate(10, A);
    monitor.tick();
    files.clock.advance(RECOVERY_TIMEOUT_MS + 1);
    monitor.tick();
    assertThat(ordered).hasSize(2);
    assertThat(ordered.get(1).recoveryId()).isGreaterThan(ordered.get(0).recoveryId());
    assertThat(ordered.get(1).truncates()).isTrue();
    assertThat(ordered.get(1).lengthBytes()).isEqualTo(10);
    assertRefused(Code.CONFLICT, () -> files.cutIsDone(ordered.get(0)));
    assertThat(files.cutIsDone(ordered.get(1))).isTrue();
  }

  @Test
  void anOrderIsGivenAgainAsSoonAsTheDatanodeThatHadItIsLost() {
    files.write("/f", A, BLOCK_BYTES);
    truncate(10, A);
    monitor.tick();
    monitor.tick();
    assertThat(ordered).hasSize(1);
    leaderLives = false;
    monitor.tick();
    leaderLives = true;
    monitor.tick();
    assertThat(ordered).hasSize(2);
    assertThat(ordered.get(1).recoveryId()).isGreaterThan(ordered.get(0).recoveryId());
  }

  @Test
  void theNextLeaderOrdersUnderANewGenerationStamp() {
    files.write("/f", A, BLOCK_BYTES);
    truncate(10, A);
    monitor.tick();
    monitor().tick();
    assertThat(ordered.get(1).recoveryId()).isGreaterThan(ordered.get(0).recoveryId());
    monitor.deposed();
    monitor.tick();
    assertThat(ordered.get(2).recoveryId()).isGreaterThan(ordered.get(1).recoveryId());
    assertThat(files.cutIsDone(ordered.get(2))).isTrue();
  }

  @Test
  void replicasThatWereCutAlreadyAreToldFromTheOthersAndCorruptOnesLeftOut() {
    files.write("/f", A, BLOCK_BYTES);
    truncate(10, A);
    monitor.tick();
    BlockRecovery first = ordered.get(0);
    files.plain.run(
        TxOptions.write("cut_one_replica"),
        tx -> {
          Replica before = tx.scan(Scan.prefix(Tables.REPLICAS, 1)).get(0);
          ReplicaRows.put(
              tx,
              new Replica(
                  before.inodeId(), before.blockId(), before.storageId(), first.recoveryId(), 10),
              before);
          tx.upsert(
              Tables.CORRUPT_REPLICAS,
              new CorruptReplica(
                  before.inodeId(), before.blockId(), 3, before.generationStamp(), "bad", 1));
          return true;
        });
    leaderLives = false;
    monitor.tick();
    assertThat(ordered.get(1).storageIds()).containsExactlyInAnyOrder(1, 2);
    assertThat(ordered.get(1).cutStorageIds()).containsExactly(1);
  }

  @Test
  void nobodyWritesUntilTheReplicasAreCut() {
    files.write("/f", A, BLOCK_BYTES);
    assertThat(truncate(10, A)).isFalse();
    assertThat(truncate(10, B)).isFalse();
    assertRefused(Code.ALREADY_BEING_CREATED, () -> truncate(9, A));
    assertRefused(
        Code.RECOVERY_IN_PROGRESS, () -> files.run(new Append(path("/f"), B, "", false, SETTINGS)));
    monitor.tick();
    files.cutIsDone(ordered.get(0));
    assertThat(files.run(new Append(path("/f"), B, "", false, SETTINGS)).reopened()).isNotNull();
  }

  @Test
  void openFilesAreListedByTheirIds() {
    files.write("/f", A, BLOCK_BYTES);
    truncate(10, A);
    for (int i = 0; i < 5; i++) {
      files.open("/d/" + i, i % 2 == 0 ? B : A);
    }
    ListOpenFiles.Page first = files.first.run(new ListOpenFiles(0, path("/"), 4), ROOT);
    assertThat(first.hasMore()).isTrue();
    assertThat(first.entries()).extracting(e -> e.path().toString()).startsWith("/f", "/d/0");
    long after = first.entries().get(3).inodeId();
    ListOpenFiles.Page second = files.first.run(new ListOpenFiles(after, path("/"), 4), ROOT);
    assertThat(second.hasMore()).isFalse();
    assertThat(second.entries()).extracting(ListOpenFiles.Entry::holder).containsExactly(A, B);
    assertThat(files.first.run(new ListOpenFiles(0, path("/d"), 100), ROOT).entries()).hasSize(5);
    assertRefused(Code.ACCESS_DENIED, () -> files.run(new ListOpenFiles(0, path("/"), 4)));
  }
}
