package io.warren.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockState;
import io.warren.model.CorruptReplica;
import io.warren.model.ExcessReplica;
import io.warren.model.PendingReplication;
import io.warren.model.RedundancyPriority;
import io.warren.model.Replica;
import io.warren.model.StorageState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What replicas are worth, by the state of their storages. Storage n is on datanode n / 10. */
class RedundancyTest {
  private static final Block BLOCK = new Block(7, 1, 0, 100, 50, BlockState.COMPLETE, 0);

  private final Map<Integer, StorageState> states = new HashMap<>();
  private final List<Replica> replicas = new ArrayList<>();
  private final List<CorruptReplica> corrupt = new ArrayList<>();
  private final List<ExcessReplica> excess = new ArrayList<>();
  private final List<PendingReplication> pending = new ArrayList<>();

  private void replica(int storageId, StorageState state) {
    states.put(storageId, state);
    replicas.add(new Replica(7, 1, storageId, 100, 50));
  }

  private void copy(int storageId) {
    pending.add(new PendingReplication(7, 1, storageId, 10, 100, 50, 0, 1));
  }

  private Redundancy of(int replication) {
    Redundancy.Storages storages =
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
    return Redundancy.of(
        new BlockRows(BLOCK, replicas, List.of(), corrupt, List.of(), excess),
        pending,
        replication,
        1,
        storages);
  }

  @Test
  void theFewerReplicasTheMoreUrgent() {
    replica(10, StorageState.AVAILABLE);
    assertThat(of(1).priority()).isNull();
    assertThat(of(3).priority()).isEqualTo(RedundancyPriority.HIGHEST);
    replica(20, StorageState.AVAILABLE);
    assertThat(of(3).priority()).isEqualTo(RedundancyPriority.LOW);
    assertThat(of(10).priority()).isEqualTo(RedundancyPriority.VERY_LOW);
    assertThat(of(10).toCopy()).isEqualTo(8);
  }

  @Test
  void aBlockThatOnlyLeavingStoragesHaveIsUrgentAndNotMissing() {
    replica(10, StorageState.LOST);
    assertThat(of(2).priority()).isEqualTo(RedundancyPriority.MISSING);
    replica(20, StorageState.DECOMMISSIONING);
    assertThat(of(2).priority()).isEqualTo(RedundancyPriority.HIGHEST);
    assertThat(of(2).sources()).extracting(Replica::storageId).containsExactly(20);
  }

  @Test
  void storagesInDoubtCountAgainstALossAndNeverForADeletion() {
    replica(10, StorageState.AVAILABLE);
    replica(20, StorageState.AVAILABLE);
    replica(30, StorageState.RETURNED);
    assertThat(of(3).priority()).isNull();
    assertThat(of(1).surplus()).isZero();
    states.put(30, StorageState.AVAILABLE);
    assertThat(of(1).surplus()).isEqualTo(2);
    states.remove(30);
    assertThat(of(3).priority()).isNull();
    assertThat(of(1).surplus()).isZero();
  }

  @Test
  void corruptAndSurplusReplicasDoNotCount() {
    replica(10, StorageState.AVAILABLE);
    replica(20, StorageState.AVAILABLE);
    replica(30, StorageState.AVAILABLE);
    corrupt.add(new CorruptReplica(7, 1, 20, 100, "flipped bit", 0));
    excess.add(new ExcessReplica(7, 1, 30, 100, 50, 0));
    assertThat(of(2).counted()).isEqualTo(1);
    assertThat(of(2).bad()).extracting(Replica::storageId).containsExactly(20);
  }

  @Test
  void maintenanceNeedsOnlyTheLeastNumberElsewhere() {
    replica(10, StorageState.IN_MAINTENANCE);
    replica(20, StorageState.ENTERING_MAINTENANCE);
    assertThat(of(2).toCopy()).isEqualTo(1);
    replica(30, StorageState.AVAILABLE);
    assertThat(of(3).priority()).isNull();
  }

  @Test
  void aCopyHasArrivedWhicheverDiskOfItsDatanodeItIsOn() {
    replica(10, StorageState.AVAILABLE);
    copy(20);
    assertThat(of(2).toCopy()).isZero();
    assertThat(of(3).toCopy()).isEqualTo(1);
    replica(21, StorageState.AVAILABLE);
    assertThat(of(3).arrived()).hasSize(1);
    assertThat(of(3).toCopy()).isEqualTo(1);
  }

  @Test
  void badReplicasGoWhenAsManyAreCertainAsAreWanted() {
    replica(10, StorageState.AVAILABLE);
    corrupt.add(new CorruptReplica(7, 1, 10, 100, "flipped bit", 0));
    replica(20, StorageState.RETURNED);
    assertThat(of(1).isEnough()).isTrue();
    assertThat(of(1).replacedBad()).isEmpty();
    assertThat(of(3).mayMakeRoom()).as("none is certain").isFalse();
    replica(30, StorageState.AVAILABLE);
    assertThat(of(1).replacedBad()).extracting(Replica::storageId).containsExactly(10);
    assertThat(of(2).replacedBad()).isEmpty();
    assertThat(of(3).mayMakeRoom()).as("one is in doubt").isFalse();
    states.put(20, StorageState.DECOMMISSIONING);
    assertThat(of(2).replacedBad()).isEmpty();
    assertThat(of(3).mayMakeRoom()).isTrue();
  }

  /** In maintenance nothing else may be wanted, and yet the bad one must not be the last to go. */
  @Test
  void badReplicasStayWhenNoneIsCertainWhateverIsWanted() {
    replica(10, StorageState.AVAILABLE);
    corrupt.add(new CorruptReplica(7, 1, 10, 100, "flipped bit", 0));
    replica(20, StorageState.IN_MAINTENANCE);
    assertThat(of(1).replacedBad()).isEmpty();
  }

  @Test
  void anUnfinishedCorruptReplicaIsABadOne() {
    replica(10, StorageState.AVAILABLE);
    corrupt.add(new CorruptReplica(7, 1, 20, 90, "missed the end", 0));
    assertThat(of(1).replacedBad()).extracting(Replica::storageId).containsExactly(20);
    assertThat(of(2).replacedBad()).isEmpty();
  }
}
