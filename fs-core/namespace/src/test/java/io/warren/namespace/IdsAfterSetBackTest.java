package io.warren.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.warren.model.IdRange;
import io.warren.store.LockMode;
import io.warren.store.Store;
import io.warren.store.StoreException;
import io.warren.store.StoreException.Code;
import io.warren.store.TransactionRunner;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.UnsyncedStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The store loses its newest commits, and comes back: what was given out by them (block ids that
 * datanodes know, generation stamps) must not be given out again.
 */
class IdsAfterSetBackTest {
  private static final IdKind[] RANGES = {
    IdKind.INODE, IdKind.BLOCK, IdKind.BLOCK_GROUP, IdKind.GENERATION_STAMP, IdKind.QUOTA_UPDATE
  };

  private TestCluster cluster;
  private UnsyncedStore store;
  private TransactionRunner plain;

  @BeforeEach
  void open(@TempDir Path folder) {
    cluster = TestCluster.open(folder);
    store = new UnsyncedStore(cluster.store);
    plain = runner(store);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  private static TransactionRunner runner(Store over) {
    return new TransactionRunner(over, TransactionRunner.Listener.NONE);
  }

  private IdAllocator namenode() {
    return new IdAllocator(runner(store), Runnable::run);
  }

  private @Nullable IdRange row(IdKind kind) {
    return plain
        .run(
            TxOptions.read("test_read"),
            tx ->
                Optional.ofNullable(
                    tx.get(Tables.ID_RANGES, kind.stored(), LockMode.READ_COMMITTED)))
        .orElse(null);
  }

  /** The kind's row is again as it was on disk, and the store says that it was away. */
  private void setBack(IdKind kind, @Nullable IdRange durable) {
    plain.run(
        TxOptions.write("test_set_back"),
        tx -> {
          if (durable == null) {
            tx.delete(Tables.ID_RANGES, kind.stored());
          } else {
            tx.upsert(Tables.ID_RANGES, durable);
          }
          return true;
        });
    store.reconnect();
  }

  private static List<Long> take(IdAllocator ids, IdKind kind, int count) {
    List<Long> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(ids.next(kind));
    }
    return taken;
  }

  private static void assertNew(Set<Long> given, List<Long> ids) {
    List<Long> again = ids.stream().filter(id -> !given.add(id)).toList();
    assertThat(again).isEmpty();
  }

  @Test
  void idsOfALostReservationAreNotGivenAgain() {
    for (IdKind kind : RANGES) {
      IdAllocator survivor = namenode();
      Set<Long> given = new HashSet<>(take(survivor, kind, 10));
      store.stall();
      IdRange durable = row(kind);
      int count = 2 * kind.rangeSize();
      assertNew(given, take(survivor, kind, count));
      assertNew(given, take(namenode(), kind, count));
      setBack(kind, durable);
      store.resume();
      assertNew(given, take(namenode(), kind, count));
      assertNew(given, take(survivor, kind, count));
    }
  }

  /** As after a loss of the whole cluster before the first ids after another one were durable. */
  @Test
  void twoLossesInARowGiveNothingTwice() {
    IdKind kind = IdKind.GENERATION_STAMP;
    Set<Long> given = new HashSet<>(take(namenode(), kind, 10));
    store.stall();
    IdRange durable = row(kind);
    assertNew(given, take(namenode(), kind, 10));
    setBack(kind, durable);
    assertRefused(() -> impatient().next(kind));
    setBack(kind, durable);
    store.resume();
    assertNew(given, take(namenode(), kind, 10));
  }

  @Test
  void nobodyWaitsForReservationsThatAreNotDurableYet() {
    namenode().next(IdKind.BLOCK);
    store.stall();
    IdAllocator ids = impatient();
    assertNew(new HashSet<>(), take(ids, IdKind.BLOCK, 20 * IdKind.BLOCK.rangeSize()));
    // Another namenode takes ranges above those.
    assertThat(impatient().next(IdKind.BLOCK)).isPositive();
  }

  @Test
  void noIdIsFurtherThanALossReaches() {
    IdKind kind = IdKind.GENERATION_STAMP;
    IdAllocator ids = impatient();
    long first = ids.next(kind);
    store.stall();
    long floor = first + IdReservations.AHEAD_MAX;
    assertRefused(() -> ids.nextAbove(kind, floor));
    // Another one with nothing in hand fares no better.
    assertRefused(() -> impatient().next(kind));
    store.resume();
    assertThat(namenode().nextAbove(kind, floor)).isGreaterThan(floor);
  }

  @Test
  void waitingEndsWhenTheReservationIsDurable() throws Exception {
    IdKind kind = IdKind.BLOCK_GROUP;
    IdAllocator ids = namenode();
    long floor = ids.next(kind) + IdReservations.AHEAD_MAX;
    store.stall();
    Thread disk =
        new Thread(
            () -> {
              while (true) {
                IdRange row = row(kind);
                if (row != null && row.nextId() > floor) {
                  store.resume();
                  return;
                }
              }
            });
    disk.start();
    assertThat(ids.nextAbove(kind, floor)).isGreaterThan(floor);
    disk.join();
  }

  /** The store was out of reach between a reservation and its mark: that mark says nothing. */
  @Test
  void aMarkFromAfterALossSaysNothingOfAReservationFromBefore() {
    DurableReach reach = new DurableReach(store.durability());
    long mark = reach.mark();
    store.reconnect();
    reach.committed(5_000, mark);
    assertThat(reach.durableId()).isZero();
    reach.committed(4_000, reach.mark());
    assertThat(reach.durableId()).isEqualTo(4_000);
    store.reconnect();
    assertThat(reach.durableId()).isEqualTo(4_000);
  }

  private IdAllocator impatient() {
    return new IdAllocator(runner(store), Runnable::run, Duration.ZERO);
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.UNAVAILABLE));
  }
}
