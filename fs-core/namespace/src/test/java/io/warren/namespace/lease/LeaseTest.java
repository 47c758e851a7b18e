package io.warren.namespace.lease;

import static io.warren.namespace.file.FileFixture.ALICE;
import static io.warren.namespace.file.FileFixture.BLOCK_BYTES;
import static io.warren.namespace.file.FileFixture.SETTINGS;
import static io.warren.namespace.file.FileFixture.create;
import static io.warren.namespace.file.FileFixture.path;
import static io.warren.namespace.file.FileFixture.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.BlockState;
import io.warren.model.LeasePath;
import io.warren.model.NamespaceException;
import io.warren.model.NamespaceException.Code;
import io.warren.model.RedundancyCheck;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.EntryStatus;
import io.warren.namespace.file.AddBlock;
import io.warren.namespace.file.Append;
import io.warren.namespace.file.FileBlock;
import io.warren.namespace.file.FileFixture;
import io.warren.namespace.file.IsFileClosed;
import io.warren.namespace.operation.SetReplication;
import io.warren.namespace.recovery.CommitBlockSynchronization;
import io.warren.namespace.recovery.LeaseMonitor;
import io.warren.namespace.recovery.RecoverLease;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked // a null where a recovery is expected fails the test, as it should
class LeaseTest {
  private static final String A = "client-a";
  private static final String B = "client-b";
  private static final long RECOVERY_TIMEOUT_MS = 30_000;

  private FileFixture files;
  private final List<BlockRecovery> recoveries = new ArrayList<>();
  private boolean datanodesAlive = true;
  private boolean deposed;
  private LeaseMonitor monitor;

  @BeforeEach
  void open(@TempDir Path folder) {
    files = new FileFixture(folder);
    monitor =
        new LeaseMonitor(
            files.first,
            SETTINGS,
            RECOVERY_TIMEOUT_MS,
            tx -> {
              if (deposed) {
                throw new IllegalStateException("deposed");
              }
            },
            recovery -> datanodesAlive && recoveries.add(recovery));
  }

  @AfterEach
  void close() {
    files.close();
  }

  private static void assertCode(Code code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            NamespaceException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private boolean isClosed(String path) {
    return files.run(new IsFileClosed(path(path)));
  }

  private void expireHard() {
    files.clock.advance(SETTINGS.leaseHardLimitMs() + 1);
  }

  private boolean synchronize(BlockRecovery recovery, long lengthBytes, boolean delete) {
    return files.run(
        new CommitBlockSynchronization(
            recovery.blockId(),
            recovery.recoveryId(),
            lengthBytes,
            true,
            delete,
            delete ? List.of() : recovery.storageIds()));
  }

  @Test
  void aRenewedLeaseLives() {
    files.open("/f", A);
    files.clock.advance(SETTINGS.leaseHardLimitMs() - 1_000);
    files.run(new RenewLease(A));
    files.clock.advance(2_000);
    assertThat(monitor.tick()).isZero();
    assertThat(isClosed("/f")).isFalse();
  }

  @Test
  void filesOfASilentWriterAreClosedAtTheHardLimit() {
    files.open("/empty", A);
    files.open("/stored", A);
    FileBlock one = files.add("/stored", A, null);
    files.received(one.block(), 1, 7);
    files.add("/stored", A, written(one, BLOCK_BYTES));
    expireHard();
    monitor.tick();
    assertThat(isClosed("/empty")).isTrue();
    assertThat(isClosed("/stored")).isFalse();
    assertThat(files.rows(Tables.LEASES)).isEmpty();
    assertThat(files.rows(Tables.LEASE_PATHS))
        .extracting(LeasePath::holder)
        .containsExactly(Leases.RECOVERY_HOLDER);
    assertCode(Code.LEASE_EXPIRED, () -> files.add("/stored", A, null));
  }

  @Test
  void aRecoveredBlockClosesItsFileWithTheRecoveredLength() {
    files.open("/f", A);
    FileBlock one = files.add("/f", A, null);
    expireHard();
    monitor.tick();
    BlockRecovery recovery = recoveries.get(0);
    assertThat(recovery.storageIds()).containsExactly(1, 2, 3);
    assertThat(recovery.recoveryId()).isGreaterThan(one.block().generationStamp());
    assertThat(files.rows(Tables.BLOCKS).get(0).state()).isEqualTo(BlockState.UNDER_RECOVERY);

    assertThat(synchronize(recovery, 42, false)).isTrue();
    assertThat(synchronize(recovery, 42, false)).isTrue();
    assertThat(isClosed("/f")).isTrue();
    assertThat(files.read("/f").status().inode().sizeBytes()).isEqualTo(42);
    assertThat(files.read("/f").blocks().get(0).replicas()).hasSize(3);
    assertThat(files.read("/f").blocks().get(0).block().generationStamp())
        .isEqualTo(recovery.recoveryId());
    assertThat(files.rows(Tables.LEASE_PATHS)).isEmpty();
  }

  @Test
  void aRecoveredBlockWithMoreReplicasThanItsFileWantsIsLookedAt() {
    files.open("/f", A);
    FileBlock one = files.add("/f", A, null);
    files.run(new SetReplication(path("/f"), 2));
    expireHard();
    monitor.tick();
    assertThat(synchronize(recoveries.get(0), 42, false)).isTrue();
    assertThat(files.rows(Tables.REDUNDANCY_CHECKS))
        .extracting(RedundancyCheck::blockId)
        .contains(one.block().blockId());
  }

  @Test
  void aBlockWithoutDataGoes() {
    files.write("/f", A, 5);
    files.run(new Append(path("/f"), B, "", true, SETTINGS));
    FileBlock second =
        files.run(
            new AddBlock(
                path("/f"), 0, B, written(files.read("/f").last(), 5), List.of(1), SETTINGS));
    assertThat(second.offsetBytes()).isEqualTo(5);
    expireHard();
    monitor.tick();
    assertThat(synchronize(recoveries.get(0), 0, true)).isTrue();
    assertThat(isClosed("/f")).isTrue();
    assertThat(files.read("/f").status().inode().sizeBytes()).isEqualTo(5);
  }

  @Test
  void aBlockThatNoDatanodeExpectsGoesAtOnce() {
    files.open("/f", A);
    files.add("/f", A, null);
    files.plain.run(
        TxOptions.write("lose_pipeline"),
        tx -> {
          for (ReplicaUnderConstruction r : files.rows(Tables.REPLICAS_UNDER_CONSTRUCTION)) {
            tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, r.key());
          }
          return true;
        });
    expireHard();
    assertThat(monitor.tick()).isEqualTo(1);
    assertThat(isClosed("/f")).isTrue();
    assertThat(files.rows(Tables.BLOCKS)).isEmpty();
  }

  @Test
  void aRecoveryThatDoesNotEndIsBegunAgain() {
    files.open("/f", A);
    files.add("/f", A, null);
    expireHard();
    datanodesAlive = false;
    monitor.tick();
    assertThat(recoveries).isEmpty();
    datanodesAlive = true;
    monitor.tick();
    monitor.tick();
    assertThat(recoveries).hasSize(1);
    files.clock.advance(RECOVERY_TIMEOUT_MS + 1);
    monitor.tick();
    assertThat(recoveries).hasSize(2);
    assertThat(recoveries.get(1).recoveryId()).isGreaterThan(recoveries.get(0).recoveryId());
    assertCode(Code.CONFLICT, () -> synchronize(recoveries.get(0), 1, false));
    assertThat(synchronize(recoveries.get(1), 1, false)).isTrue();
  }

  @Test
  void aCommittedBlockOnlyWaitsForItsReplica() {
    files.open("/f", A);
    FileBlock one = files.add("/f", A, null);
    assertThat(files.complete("/f", A, written(one, 9))).isFalse();
    expireHard();
    assertThat(monitor.tick()).isZero();
    files.received(one.block(), 2, 9);
    assertThat(monitor.tick()).isEqualTo(1);
    assertThat(files.read("/f").status().inode().sizeBytes()).isEqualTo(9);
    assertThat(recoveries).isEmpty();
  }

  @Test
  void anEmptyLastBlockIsDroppedAndTheFileWaitsForTheOneBefore() {
    files.open("/f", A);
    FileBlock one = files.add("/f", A, null);
    FileBlock two = files.add("/f", A, written(one, 9));
    files.plain.run(
        TxOptions.write("lose_pipeline"),
        tx -> {
          for (ReplicaUnderConstruction r : files.rows(Tables.REPLICAS_UNDER_CONSTRUCTION)) {
            if (r.blockId() == two.block().blockId()) {
              tx.delete(Tables.REPLICAS_UNDER_CONSTRUCTION, r.key());
            }
          }
          return true;
        });
    assertThat(files.run(new RecoverLease(path("/f")))).isFalse();
    assertThat(isClosed("/f")).isFalse();
    assertThat(files.rows(Tables.BLOCKS)).hasSize(1);
    assertCode(
        Code.RECOVERY_IN_PROGRESS, () -> files.run(new Append(path("/f"), B, "", false, SETTINGS)));
    assertThat(monitor.tick()).isZero();
    files.received(one.block(), 2, 9);
    assertThat(monitor.tick()).isEqualTo(1);
    assertThat(isClosed("/f")).isTrue();
    assertThat(files.read("/f").status().inode().sizeBytes()).isEqualTo(9);
    assertThat(recoveries).isEmpty();
  }

  @Test
  void anotherClientTakesOverAfterTheSoftLimit() {
    files.open("/f", A);
    assertCode(
        Code.ALREADY_BEING_CREATED,
        () -> files.run(new Append(path("/f"), B, "", false, SETTINGS)));
    files.clock.advance(SETTINGS.leaseSoftLimitMs() + 1);
    Append.Answer answer = files.run(new Append(path("/f"), B, "", false, SETTINGS));
    assertThat(answer.status().inode().leaseHolder()).isEqualTo(B);
  }

  @Test
  void takingOverAWrittenBlockBeginsItsRecovery() {
    files.open("/f", A);
    files.add("/f", A, null);
    files.clock.advance(SETTINGS.leaseSoftLimitMs() + 1);
    assertCode(Code.RECOVERY_IN_PROGRESS, () -> files.run(create("/f", B, false)));
    assertCode(Code.RECOVERY_IN_PROGRESS, () -> files.run(create("/f", B, false)));
    monitor.tick();
    assertThat(synchronize(recoveries.get(0), 3, false)).isTrue();
    assertCode(Code.ALREADY_EXISTS, () -> files.run(create("/f", B, false)));
  }

  @Test
  void recoverLeaseClosesOrBeginsARecovery() {
    files.open("/empty", A);
    assertThat(files.run(new RecoverLease(path("/empty")))).isTrue();
    assertThat(files.run(new RecoverLease(path("/empty")))).isTrue();
    files.open("/f", A);
    files.add("/f", A, null);
    assertThat(files.second.run(new RecoverLease(path("/f")), ALICE)).isFalse();
    monitor.tick();
    assertThat(recoveries).hasSize(1);
    assertThat(files.run(new RecoverLease(path("/f")))).isFalse();
    assertThat(files.rows(Tables.BLOCKS).get(0).recoveryId())
        .isEqualTo(recoveries.get(0).recoveryId());
    synchronize(recoveries.get(0), 3, false);
    assertThat(files.run(new RecoverLease(path("/f")))).isTrue();
  }

  @Test
  void aDeposedLeaderClosesNothing() {
    EntryStatus file = files.open("/f", A);
    expireHard();
    deposed = true;
    assertThatThrownBy(() -> monitor.tick()).isInstanceOf(IllegalStateException.class);
    assertThat(isClosed("/f")).isFalse();
    assertThat(file.inode().leaseHolder()).isEqualTo(A);
  }
}
