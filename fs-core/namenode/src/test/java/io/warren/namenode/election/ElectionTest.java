package io.warren.namenode.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.ClusterVariable;
import io.warren.store.Store;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.UnsyncedStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds are driven by hand, so nothing here depends on time. */
class ElectionTest {
  private static final int MISSES_MAX = 3;

  @SuppressWarnings("NullAway.Init")
  private Store store;

  @SuppressWarnings("NullAway.Init")
  private TransactionRunner runner;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = EmbeddedStore.open(folder.resolve("store"), EmbeddedOptions.withoutSync());
    runner = new TransactionRunner(store, TransactionRunner.Listener.NONE);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Election election(String name) {
    return new Election(
        runner,
        new Election.Settings(name, "test", MISSES_MAX),
        Clock.systemUTC(),
        Election.Listener.NONE);
  }

  @Test
  void theSmallestLiveIdLeadsAndEachChangeRaisesTheEpoch() {
    Election first = election("a");
    Election second = election("b");
    assertThat(first.join("r", "h").leads()).isTrue();
    assertThat(second.join("r", "h").leads()).isFalse();
    assertThat(first.epoch()).isEqualTo(1);
    first.leave();
    assertThat(second.tick().leads()).isTrue();
    assertThat(second.epoch()).isEqualTo(2);
    assertThat(first.join("r", "h").id()).isGreaterThan(second.view().id());
    assertThat(first.leads()).isFalse();
  }

  @Test
  void aSilentLeaderIsEvictedFencedAndComesBackUnderANewId() {
    Election first = election("a");
    Election second = election("b");
    long oldId = first.join("r", "h").id();
    EpochFence old = fence(first);
    second.join("r", "h");
    for (int round = 0; round < MISSES_MAX; round++) {
      assertThat(second.isLive(oldId)).isTrue();
      second.tick();
    }
    assertThat(second.leads()).isTrue();
    assertThat(second.isLive(oldId)).isFalse();
    assertThatThrownBy(() -> runner.run(TxOptions.write("leader_work"), tx -> check(old, tx)))
        .isInstanceOf(EpochFence.DeposedException.class);
    assertThat(first.tick().id()).isGreaterThan(second.view().id());
    assertThat(first.leads()).isFalse();
    assertThat(runner.<Boolean>run(TxOptions.write("leader_work"), tx -> check(fence(second), tx)))
        .isTrue();
  }

  private static EpochFence fence(Election leader) {
    return Objects.requireNonNull(leader.fence());
  }

  private static boolean check(EpochFence fence, io.warren.store.Tx tx) {
    fence.check(tx);
    return true;
  }

  private void setBack(long epoch, long leaderId) {
    runner.run(
        TxOptions.write("set_back"),
        tx -> {
          tx.upsert(Tables.CLUSTER_VARIABLES, new ClusterVariable(EpochFence.EPOCH, "" + epoch));
          tx.upsert(
              Tables.CLUSTER_VARIABLES, new ClusterVariable(EpochFence.LEADER_ID, "" + leaderId));
          return true;
        });
  }

  /** Else a turn of the lost leader would pass the fence, and datanodes not follow the new one. */
  @Test
  void epochsThatTheStoreHasLostAreNotBegunAgain() {
    UnsyncedStore lossy = new UnsyncedStore(store);
    runner = new TransactionRunner(lossy, TransactionRunner.Listener.NONE);
    Election first = election("a");
    Election second = election("b");
    long firstId = first.join("r", "h").id();
    second.join("r", "h");
    first.leave();
    second.tick();
    EpochFence lost = fence(second);
    assertThat(second.epoch()).isEqualTo(2);
    setBack(1, firstId);
    lossy.reconnect();
    assertThat(second.tick().leads()).isTrue();
    long begun = second.epoch();
    assertThat(begun).isGreaterThan(2);
    assertThatThrownBy(() -> runner.run(TxOptions.write("leader_work"), tx -> check(lost, tx)))
        .isInstanceOf(EpochFence.DeposedException.class);
    assertThat(second.tick().epoch()).isEqualTo(begun);
    // Also when the row has the leader that there is.
    lossy.reconnect();
    assertThat(second.tick().leads()).isTrue();
    assertThat(second.epoch()).isGreaterThan(begun);
  }

  @Test
  void aFollowerThatBeatsIsNeverEvicted() {
    Election first = election("a");
    Election second = election("b");
    first.join("r", "h");
    second.join("r", "h");
    for (int round = 0; round < 4 * MISSES_MAX; round++) {
      first.tick();
      second.tick();
    }
    assertThat(first.leads()).isTrue();
    assertThat(first.epoch()).isEqualTo(1);
    assertThat(second.view().members()).hasSize(2);
  }

  @Test
  void clocksThatDifferByMinutesChangeNothingButAreTold() {
    for (long skewMinutes : new long[] {-30, 30}) {
      Election first = election("a");
      Clock skewed = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(skewMinutes));
      Election second =
          new Election(
              runner,
              new Election.Settings("b", "test", MISSES_MAX),
              skewed,
              Election.Listener.NONE);
      long leader = first.join("r", "h").id();
      long follower = second.join("r", "h").id();
      for (int round = 0; round < 4 * MISSES_MAX; round++) {
        first.tick();
        second.tick();
        assertThat(first.isSilent(follower) || second.isSilent(leader)).isFalse();
      }
      assertThat(first.leads()).isTrue();
      assertThat(second.clockSkewMs())
          .isBetween(Duration.ofMinutes(29).toMillis(), Duration.ofMinutes(31).toMillis());
      for (int round = 0; round <= MISSES_MAX; round++) {
        second.tick();
      }
      assertThat(second.leads()).isTrue();
      second.leave();
    }
  }
}
