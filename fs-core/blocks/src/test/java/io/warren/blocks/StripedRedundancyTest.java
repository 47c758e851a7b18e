package io.warren.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.ExcessReplica;
import io.warren.model.PendingReplication;
import io.warren.model.RedundancyPriority;
import io.warren.model.Replica;
import io.warren.model.StorageState;
import io.warren.model.Striping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the units of a block group are worth. Unit u is on storage u + 10 unless said otherwise. */
class StripedRedundancyTest {
  private static final int POLICY = 1;
  private static final Striping RS_6_3 = Objects.requireNonNull(Striping.of(POLICY));
  private static final long CELL = RS_6_3.cellBytes();
  private static final long ID = BlockIds.group(POLICY, 9);

  private final Map<Integer, StorageState> states = new HashMap<>();
  private final List<Replica> replicas = new ArrayList<>();
  private final List<CorruptReplica> corrupt = new ArrayList<>();
  private final List<ExcessReplica> excess = new ArrayList<>();
  private final List<PendingReplication> pending = new ArrayList<>();
  private long lengthBytes = 12 * CELL;

  private void unit(int unit, int storageId, StorageState state) {
    states.put(storageId, state);
    replicas.add(
        new Replica(
            7,
            BlockIds.inPipeline(ID, unit),
            storageId,
            100,
            RS_6_3.internalLengthBytes(lengthBytes, unit)));
  }

  private void whole() {
    for (int unit = 0; unit < RS_6_3.units(); unit++) {
      if (RS_6_3.isStored(lengthBytes, unit)) {
        unit(unit, unit + 10, StorageState.AVAILABLE);
      }
    }
  }

  private void lose(int unit) {
    states.put(unit + 10, StorageState.LOST);
  }

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

  private BlockRows rows() {
    Block block = new Block(7, ID, 0, 100, lengthBytes, BlockState.COMPLETE, 0);
    return new BlockRows(block, replicas, List.of(), corrupt, List.of(), excess);
  }

  private StripedRedundancy judge() {
    BlockRows rows = rows();
    return StripedRedundancy.of(
        new BlockLook(rows.block().key(), rows, null, pending, null, new HeldPolicies()),
        1,
        storages);
  }

  @Test
  void nineUnitsAreNotNineCopies() {
    whole();
    StripedRedundancy group = judge();
    assertThat(group.isEnough()).isTrue();
    assertThat(group.priority()).isNull();
    assertThat(group.units().values()).allMatch(unit -> unit.surplus() == 0);
    assertThat(group.replacedBad()).isEmpty();
  }

  @Test
  void theRulesOfCopiesRefuseAGroup() {
    whole();
    for (int replication : new int[] {1, 3}) {
      assertThatThrownBy(() -> Redundancy.of(rows(), List.of(), replication, 1, storages))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("not copies");
    }
  }

  @Test
  void onlyAUnitThatIsStoredTwiceHasASurplus() {
    whole();
    unit(4, 50, StorageState.AVAILABLE);
    StripedRedundancy group = judge();
    group
        .units()
        .forEach(
            (unit, r) -> assertThat(r.surplus()).as("unit %d", unit).isEqualTo(unit == 4 ? 1 : 0));
    states.put(50, StorageState.RETURNED);
    assertThat(judge().units().values()).allMatch(unit -> unit.surplus() == 0);
  }

  @Test
  void theMoreUnitsAreLostTheMoreUrgent() {
    whole();
    lose(0);
    assertThat(judge().priority()).isEqualTo(RedundancyPriority.LOW);
    lose(8);
    assertThat(judge().priority()).isEqualTo(RedundancyPriority.VERY_LOW);
    lose(3);
    assertThat(judge().priority()).isEqualTo(RedundancyPriority.HIGHEST);
    assertThat(judge().lost()).containsExactly(0, 3, 8);
    lose(5);
    assertThat(judge().priority()).isEqualTo(RedundancyPriority.MISSING);
  }

  @Test
  void aShortGroupHasOnlyTheUnitsWithData() {
    lengthBytes = CELL + 1;
    whole();
    assertThat(judge().wanted()).isEqualTo(5);
    assertThat(judge().isEnough()).isTrue();
    lose(0);
    lose(1);
    lose(6);
    assertThat(judge().priority()).isEqualTo(RedundancyPriority.HIGHEST);
  }

  @Test
  void aCorruptUnitStaysUntilAGoodOneIsThere() {
    whole();
    corrupt.add(new CorruptReplica(7, BlockIds.inPipeline(ID, 2), 12, 100, "flipped bit", 0));
    assertThat(judge().lost()).containsExactly(2);
    assertThat(judge().replacedBad()).isEmpty();
    unit(2, 60, StorageState.RETURNED);
    assertThat(judge().isEnough()).isTrue();
    assertThat(judge().replacedBad()).isEmpty();
    assertThat(judge().certain()).isEqualTo(8);
    states.put(60, StorageState.AVAILABLE);
    assertThat(judge().replacedBad()).extracting(Replica::storageId).containsExactly(12);
  }

  @Test
  void aUnitOnALeavingDatanodeIsCopiedAndNotComputed() {
    whole();
    states.put(17, StorageState.DECOMMISSIONING);
    StripedRedundancy group = judge();
    assertThat(group.isEnough()).isFalse();
    assertThat(group.lost()).isEmpty();
    assertThat(Objects.requireNonNull(group.units().get(7)).toCopy()).isEqualTo(1);
    pending.add(new PendingReplication(7, BlockIds.inPipeline(ID, 7), 70, 17, 100, 2 * CELL, 0, 1));
    assertThat(judge().isArriving()).isTrue();
  }
}
