package io.warren.blocks;

import static io.warren.blocks.BlockFixture.deleted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.warren.model.ReplicaKey;
import io.warren.store.Tx;
import io.warren.store.embedded.EmbeddedOptions;
import io.warren.store.embedded.EmbeddedStore;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.UnsyncedStore;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.protocol.Block;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InvalidationsTest {
  private static final long RESEND_MS = 60_000;
  private static final Consumer<Tx> DEPOSED =
      tx -> {
        throw new IllegalStateException("deposed");
      };

  private UnsyncedStore disk;
  private BlockFixture store;
  private Invalidations invalidations;

  @BeforeEach
  void open(@TempDir Path folder) {
    disk = new UnsyncedStore(EmbeddedStore.open(folder, EmbeddedOptions.withoutSync()));
    store = new BlockFixture(disk);
    invalidations = new Invalidations(store.runner, store.clock, 3, RESEND_MS);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private List<Long> take(int storageId) {
    return invalidations.take(List.of(storageId)).stream().map(Block::getBlockId).toList();
  }

  @Test
  void ordersAreBoundedAndGoWhenTheyAreConfirmed() {
    for (long id = 1; id <= 5; id++) {
      store.invalidate(9, id, 1, 100);
    }
    store.invalidate(9, 1, 2, 100);
    assertThat(take(1)).containsExactlyInAnyOrder(1L, 2L, 3L);
    assertThat(take(1)).containsExactlyInAnyOrder(4L, 5L);
    assertThat(take(1)).isEmpty();
    assertThat(take(2)).containsExactly(1L);
    invalidations.confirm(List.of(deleted(1, 1, 100), deleted(1, 4, 100)));
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS))
        .filteredOn(r -> r.storageId() == 1)
        .extracting(r -> r.blockId())
        .containsExactly(2L, 3L, 5L);
  }

  @Test
  void anUnconfirmedOrderIsRepeatedAndThenDropped() {
    store.invalidate(9, 1, 1, 100);
    for (int attempt = 0; attempt < 3; attempt++) {
      assertThat(take(1)).containsExactly(1L);
      assertThat(take(1)).isEmpty();
      store.clock.advance(RESEND_MS);
    }
    assertThat(take(1)).isEmpty();
    // An evicted leader deletes nothing; it does not order it again either.
    assertThatIllegalStateException().isThrownBy(() -> invalidations.round(DEPOSED));
    assertThat(take(1)).isEmpty();
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).hasSize(1);
    invalidations.round(tx -> {});
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();
  }

  @Test
  void anotherLeaderSendsAgain() {
    store.invalidate(9, 1, 1, 100);
    assertThat(take(1)).containsExactly(1L);
    invalidations.deposed();
    assertThat(take(1)).containsExactly(1L);
  }

  @Test
  void twoRowsOfOneReplicaAreConfirmedTogether() {
    store.invalidate(9, 1, 1, 100);
    store.invalidate(0, 1, 1, 100);
    assertThat(take(1)).containsExactly(1L, 1L);
    invalidations.confirm(List.of(deleted(1, 1, 100)));
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();
  }

  @Test
  void noOrderLeavesBeforeItsRowIsDurable() {
    disk.stall();
    store.invalidate(9, 1, 1, 100);
    assertThat(take(1)).isEmpty();
    assertThat(take(1)).isEmpty();
    assertThat(invalidations.waiting()).isEqualTo(1);
    disk.sync();
    // A later row waits for the next sync; it keeps nobody up.
    store.invalidate(9, 2, 1, 100);
    assertThat(take(1)).containsExactly(1L);
    assertThat(take(1)).isEmpty();
    disk.sync();
    assertThat(take(1)).containsExactly(2L);
    assertThat(invalidations.waiting()).isZero();
  }

  @Test
  void aRowThatIsUndoneIsNotOrdered() {
    disk.stall();
    store.invalidate(9, 1, 1, 100);
    assertThat(take(1)).isEmpty();
    store.write(tx -> tx.delete(Tables.INVALIDATED_BLOCKS, new ReplicaKey(9, 1, 1)));
    disk.sync();
    assertThat(take(1)).isEmpty();
    // It comes again, as a row that was not seen before.
    store.invalidate(9, 1, 1, 100);
    assertThat(take(1)).isEmpty();
    disk.resume();
    assertThat(take(1)).containsExactly(1L);
  }

  @Test
  void aRowThatChangesWaitsAnew() {
    disk.stall();
    store.invalidate(9, 1, 1, 100);
    assertThat(take(1)).isEmpty();
    disk.sync();
    store.invalidate(9, 1, 1, 200);
    assertThat(take(1)).isEmpty();
    disk.sync();
    assertThat(take(1)).containsExactly(1L);
  }

  @Test
  void afterTheStoreWasOutOfReachRowsWaitAnew() {
    disk.stall();
    store.invalidate(9, 1, 1, 100);
    assertThat(take(1)).isEmpty();
    disk.reconnect();
    disk.sync();
    assertThat(take(1)).as("marked anew").isEmpty();
    disk.sync();
    assertThat(take(1)).containsExactly(1L);
  }

  @Test
  void ordersThatWaitDoNotNarrowTheView() {
    disk.stall();
    for (long id = 1; id <= 6; id++) {
      store.invalidate(9, id, 1, 100);
    }
    assertThat(take(1)).isEmpty();
    assertThat(take(1)).isEmpty();
    assertThat(invalidations.waiting()).isEqualTo(6);
    disk.sync();
    assertThat(take(1)).hasSize(3);
    assertThat(take(1)).hasSize(3);
  }
}
