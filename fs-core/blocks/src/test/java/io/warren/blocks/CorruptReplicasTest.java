package io.warren.blocks;

import static io.warren.blocks.BlockFixture.INODE;
import static io.warren.blocks.BlockFixture.finalized;
import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.InvalidatedReplica;
import io.warren.model.RedundancyCheck;
import io.warren.model.Replica;
import io.warren.model.ReplicaKey;
import io.warren.model.StorageCondition;
import io.warren.model.StorageState;
import io.warren.model.Striping;
import io.warren.store.LockMode;
import io.warren.store.ReplicaRows;
import io.warren.store.TxOptions;
import io.warren.store.schema.Tables;
import io.warren.store.testkit.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A corrupt replica is deleted for the sake of good ones that are there for certain. */
@NullUnmarked
class CorruptReplicasTest {
  private static final int RS_6_3 = 1;

  private BlockFixture store;
  private Datanodes datanodes;
  private final Map<Integer, StorageState> states = new HashMap<>();
  private final Set<Integer> unheard = new TreeSet<>();

  private final Redundancy.Storages storages =
      new Redundancy.Storages() {
        @Override
        public @Nullable StorageState stateOf(int storageId) {
          return states.get(storageId);
        }

        @Override
        public String datanodeOf(int storageId) {
          return "dn" + storageId;
        }
      };

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    store = new BlockFixture(folder);
    datanodes =
        new Datanodes(new Configuration(), "BP-test", new StorageIds(store.runner), () -> 1);
  }

  @AfterEach
  void close() {
    datanodes.close();
    store.close();
  }

  private void state(int storageId, StorageState state) {
    states.put(storageId, state);
    store.write(
        tx ->
            tx.upsert(
                Tables.STORAGE_CONDITIONS,
                StorageCondition.begin(storageId, state, "/r", store.clock.millis())));
  }

  private void replica(Block block, int storageId, StorageState state) {
    store.addReplica(block, storageId);
    state(storageId, state);
  }

  private void corrupt(long blockId, int storageId) {
    store.write(
        tx ->
            tx.upsert(
                Tables.CORRUPT_REPLICAS,
                new CorruptReplica(INODE, blockId, storageId, 100, "flipped bit", 0)));
  }

  /** The leader looks at a block of a file that wants three replicas. */
  private void settle(Block block) {
    RedundancyRules rules =
        new RedundancyRules(new ReplicaPlacement(datanodes), storages, 1, store.clock);
    store.write(
        tx -> {
          BlockLook read = BlockLook.lock(tx, List.of(block.key())).get(0);
          BlockLook look =
              new BlockLook(
                  read.key(),
                  read.rows(),
                  Samples.file(7, 7, "f", INODE),
                  read.pending(),
                  read.noted(),
                  read.policies());
          rules.settle(tx, look);
        });
  }

  private List<Integer> ordered() {
    return store.rows(Tables.INVALIDATED_BLOCKS).stream()
        .map(InvalidatedReplica::storageId)
        .sorted()
        .toList();
  }

  @Test
  void aCorruptReplicaStaysUntilTheReturnedGoodOnesHaveReported() {
    Block block = store.addBlock(1, 100, 50, BlockState.COMPLETE);
    replica(block, 1, StorageState.RETURNED);
    replica(block, 2, StorageState.RETURNED);
    replica(block, 4, StorageState.AVAILABLE);
    replica(block, 3, StorageState.AVAILABLE);
    corrupt(1, 3);
    settle(block);
    assertThat(ordered()).isEmpty();
    state(1, StorageState.AVAILABLE);
    settle(block);
    assertThat(ordered()).as("two of three are certain").isEmpty();
    state(2, StorageState.AVAILABLE);
    settle(block);
    assertThat(ordered()).containsExactly(3);
    assertThat(store.rows(Tables.CORRUPT_REPLICAS)).isEmpty();
    assertThat(store.rows(Tables.REPLICAS)).extracting(Replica::storageId).containsExactly(1, 2, 4);
  }

  @Test
  void aCorruptUnitStaysWhileItsGoodOneIsInDoubt() {
    Striping striping = Objects.requireNonNull(Striping.of(RS_6_3));
    long length = striping.cellBytes();
    long groupId = BlockIds.group(RS_6_3, 9);
    Block group = store.addBlock(groupId, 100, length, BlockState.COMPLETE);
    for (int unit = 0; unit < striping.units(); unit++) {
      if (striping.isStored(length, unit)) {
        unit(group, unit, 10 + unit, striping.internalLengthBytes(length, unit));
        state(10 + unit, StorageState.AVAILABLE);
      }
    }
    unit(group, 0, 50, striping.internalLengthBytes(length, 0));
    state(50, StorageState.AVAILABLE);
    state(10, StorageState.RETURNED);
    corrupt(BlockIds.inPipeline(groupId, 0), 50);
    settle(group);
    assertThat(ordered()).isEmpty();
    state(10, StorageState.AVAILABLE);
    settle(group);
    assertThat(ordered()).containsExactly(50);
  }

  private void unit(Block group, int unit, int storageId, long lengthBytes) {
    Replica replica =
        new Replica(
            INODE,
            BlockIds.inPipeline(group.blockId(), unit),
            storageId,
            group.generationStamp(),
            lengthBytes);
    store.write(tx -> ReplicaRows.put(tx, replica, null));
  }

  @Test
  void aStorageThatWasNotHeardOfSinceTheRestartIsInDoubt() {
    state(1, StorageState.AVAILABLE);
    StorageWatch watch = new StorageWatch(store.runner, datanodes, store.clock, 1);
    watch.load();
    assertThat(watch.stateOf(1)).isEqualTo(StorageState.RETURNED);
    assertThat(watch.stateOf(2)).isNull();
  }

  private ReplicaChanges changes() {
    return new ReplicaChanges(
        store.runner,
        1,
        store.clock,
        store.storageIds,
        () -> 1,
        storageId -> !unheard.contains(storageId));
  }

  @Test
  void aReplicaThatMissedTheEndStaysWhenTheGoodOneIsOnALostStorage() {
    Block block = store.addBlock(1, 200, 50, BlockState.COMPLETE);
    replica(block, 1, StorageState.LOST);
    state(2, StorageState.AVAILABLE);
    changes().apply(List.of(finalized(2, 1, 100, 20)));
    assertThat(ordered()).isEmpty();
    assertThat(store.rows(Tables.CORRUPT_REPLICAS))
        .extracting(CorruptReplica::storageId)
        .containsExactly(2);
    assertThat(store.rows(Tables.REDUNDANCY_CHECKS))
        .extracting(RedundancyCheck::blockId)
        .containsExactly(1L);
  }

  @Test
  void aReplicaThatMissedTheEndStaysWhenTheGoodOneIsNotHeardOf() {
    Block block = store.addBlock(1, 200, 50, BlockState.COMPLETE);
    replica(block, 1, StorageState.AVAILABLE);
    state(2, StorageState.AVAILABLE);
    unheard.add(1);
    changes().apply(List.of(finalized(2, 1, 100, 20)));
    assertThat(ordered()).isEmpty();
    unheard.clear();
    changes().apply(List.of(finalized(3, 1, 100, 20)));
    assertThat(ordered()).containsExactly(3);
  }

  /** It has no row of its own among the replicas, and goes all the same when it is not needed. */
  @Test
  void anUnfinishedReplicaGoesWhenGoodOnesAreCertain() {
    Block block = store.addBlock(1, 200, 50, BlockState.COMPLETE);
    replica(block, 1, StorageState.LOST);
    changes()
        .apply(
            List.of(
                new ReportedReplica(3, 1, 100, 20, ReportedReplica.State.WAITING_FOR_RECOVERY)));
    assertThat(ordered()).isEmpty();
    assertThat(store.rows(Tables.REPLICAS)).hasSize(1);
    replica(block, 1, StorageState.AVAILABLE);
    replica(block, 2, StorageState.AVAILABLE);
    replica(block, 4, StorageState.AVAILABLE);
    state(3, StorageState.AVAILABLE);
    settle(block);
    assertThat(ordered()).containsExactly(3);
    assertThat(store.rows(Tables.CORRUPT_REPLICAS)).isEmpty();
    assertThat(replicaCount(3)).as("the hashes count only rows that were there").isZero();
  }

  private long replicaCount(int storageId) {
    return store.runner.run(
        TxOptions.read("count"),
        tx ->
            store.rows(Tables.HASH_BUCKET_CHANGES).stream()
                .filter(change -> change.storageId() == storageId)
                .mapToLong(change -> change.replicas())
                .sum());
  }

  @Test
  void aSurplusReplicaIsNotCertain() {
    Block block = store.addBlock(1, 200, 50, BlockState.COMPLETE);
    replica(block, 1, StorageState.AVAILABLE);
    store.invalidate(INODE, 1, 1, 200);
    changes().apply(List.of(finalized(2, 1, 100, 20)));
    assertThat(ordered()).as("only the surplus one").containsExactly(1);
    assertThat(
            store.runner.<Boolean>run(
                TxOptions.read("look"),
                tx ->
                    tx.get(
                            Tables.CORRUPT_REPLICAS,
                            new ReplicaKey(INODE, 1, 2),
                            LockMode.READ_COMMITTED)
                        != null))
        .isTrue();
  }
}
