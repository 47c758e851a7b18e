package io.warren.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.warren.model.Block;
import io.warren.model.BlockIds;
import io.warren.model.BlockState;
import io.warren.model.Inode;
import io.warren.model.Replica;
import io.warren.model.ReplicaUnderConstruction;
import io.warren.namespace.IdKind;
import io.warren.store.schema.Tables;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Block groups of erasure-coded files and the rows of their units. */
final class GroupInvariants {
  private static final int POLICY_SHIFT = 56;
  private static final int POLICY_MASK = 127;
  private static final int UNIT_BITS = 4;

  /** A block group with how its file is coded. */
  private record Group(Block block, Coding coding) {
    /** Length of a unit of the group as it was committed. */
    long unitBytes(int unit) {
      return coding.unitBytes(block.lengthBytes())[unit];
    }

    boolean isCommitted() {
      return !block.state().isOpen();
    }
  }

  private final Rows rows;
  private final Map<Long, Group> groups = new HashMap<>();

  private GroupInvariants(Rows rows) {
    this.rows = rows;
  }

  static void check(Rows rows) {
    GroupInvariants now = new GroupInvariants(rows);
    rows.blocks.forEach(now::ofFile);
    now.replicas();
    now.pipelines();
  }

  /** The number that a namenode gave a group. */
  static long number(long groupId) {
    return (groupId & ((1L << POLICY_SHIFT) - 1)) >> UNIT_BITS;
  }

  /** The kind of number that makes a block's id. */
  static IdKind kind(long blockId) {
    return blockId < 0 ? IdKind.BLOCK_GROUP : IdKind.BLOCK;
  }

  private void ofFile(long inodeId, List<Block> blocks) {
    Inode file = rows.byId.get(inodeId);
    Coding coding = file == null ? null : Coding.of(file.erasureCodingPolicy());
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      long id = block.blockId();
      assertThat(id < 0).as("%s of %s is a group", block, file).isEqualTo(coding != null);
      if (coding != null) {
        assertThat(id & ((1 << UNIT_BITS) - 1)).as("unit in the id of %s", block).isZero();
        assertThat((int) (id >> POLICY_SHIFT & POLICY_MASK))
            .as("policy in the id of %s", block)
            .isEqualTo(coding.id());
        assertThat(i == blocks.size() - 1 || coding.fillsStripes(block.lengthBytes()))
            .as("%s ends with a full stripe or its file %s", block, file)
            .isTrue();
        groups.put(id, new Group(block, coding));
      }
    }
  }

  private Group group(long internalId, Object row) {
    Group group = groups.get(BlockIds.owner(internalId));
    if (group == null) {
      throw new AssertionError("No group of " + row);
    }
    assertThat(BlockIds.unit(internalId)).as("unit of %s", row).isLessThan(group.coding().units());
    return group;
  }

  /** A unit is on one storage, and a complete group can be read. */
  private void replicas() {
    Set<Long> units = new HashSet<>();
    Map<Long, Integer> fitting = new HashMap<>();
    for (Replica replica : rows.all(Tables.REPLICAS)) {
      if (replica.blockId() < 0) {
        Group group = group(replica.blockId(), replica);
        assertThat(units.add(replica.blockId()))
            .as("only replica of the unit: %s", replica)
            .isTrue();
        boolean fits =
            replica.generationStamp() == group.block().generationStamp()
                && replica.lengthBytes() == group.unitBytes(BlockIds.unit(replica.blockId()));
        fitting.merge(group.block().blockId(), fits ? 1 : 0, Integer::sum);
      }
    }
    for (Group group : groups.values()) {
      Block block = group.block();
      boolean readable =
          fitting.getOrDefault(block.blockId(), 0) >= group.coding().needed(block.lengthBytes());
      if (group.isCommitted()) {
        assertThat(readable).as("%s can be read", block).isEqualTo(isComplete(block));
      }
    }
  }

  private static boolean isComplete(Block block) {
    return block.state() == BlockState.COMPLETE;
  }

  /** The place in a group's pipeline is the unit; who has nothing to write is not waited for. */
  private void pipelines() {
    for (ReplicaUnderConstruction expected : rows.all(Tables.REPLICAS_UNDER_CONSTRUCTION)) {
      if (expected.blockId() < 0) {
        Group group = group(expected.blockId(), expected);
        int unit = BlockIds.unit(expected.blockId());
        assertThat(expected.position()).as("place of %s", expected).isEqualTo(unit);
        if (group.isCommitted()) {
          assertThat(group.unitBytes(unit)).as("bytes to come of %s", expected).isPositive();
        }
      }
    }
  }
}
