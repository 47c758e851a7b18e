package io.warren.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockLookup;
import io.warren.model.BlockState;
import io.warren.model.BucketReplica;
import io.warren.model.Replica;
import io.warren.store.schema.Tables;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullUnmarked
class BlockSampleTest {
  private BlockFixture store;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = new BlockFixture(folder);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void put(long blockId, int... storageIds) {
    store.write(
        tx -> {
          for (int storageId : storageIds) {
            Replica replica = new Replica(BlockFixture.INODE, blockId, storageId, 1, 1);
            tx.upsert(Tables.BUCKET_REPLICAS, BucketReplica.of(replica));
          }
        });
  }

  @Test
  void aBlockIsReachableOnAnyOfItsStorages() {
    put(1, 1, 2);
    put(2, 2, 3);
    put(3, 3);
    BlockSample sample = BlockSample.read(store.runner, List.of(1, 2, 3));
    assertThat(sample.isComplete()).isTrue();
    assertThat(sample.blocks()).isEqualTo(3);
    assertThat(sample.reachable(storageId -> storageId == 2)).isEqualTo(2);
    assertThat(sample.reachable(storageId -> storageId != 2)).isEqualTo(3);
    assertThat(BlockSample.read(store.runner, List.of(1)).blocks()).isOne();
  }

  @Test
  void aGroupIsReachableWithAsManyUnitsAsItsDataNeed() {
    long group = BlockIds.group(2, 7);
    for (int unit = 0; unit < 5; unit++) {
      put(group + unit, 1 + unit);
    }
    BlockSample sample = BlockSample.read(store.runner, List.of(1, 2, 3, 4, 5));
    assertThat(sample.blocks()).isOne();
    assertThat(sample.reachable(storageId -> storageId <= 3)).isOne();
    assertThat(sample.reachable(storageId -> storageId <= 2)).isZero();
  }

  @Test
  void howAGroupOfHdfsIsStripedItsRowTells() {
    long group = Long.MIN_VALUE + 16;
    store.write(
        tx -> {
          tx.insert(
              Tables.BLOCKS,
              new Block(BlockFixture.INODE, group, 0, 1, 10, BlockState.COMPLETE, 0, 4));
          tx.insert(Tables.BLOCK_LOOKUP, new BlockLookup(group, BlockFixture.INODE));
        });
    put(group, 1);
    put(group + 1, 2);
    put(group + 2, 3);
    BlockSample sample = BlockSample.read(store.runner, List.of(1, 2, 3));
    assertThat(sample.reachable(storageId -> storageId <= 2)).isOne();
    assertThat(sample.reachable(storageId -> storageId <= 1)).isZero();
  }

  @Test
  void ofManyBlocksTheFirstBucketsAreLookedAt() {
    for (long blockId = 0; blockId < 12_000; blockId++) {
      put(blockId, 1 + (int) (blockId % 2));
    }
    BlockSample sample = BlockSample.read(store.runner, List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    assertThat(sample.isComplete()).isFalse();
    assertThat(sample.blocks()).isBetween(10_000, 11_999);
    assertThat(sample.reachable(storageId -> storageId == 1)).isEqualTo(sample.blocks() / 2);
  }
}
