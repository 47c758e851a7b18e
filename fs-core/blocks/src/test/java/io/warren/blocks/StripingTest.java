package io.warren.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockState;
import io.warren.model.Striping;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.junit.jupiter.api.Test;

/** How data are striped, and what ids say of it; against stock clients and datanodes. */
class StripingTest {
  private static final long SEED = 20261121;
  private static final long CELL = 1 << 20;

  @Test
  void internalBlocksAreAsLongAsStockClientsMakeThem() {
    Random random = new Random(SEED);
    for (ErasureCodingPolicy policy : SystemErasureCodingPolicies.getPolicies()) {
      Striping striping = Objects.requireNonNull(Striping.of(policy.getId()));
      assertThat(striping.dataUnits()).isEqualTo(policy.getNumDataUnits());
      assertThat(striping.parityUnits()).isEqualTo(policy.getNumParityUnits());
      for (int i = 0; i < 500; i++) {
        long length = 1 + (long) random.nextInt(1 << (1 + random.nextInt(29)));
        long space = 0;
        for (int unit = 0; unit < striping.units(); unit++) {
          long bytes = striping.internalLengthBytes(length, unit);
          assertThat(bytes)
              .as("unit %d of %d bytes under %s", unit, length, policy.getName())
              .isEqualTo(StripedBlockUtil.getInternalBlockLength(length, policy, unit));
          space += bytes;
        }
        assertThat(striping.spaceBytes(length)).isEqualTo(space);
      }
    }
  }

  @Test
  void aShortGroupNeedsOnlyTheUnitsThatHaveData() {
    Striping striping = Objects.requireNonNull(Striping.of(1));
    assertThat(striping.neededUnits(1)).isEqualTo(1);
    assertThat(striping.neededUnits(2 * CELL + 1)).isEqualTo(3);
    assertThat(striping.neededUnits(100 * CELL)).isEqualTo(6);
    assertThat(striping.storedUnits(1)).isEqualTo(4);
    assertThat(striping.isStored(1, 1)).isFalse();
    assertThat(striping.isStored(1, 8)).isTrue();
  }

  @Test
  void idsTellTheGroupTheUnitAndThePolicy() {
    for (long number : List.of(0L, 1L, 77L, (1L << 52) - 1)) {
      long group = BlockIds.group(5, number);
      long internal = BlockIds.inPipeline(group, 13);
      assertThat(group).isNegative();
      assertThat(BlockIds.owner(internal)).isEqualTo(group);
      assertThat(BlockIds.unit(internal)).isEqualTo(13);
      assertThat(BlockIds.last(group)).isEqualTo(group + 15);
      assertThat(BlockIds.policyId(internal)).isEqualTo(5);
      assertThat(BlockIds.number(group)).isEqualTo(number);
    }
    assertThat(BlockIds.group(1, 2)).isNotEqualTo(BlockIds.group(1, 3));
    assertThatThrownBy(() -> BlockIds.group(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BlockIds.group(1, 1L << 52))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void otherBlocksAreTheirOwn() {
    long contiguous = 1_073_741_827L;
    assertThat(BlockIds.owner(contiguous)).isEqualTo(contiguous);
    assertThat(BlockIds.last(contiguous)).isEqualTo(contiguous);
    assertThat(BlockIds.inPipeline(contiguous, 2)).isEqualTo(contiguous);
    assertThat(BlockIds.policyId(contiguous)).isZero();
    assertThat(block(contiguous, 0).striping()).isNull();
  }

  @Test
  void aGroupOfHdfsHasItsPolicyInItsRow() {
    assertThat(block(Long.MIN_VALUE + 16, 4).striping()).isEqualTo(Striping.of(4));
    assertThat(block(Long.MIN_VALUE + 16, 0).striping()).isNull();
    assertThat(block(BlockIds.group(5, 7), 0).striping()).isEqualTo(Striping.of(5));
    // As one that a NameNode made which went on behind our ids.
    assertThat(block(BlockIds.group(5, 7), 2).striping()).isEqualTo(Striping.of(2));
  }

  private static Block block(long blockId, int codingPolicyId) {
    return new Block(7, blockId, 0, 100, 10, BlockState.COMPLETE, 0, codingPolicyId);
  }
}
