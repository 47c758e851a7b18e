package io.warren.blocks;

import static io.warren.blocks.BlockFixture.deleted;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.Block;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InvalidationsTest {
  private static final long RESEND_MS = 60_000;

  private BlockFixture store;
  private Invalidations invalidations;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = new BlockFixture(folder);
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
    assertThat(store.rows(Tables.INVALIDATED_BLOCKS)).isEmpty();
  }

  @Test
  void anotherLeaderSendsAgain() {
    store.invalidate(9, 1, 1, 100);
    assertThat(take(1)).containsExactly(1L);
    invalidations.trim(false);
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
}
