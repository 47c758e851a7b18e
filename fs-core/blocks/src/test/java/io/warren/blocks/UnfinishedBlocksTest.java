package io.warren.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockKey;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.Replica;
import io.warren.model.ReplicaState;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.model.StorageState;
import io.warren.store.testkit.Samples;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What blocks that are still written need of the storage 10. Storage n is on datanode n / 10. */
class UnfinishedBlocksTest {
  private static final long STAMP = 100;
  private static final long GROUP = BlockIds.group(1, 9);
  private static final int DATA_UNITS = 6;

  private final Map<Integer, StorageState> states = new HashMap<>();
  private final List<Replica> replicas = new ArrayList<>();
  private final List<ReplicaUnderConstruction> pipeline = new ArrayList<>();
  private final List<CorruptReplica> corrupt = new ArrayList<>();
  private BlockState state = BlockState.UNDER_CONSTRUCTION;

  private final Redundancy.Storages storages =
      new Redundancy.Storages() {
        @Override
        public @Nullable StorageState stateOf(int storageId) {
          return states.get(storageId);
        }

        @Override
        public String datanodeOf(int storageId) {
          return "dn" + storageId / 10;
        }
      };

  private void finished(long blockId, int storageId, StorageState where, long stamp) {
    states.put(storageId, where);
    replicas.add(new Replica(7, blockId, storageId, stamp, 50));
  }

  private void written(long blockId, int storageId, StorageState where, long stamp) {
    states.put(storageId, where);
    pipeline.add(
        new ReplicaUnderConstruction(7, blockId, storageId, 0, stamp, 50, ReplicaState.RBW));
  }

  private BlockLook look(long blockId) {
    Block block = new Block(7, blockId, 0, STAMP, 50, state, 0);
    return new BlockLook(
        new BlockKey(7, blockId),
        new BlockRows(block, replicas, pipeline, corrupt, List.of(), List.of()),
        Samples.file(1, 1, "file", 7),
        List.of(),
        null,
        new HeldPolicies());
  }

  private boolean needs(long blockId, int leastElsewhere) {
    return UnfinishedBlocks.needs(look(blockId), 10, leastElsewhere, storages);
  }

  private boolean isOnLeaving(long blockId) {
    return UnfinishedBlocks.isOnLeaving(look(blockId), storages);
  }

  @Test
  void whatOthersHaveOrAreWritingNeedsNoLeavingStorage() {
    finished(1, 10, StorageState.DECOMMISSIONING, STAMP);
    assertThat(needs(1, 1)).isTrue();
    assertThat(needs(1, 0)).as("nothing is asked for elsewhere").isFalse();
    written(1, 20, StorageState.AVAILABLE, STAMP);
    assertThat(needs(1, 1)).isFalse();
    assertThat(needs(1, 2)).isTrue();
    finished(1, 30, StorageState.AVAILABLE, STAMP);
    assertThat(needs(1, 2)).isFalse();
  }

  @Test
  void whatIsOldCorruptElsewhereOnTheDatanodeOrLeavingTooDoesNotCount() {
    finished(1, 10, StorageState.DECOMMISSIONING, STAMP);
    finished(1, 20, StorageState.AVAILABLE, STAMP - 1);
    written(1, 30, StorageState.AVAILABLE, STAMP - 1);
    finished(1, 40, StorageState.AVAILABLE, STAMP);
    corrupt.add(new CorruptReplica(7, 1, 40, STAMP, "flipped bit", 0));
    finished(1, 11, StorageState.AVAILABLE, STAMP);
    finished(1, 50, StorageState.ENTERING_MAINTENANCE, STAMP);
    finished(1, 60, StorageState.LOST, STAMP);
    assertThat(needs(1, 1)).isTrue();
  }

  @Test
  void aGroupNeedsAsManyUnitsAsItIsReadFrom() {
    for (int unit = 0; unit < DATA_UNITS; unit++) {
      written(BlockIds.inPipeline(GROUP, unit), 10 + 10 * unit, StorageState.AVAILABLE, STAMP);
    }
    assertThat(needs(GROUP, 1)).isTrue();
    finished(BlockIds.inPipeline(GROUP, DATA_UNITS), 90, StorageState.AVAILABLE, STAMP);
    assertThat(needs(GROUP, 1)).isFalse();
  }

  @Test
  void aBlockIsLookedAtAgainWhileItIsWrittenWhereItWillNotStay() {
    finished(1, 10, StorageState.AVAILABLE, STAMP);
    assertThat(isOnLeaving(1)).isFalse();
    written(1, 20, StorageState.DECOMMISSIONED, STAMP);
    assertThat(isOnLeaving(1)).isTrue();
    state = BlockState.COMMITTED;
    assertThat(isOnLeaving(1)).isTrue();
    state = BlockState.COMPLETE;
    assertThat(isOnLeaving(1)).isFalse();
  }
}
